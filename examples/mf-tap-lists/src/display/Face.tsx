import type { ThumbnailFaceProps } from '@multiball/shared/boards'
import { paletteFor } from '@multiball/shared/display'
import { tapsIn } from '../taps'

const rows = [0, 1, 2, 3]

/** A tap list in small, for lists: a bar for each of the first beers, as long as what is left of it. */
export function Face({ board, scores }: ThumbnailFaceProps<'taplist'>) {
  const palette = paletteFor(String(board.background_color), String(board.accent_color))
  const { taps } = tapsIn(scores)
  return (
    <>
      <rect width="76" height="43" fill={palette.page} />
      {rows.map((row) => {
        const { left = 100 } = taps[row]?.tap ?? { left: 0 }
        return (
          <g key={row} transform={`translate(8 ${7 + row * 8})`}>
            <rect width="34" height="4" fill={taps[row] ? palette.ink : palette.unlit} />
            <rect x="40" width="20" height="4" fill={palette.unlit} />
            <rect x="40" width={left / 5} height="4" fill={palette.gold} />
          </g>
        )
      })}
    </>
  )
}
