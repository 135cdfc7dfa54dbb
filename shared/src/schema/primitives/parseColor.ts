// In a file without valibot: displays carry what they take from here, and nothing else.
export interface Rgb {
  /** 0-255 each */
  red: number
  green: number
  blue: number
}

// Without a flag, which JSON Schema has no word for.
export const colorShape = /^#(?:[\dA-Fa-f]{3}|[\dA-Fa-f]{6})$/

/**
 * The one colour parser of the product: `#rgb` or `#rrggbb`, nothing else.
 * Answers undefined for everything that is not such a colour.
 */
export function parseColor(text: string): Rgb | undefined {
  if (!colorShape.test(text)) return undefined
  const hex = text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit).join('') : text.slice(1)
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return { red: channel(0), green: channel(2), blue: channel(4) }
}
