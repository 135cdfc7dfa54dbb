const decimals = '(?:[.,]0*)?'

/** Digits in groups of three, by a sign that cannot be a decimal one there, and perhaps a fraction of nothing but zeros. */
const grouped = [
  /^(\d{1,3}(?:,\d{3})+)(?:\.0*)?$/,
  // A single dot is a decimal one in most programs: only more of them, or a comma behind, say that it is not.
  /^(\d{1,3}(?:\.\d{3}){2,})(?:,0*)?$/,
  /^(\d{1,3}(?:\.\d{3})+),0*$/,
  new RegExp(`^(\\d{1,3}(?:[ \\u00a0\\u202f'’_]\\d{3})+)${decimals}$`),
]
const plain = new RegExp(`^(\\d+)${decimals}$`)
/** One or one thousand: whoever printed it meant one of them. */
const ambiguous = /^\d{1,3}\.000$/
/** A form whose plus nobody has encoded has a blank in its place. */
const exponential = /^(\d+)(?:[.,](\d*))?e[+ ]?(\d{1,2})$/i

function digitsIn(text: string): string | undefined {
  if (ambiguous.test(text)) return undefined
  // Groups first: three zeros behind a comma are thousands, not decimals.
  const [, digits] = grouped.map((pattern) => pattern.exec(text)).find(Boolean) ?? plain.exec(text) ?? []
  if (digits !== undefined) return digits.replace(/\D/g, '')
  const [, whole, fraction = '', exponent] = exponential.exec(text) ?? []
  if (whole === undefined) return undefined
  const behind = fraction.replace(/0+$/, '')
  return behind.length > Number(exponent) ? undefined : whole + behind.padEnd(Number(exponent), '0')
}

const mostCharacters = 60
const mostDigits = 19

/**
 * The whole number in a text, in the ways in which programs print one: ` 500 `, `+500`, `12345.0`, `1E+15`, `1,5E+3`,
 * `1,234,567`, `1.234.567`, `1 234 567,00`. Read digit by digit, so that none is lost. Undefined for anything else: for a
 * fraction, for what may mean two numbers (`1.000`), and for more than 19 digits.
 */
export function readPrintedInteger(text: string): bigint | undefined {
  if (text.length > mostCharacters) return undefined
  const [, sign, number = ''] = /^([+-]?)(.*)$/s.exec(text.trim()) ?? []
  const digits = digitsIn(number)?.replace(/^0+(?=\d)/, '')
  if (digits === undefined || digits.length > mostDigits) return undefined
  return sign === '-' ? -BigInt(digits) : BigInt(digits)
}
