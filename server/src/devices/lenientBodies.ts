/* Bodies are read as leniently as clients are careless: no digit of a score is lost, and an empty field counts as left out. */

// A string (left as it is) or a number. A string without an end reaches to the end of the text: searching for its end from
// each of its quotes again would take minutes.
const tokens = /"(?:[^"\\]|\\[^]?)*"?|(?<![\w.+-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const isLong = /\d{16}|[.eE]/
const mayBeLong = /\d{16}|\d[.eE]/

/**
 * JSON text in which the numbers that parsing could round are strings: those with 16 digits or more, a fraction, or an
 * exponent.
 */
export const quoteLongNumbers = (json: string): string =>
  // There is rarely one, and checking for it is cheap.
  !mayBeLong.test(json) ? json : json.replace(tokens, (token) => (token.startsWith('"') || !isLong.test(token) ? token : `"${token}"`))

/** Kept even when empty: whether a game goes on must be said, so nothing in its place is a mistake. */
const decisive = ['active']

const isUnknown = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

/** The fields of a body or query without the empty ones: some clients send null, or an empty text, for what they do not know. */
export function leaveOutUnknown(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => decisive.includes(name) || !isUnknown(value)))
}
