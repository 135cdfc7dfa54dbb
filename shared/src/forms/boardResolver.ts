import { valibotResolver } from '@hookform/resolvers/valibot'
import { titleTaken } from '@multiball/shared/schema'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as v from 'valibot'

/** The schema of what is sent, and on top of it that no other board of the owner has the title. */
export function boardResolver<Values extends FieldValues>(
  schema: v.GenericSchema<unknown, Values>,
  isTitleTaken: (title: string) => boolean,
): Resolver<Values, unknown, Values> {
  const bySchema = valibotResolver(schema as never) as Resolver<Values, unknown, Values>
  return async (values, context, options) => {
    const result = await bySchema(values, context, options)
    if (result.errors && 'title' in result.errors) return result
    const title: unknown = values.title
    if (typeof title !== 'string' || !isTitleTaken(title.trim())) return result
    return { values: {}, errors: { ...result.errors, title: { type: 'unique', message: titleTaken } } } as never
  }
}
