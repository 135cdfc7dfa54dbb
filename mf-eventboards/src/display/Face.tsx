import type { ThumbnailFaceProps } from '@multiball/shared/boards'
import { paletteFor } from '@multiball/shared/display'

const cards = [
  [6, 14],
  [26, 14],
  [6, 27],
  [26, 27],
] as const
const places = [14, 18.4, 22.8, 27.2, 31.6, 36] as const

/** An eventboard in small, for lists: its matches, and beside them the standings, with bars where there are any. */
export function Face({ board, scores }: ThumbnailFaceProps<'eventboard'>) {
  const palette = paletteFor(String(board.background_color), String(board.accent_color))
  const feed = scores?.feeds.event
  const isOn = feed?.kind === 'posted' && feed.sequence !== null
  return (
    <>
      <rect width="76" height="43" fill={palette.page} />
      <path d="M6 7.5h30" stroke={palette.ink} strokeWidth="4" />
      <path d="M46 7.5h24" stroke="#4df08a" strokeWidth="3" strokeDasharray="1.2 0.8" opacity={isOn ? 1 : 0.25} />
      {cards.map(([x, y], at) => (
        <g key={at} transform={`translate(${x} ${y})`}>
          <rect width="18" height="11" rx="1.2" fill={palette.unlit} stroke={palette.line} strokeWidth="0.5" />
          {isOn && <path d="M2 3.4h7M2 6h5M2 8.6h6" stroke={palette.ink2} strokeWidth="1.2" />}
          {isOn && <path d={`M11 ${at % 2 ? 6 : 3.4}h5`} stroke={palette.gold} strokeWidth="1.6" />}
        </g>
      ))}
      {places.map((y, at) => (
        <path
          key={y}
          d={`M48 ${y + 1}h${isOn ? 22 - at * 2 : 22}`}
          stroke={isOn ? (at === 0 ? palette.gold : palette.ink2) : palette.unlit}
          strokeWidth="2"
        />
      ))}
    </>
  )
}
