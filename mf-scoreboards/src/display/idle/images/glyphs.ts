import { box, type Raster } from './raster'

/** Signs of 5 × 7 px, one number a row, its lowest five bits from left to right. */
const glyphs: Record<string, readonly number[]> = {
  0: [14, 17, 17, 17, 17, 17, 14],
  1: [4, 12, 4, 4, 4, 4, 14],
  2: [14, 17, 1, 6, 8, 16, 31],
  3: [30, 1, 1, 14, 1, 1, 30],
  4: [18, 18, 18, 31, 2, 2, 2],
  5: [31, 16, 30, 1, 1, 17, 14],
  6: [14, 16, 30, 17, 17, 17, 14],
  7: [31, 1, 2, 4, 4, 4, 4],
  8: [14, 17, 17, 14, 17, 17, 14],
  9: [14, 17, 17, 15, 1, 1, 14],
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  L: [16, 16, 16, 16, 16, 16, 31],
  N: [17, 25, 21, 19, 17, 17, 17],
  P: [30, 17, 17, 30, 16, 16, 16],
  Y: [17, 17, 10, 4, 4, 4, 4],
}

export const glyphHeight = 7
const advance = 6

/** px that a text takes at scale 1. */
export const textWidth = (text: string) => text.length * advance - 1

/** True where the text has a px, counted from its upper left corner at scale 1. */
export function hasInk(text: string, x: number, y: number): boolean {
  const column = x % advance
  const row = glyphs[text[Math.floor(x / advance)] ?? '']?.[y]
  return row !== undefined && column < 5 && ((row >> (4 - column)) & 1) === 1
}

export function write(raster: Raster, left: number, top: number, text: string, scale: number, ink: number) {
  for (let y = 0; y < glyphHeight; y += 1) {
    for (let x = 0; x < textWidth(text); x += 1) {
      if (hasInk(text, x, y)) box(raster, left + x * scale, top + y * scale, scale, scale, ink)
    }
  }
}
