import { ApiError, generalFailure } from '@multiball/shared/client'

interface Landing {
  /** first message of each field that the form shows */
  fields: [name: string, message: string][]
  /** what belongs to no field of the form; undefined when nothing does */
  banner: string | undefined
}

/** Where the refusal of a save belongs: on its fields, and what has no field there in the banner. */
export function landErrors(thrown: unknown, shownFields: readonly string[]): Landing {
  if (!(thrown instanceof ApiError)) return { fields: [], banner: generalFailure }
  if (!thrown.fields) return { fields: [], banner: thrown.message }
  const messages = Object.entries(thrown.fields)
  const onFields = messages.flatMap(([name, [first]]): [string, string][] => (first && shownFields.includes(name) ? [[name, first]] : []))
  const elsewhere = messages.filter(([name]) => !shownFields.includes(name)).flatMap(([, sentences]) => sentences)
  return { fields: onFields, banner: elsewhere.length > 0 ? elsewhere.join(' ') : onFields.length > 0 ? undefined : generalFailure }
}
