import type { ThumbnailFaceProps } from '@multiball/shared/boards'
import { paletteFor } from '@multiball/shared/display'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** An opening hours board in small, for lists: the line that says what is now, and a bar for each day that is open. */
export function Face({ board }: ThumbnailFaceProps<'openinghours'>) {
  const palette = paletteFor(String(board.background_color))
  return (
    <>
      <rect width="76" height="43" fill={palette.page} />
      <path d="M8 12h60" stroke="#4df08a" strokeWidth="7" strokeDasharray="1.6 1" />
      {days.map((day, index) => (
        <rect
          key={day}
          x={8 + index * 8.8}
          y="22"
          width="6"
          height="14"
          fill={board[day] ? palette.ink : palette.unlit}
        />
      ))}
    </>
  )
}
