// A string (left as it is), or a number. A string without an end is taken to the end of the text: looking for its end from
// each of its quotes anew would take minutes.
const tokens = /"(?:[^"\\]|\\[^]?)*"?|(?<![\w.+-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const isLong = /\d{16}|[.eE]/
const mayBeLong = /\d{16}|\d[.eE]/

/**
 * JSON text whose numbers are strings where parsing may lose digits of them: those of 16 digits and more, with a
 * fraction, or with an exponent.
 */
export const quoteLongNumbers = (json: string): string =>
  // Mostly there is none, and looking for one is cheap.
  !mayBeLong.test(json) ? json : json.replace(tokens, (token) => (token.startsWith('"') || !isLong.test(token) ? token : `"${token}"`))
