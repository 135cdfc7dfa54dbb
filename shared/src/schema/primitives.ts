import * as v from 'valibot'

/** Row id: a positive safe integer. */
export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** The same, with a sentence for what is none. */
export const idOr = (message: string) => v.pipe(v.number(message), v.safeInteger(message), v.minValue(1, message))

/**
 * A score on our own wire: a number while it is a safe integer, else its digits as a string.
 * -1 never appears here; a missing player has no entry.
 */
export const WireScore = v.union([
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.regex(/^-?\d{1,19}$/)),
])
export type WireScore = v.InferOutput<typeof WireScore>

/** An instant as ISO 8601 text with a zone. */
export const Instant = v.pipe(v.string(), v.isoTimestamp())

/** Refuses half a character: UTF-8 has no place for it, so that another would be kept. */
export const whole = v.regex<string, string>(/^\P{Surrogate}*$/u, 'There is half a character in this text')

/** Text as a person types it: trimmed, at most `max` characters, no control characters. */
export const line = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, `At most ${max} characters`), v.regex(/^[^\p{Cc}]*$/u, 'Control characters are not allowed'), whole)

/** Refuses a text with nothing to see in it: none, or only characters without a shape. */
export const visible = (message: string) => v.regex<string, string>(/[^\s\p{Default_Ignorable_Code_Point}\p{Surrogate}]/u, message)
