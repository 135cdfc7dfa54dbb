import { dotColumns, glyphHeight } from './dotFont'
import type { Size } from '../stage/useSize'

/** How a text stands on a field of dots. */
export interface DotLayout {
  /** px from dot to dot */
  pitch: number
  columns: number
  rows: number
  /** dots left of and above the text */
  left: number
  top: number
}

const restingRows = 11
/** Texts up to this long share one pitch, so that banners can take turns on dots that stay. */
const restingCharacters = 16
const smallestPitch = 3.2
/** Plain letters are larger than dots would be beyond this. */
const smallestShare = 0.45

/**
 * Undefined when the dots would be too small to read: the text is then set in plain letters.
 * @param atRest characters that the dots have room for at their largest
 */
export function dotLayout(characters: number, { width, height }: Size, atRest = restingCharacters): DotLayout | undefined {
  const resting = Math.min(height / restingRows, width / (dotColumns(atRest) + 4))
  const fitting = Math.min(resting, width / (dotColumns(characters) + 4))
  if (fitting < smallestPitch || fitting < resting * smallestShare) return undefined
  const pitch = fitting >= 5 ? Math.floor(fitting) : Math.floor(fitting * 4) / 4
  const columns = Math.floor(width / pitch)
  const rows = Math.floor(height / pitch)
  return { pitch, columns, rows, left: Math.floor((columns - dotColumns(characters)) / 2), top: Math.floor((rows - glyphHeight) / 2) }
}
