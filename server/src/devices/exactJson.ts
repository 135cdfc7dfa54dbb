// A string (left as it is), or an integer of so many digits that a number could not hold it. A string without an end is
// taken to the end of the text: looking for its end from each of its quotes anew would take minutes.
const tokens = /"(?:[^"\\]|\\[^]?)*"?|(?<![\d.])-?\d{16,}(?![\d.eE])/g

const longRun = /\d{16}/

/** JSON text whose long integers are strings, so that no digit of a score gets lost in parsing. */
export const quoteLongIntegers = (json: string): string =>
  // Mostly there is none, and looking for one is cheap.
  !longRun.test(json) ? json : json.replace(tokens, (token) => (token.startsWith('"') ? token : `"${token}"`))
