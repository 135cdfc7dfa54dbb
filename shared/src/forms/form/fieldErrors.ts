import { ApiError, failureWords, generalFailure } from '@multiball/shared/client'
import * as v from 'valibot'

/**
 * The rules of a schema as a form shows them: all that is wrong at once, also by the rules that look at several fields,
 * and what is wrong in a part of a field said of the whole field.
 * @param entries what a draft may be, field by field
 */
export function onFields<Output, Entries extends Record<string, v.GenericSchema>>(
  schema: v.GenericSchema<unknown, Output>,
  entries: Entries,
) {
  const checked = v.pipe(
    v.custom<Output>(() => true),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const result = v.safeParse(schema, dataset.value)
      if (result.success) return result.output
      for (const { message, path } of result.issues) addIssue({ message, path: path && [path[0]] })
      return NEVER
    }),
  )
  return Object.assign(checked, { entries })
}

interface Landing {
  /** first message of each field that the form shows */
  fields: [name: string, message: string][]
  /** what belongs to no field of the form; undefined when nothing does */
  banner: string | undefined
}

/** Where the refusal of a save belongs: on its fields, and what has no field there in the banner. */
export function landErrors(thrown: unknown, shownFields: readonly string[]): Landing {
  if (!(thrown instanceof ApiError) || !thrown.fields) return { fields: [], banner: failureWords(thrown) }
  const messages = Object.entries(thrown.fields)
  const onFields = messages.flatMap(([name, [first]]): [string, string][] =>
    first && shownFields.includes(name) ? [[name, first]] : [],
  )
  const elsewhere = messages.filter(([name]) => !shownFields.includes(name)).flatMap(([, sentences]) => sentences)
  return {
    fields: onFields,
    banner: elsewhere.length > 0 ? elsewhere.join(' ') : onFields.length > 0 ? undefined : generalFailure,
  }
}
