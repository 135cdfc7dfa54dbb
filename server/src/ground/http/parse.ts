import { fieldErrors } from '@multiball/shared/schema'
import type { FieldErrors } from '@multiball/shared/schema'
import * as v from 'valibot'
import { invalid, notFound } from './refusals'

/** Said of a field that is missing, and of a value that its schema has no sentence for. */
export const isMissing = 'This field is required'
export const isNotAccepted = 'This value is not accepted'

/** valibot's own words for what is missing are for programmers. */
export function sentence(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  const isOwnWording = /^Invalid [\w ]+: /.test(issue.message)
  if (!isOwnWording) return issue
  if (!issue.path) return { ...issue, message: 'An object with fields is expected' }
  return { ...issue, message: issue.received === 'undefined' ? isMissing : isNotAccepted }
}

const read = <Schema extends v.GenericSchema>(schema: Schema, value: unknown) =>
  v.safeParse(schema, value ?? {}, { abortPipeEarly: true })

/** What is wrong with a value, by its fields; nothing when it is right. */
export const errorsOf = (schema: v.GenericSchema, value: unknown): FieldErrors =>
  fieldErrors((read(schema, value).issues ?? []).map(sentence))

/** The value as the schema makes it. Throws the 400 with field-keyed messages. */
export function parse<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = read(schema, value)
  if (parsed.success) return parsed.output
  throw invalid(fieldErrors(parsed.issues.map(sentence)))
}

/** An id in a path. What cannot be an id is not found. */
export function parseId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw notFound()
  return id
}

/** The id of a route's `:id`. */
export const idOf = (request: { params: unknown }): number => parseId((request.params as { id: string }).id)

/** An id in a query. */
export const IdText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'An id is expected'), v.transform(Number))

/** true or false in a query. */
export const FlagText = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist(['true', 'false'], 'true or false is expected'),
  v.transform((text) => text === 'true'),
)

/** The viewer key of a private board in a query. */
export const KeyQuery = v.object({ key: v.optional(v.pipe(v.string(), v.maxLength(128))) })
