import { parseColor } from '@multiball/shared/schema'
import type { ThumbnailFaceProps } from '@multiball/shared/boards'

/** A eventboard in small, for lists: its colour, and two lines for its text. */
export function Face({ board: { background_color: color } }: ThumbnailFaceProps<'eventboard'>) {
  return (
    <>
      <rect width="76" height="43" fill={typeof color === 'string' && parseColor(color) ? color : '#000'} />
      <path d="M22 17h32M14 26h48" stroke="#fff" strokeWidth="4" strokeOpacity="0.6" />
    </>
  )
}
