import { numeralsWidth, segmentsWidth } from '@multiball/shared/display'

/** How a score is set: in segments where they are large enough to read, else in compact numerals. */
export interface ScoreFit {
  kind: 'segments' | 'numerals'
  /** font size in px */
  size: number
}

/** Segments below this height, in px of a 1280 × 720 canvas, are hard to read on a stream. */
const smallestSegments = 30
/** A comma hangs below its digits. */
const descent = 1.14
/** Figures are lower than their font is high. */
const figureHeight = 0.74
/** Sized as if for so many, so that the digits of a good game change neither face nor size. */
const usualDigits = 10

/**
 * The largest score of so many digits that fits.
 * @param room px
 * @param unit see Canvas
 * @param isCompact leaves the more room to what stands beside it
 */
export function scoreFit(room: { width: number; height: number }, digits: number, unit: number, isCompact = false): ScoreFit {
  const held = Math.max(digits, usualDigits)
  const segments = Math.min(room.height / descent, room.width / segmentsWidth(held))
  if (!isCompact && segments >= smallestSegments * unit) return { kind: 'segments', size: Math.floor(segments) }
  return { kind: 'numerals', size: Math.floor(Math.min(room.height / figureHeight, room.width / numeralsWidth(held))) }
}
