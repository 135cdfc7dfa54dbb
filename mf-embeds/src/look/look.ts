import { parseColor } from '@multiball/shared/schema'
import type { Canvas } from '../ownBoards'

/** How a board stands in another page, as it is chosen; texts are as typed. */
export interface Look {
  /** kept apart from the page, or a part of it */
  mode: 'frame' | 'inline'
  /** `board`: the colours that its owner gave it */
  theme: 'board' | 'dark' | 'light'
  /** '' is the board's own */
  accent: string
  /** as wide as the page lets it be, or of one size */
  fit: 'fluid' | 'fixed'
  /** px, while it has one size */
  width: string
  height: string
  /** what screen readers call it; '' is the board's title */
  title: string
  /** the code carries the key of a private board */
  hasKey: boolean
  /** our newest release each time, or this one for good */
  updates: 'evergreen' | 'pinned'
}

export const newLook = ({ width, height }: Canvas): Look => ({
  mode: 'frame',
  theme: 'board',
  accent: '',
  fit: 'fluid',
  width: String(width / 2),
  height: String(height / 2),
  title: '',
  hasKey: false,
  updates: 'evergreen',
})

const smallestPx = 120
const largestPx = 3840

/** px as typed, undefined when it is no size that a board can have. */
function readPx(typed: string): number | undefined {
  const px = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0
  return px >= smallestPx && px <= largestPx ? px : undefined
}

export const sizeProblem = (typed: string) =>
  readPx(typed) === undefined ? `From ${smallestPx} to ${largestPx}` : undefined

export const accentProblem = (typed: string) =>
  typed.trim() === '' || parseColor(typed.trim()) ? undefined : 'Please enter a colour such as #1a2b3c'

/** The accent that counts: undefined where there is none, or none yet. */
export const accentOf = ({ accent }: Pick<Look, 'accent'>): string | undefined =>
  parseColor(accent.trim()) ? accent.trim().toLowerCase() : undefined

/** The size that counts, undefined where the board fits itself into the page. What is no size is the board's own half. */
export function sizeOf(
  { fit, width, height }: Pick<Look, 'fit' | 'width' | 'height'>,
  canvas: Canvas,
): Canvas | undefined {
  if (fit === 'fluid') return undefined
  return { width: readPx(width) ?? canvas.width / 2, height: readPx(height) ?? canvas.height / 2 }
}

/** Such as 16/9: width to height in the smallest whole numbers. */
export function aspectOf({ width, height }: Canvas): string {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other))
  const common = divisor(width, height)
  return `${width / common}/${height / common}`
}
