import * as v from 'valibot'
import { colorShape } from './parseColor'

/** Row id: a positive safe integer. */
export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** The same, with a sentence for what is none. */
export const idOr = (message: string) => v.pipe(v.number(message), v.safeInteger(message), v.minValue(1, message))

/**
 * A score on our own wire: a number while it is a safe integer, else its digits as a string.
 * -1 never appears here; a missing player has no entry.
 */
export const WireScore = v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(/^-?\d{1,19}$/))])
export type WireScore = v.InferOutput<typeof WireScore>

/** An instant as ISO 8601 text with a zone. */
export const Instant = v.pipe(v.string(), v.isoTimestamp())

/** Refuses half a character: UTF-8 has no place for it, so that another would be kept. Written as RE2 reads it too. */
export const whole = v.regex<string, string>(/^\P{Cs}*$/u, 'This text contains an invalid character')

// They have no shape, and turn or split what stands beside them.
const shapeless = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u200C\u200D]+/g

/** Joiners join letters and emoji; at an end or before Latin they join nothing. */
const joins = (found: string, at: number, text: string) =>
  /[\u200C\u200D]/.test(found) && at > 0 && /[^ -\u024F]/.test(text.charAt(at + found.length))

/** A text as it looks: composed, without characters that nobody sees. Two that look alike are the same then. */
export const asItLooks = (text: string): string =>
  text
    .normalize('NFC')
    .replace(shapeless, (found, at: number, whole: string) => (joins(found, at, whole) ? found : ''))
    .trim()

/** At most so many characters: an emoji is one, not two. */
export const atMost = (max: number, message = `At most ${max} characters`) =>
  v.regex<string, string>(new RegExp(`^[^]{0,${max}}$`, 'u'), message)

/** The limit of an expression that `atMost` made, which JSON Schema has a word for: `maxLength` counts characters too. */
export function mostCharacters({ source }: RegExp): number | undefined {
  const [, limit] = /^\^\[\^\]\{0,(\d+)\}\$$/.exec(source) ?? []
  return limit === undefined ? undefined : Number(limit)
}

const noControls = v.regex<string, string>(/^[^\p{Cc}]*$/u, 'Control characters are not allowed')

/** Text that is kept as it was sent but for blanks around it: at most `max` characters, no control characters. */
export const lineAsSent = (max: number) => v.pipe(v.string(), v.trim(), atMost(max), noControls, whole)

/** UTF-16 units for each character that is kept: composing and leaving out make a text shorter, but not by more. */
const unitsPerCharacter = 16

/** Text as a person types it: as it looks, at most `max` characters, no control characters. */
export const line = (max: number, message?: string) =>
  v.pipe(
    v.string(),
    // Putting marks in order takes the square of their number: a MB of them would hold up a server for minutes.
    v.transform((text) => (text.length > max * unitsPerCharacter ? text : asItLooks(text))),
    atMost(max, message),
    noControls,
    whole,
  )

/** Refuses a text with nothing to see in it: none, or only characters without a shape, such as the empty Braille pattern. */
export const visible = (message: string) =>
  v.regex<string, string>(/[^\s\u2800\p{Default_Ignorable_Code_Point}\p{Surrogate}]/u, message)

/** Place of an item among those of its board; where places are missing or shared, the sequence as sent counts. */
export const Order = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0)

/** A colour field of a board. */
export const Color = v.pipe(
  v.string(),
  v.trim(),
  v.regex(colorShape, 'Please enter a colour such as #1a2b3c'),
  v.toLowerCase(),
)
