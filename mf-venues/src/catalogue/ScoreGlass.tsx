import type { ReactNode } from 'react'
import type { Technology } from './era'

const cells = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Ivory drums behind windows. */
const Reels = () => (
  <>
    {cells(5).map((at) => (
      <g key={at}>
        <rect x={13 + at * 8} y="33" width="6.4" height="9.5" rx="0.8" fill="#f4ead2" />
        <path d={`M${16.2 + at * 8} 35v5.5`} stroke="#3a2418" strokeWidth="1.5" />
      </g>
    ))}
  </>
)

/** Numbers painted on the glass, with a lamp behind each; some are lit. */
const Lights = () => (
  <>
    {[33, 38.4].map((y, row) =>
      cells(7).map((at) => (
        <rect
          key={`${y} ${at}`}
          x={9 + at * 6.7}
          y={y}
          width="5.6"
          height="4.2"
          rx="0.9"
          fill="#ffe3a1"
          opacity={(row === 0 ? at === 4 : at === 2) ? 1 : 0.28}
        />
      )),
    )}
  </>
)

/** Seven segments, all lit but the middle of the first. */
const Numeric = () => (
  <>
    <rect x="8" y="33" width="48" height="10" rx="1.5" fill="#0a0706" />
    <g stroke="#ff7a2f" strokeWidth="1" fill="none">
      {cells(7).map((at) => (
        <path key={at} d={`M${11.6 + at * 6} 34.8h3v6.4h-3ZM${11.6 + at * 6} 38h${at === 0 ? 0 : 3}`} />
      ))}
    </g>
  </>
)

/** Strokes that make letters. */
const Alphanumeric = () => (
  <>
    <rect x="5" y="32.5" width="54" height="11" rx="1.5" fill="#04100e" />
    <g stroke="#4fe3c1" strokeWidth="0.9" fill="none">
      {cells(8).map((at) => (
        <path
          key={at}
          d={
            at % 3 === 0
              ? `M${8 + at * 6.2} 41V35h3.4v6M${8 + at * 6.2} 38h3.4`
              : at % 3 === 1
                ? `M${8 + at * 6.2} 35l3.4 6M${11.4 + at * 6.2} 35l-3.4 6`
                : `M${11.4 + at * 6.2} 35h-3.4v6h3.4M${8 + at * 6.2} 38h2.4`
          }
        />
      ))}
    </g>
  </>
)

/** A wide field of amber dots with a ball that runs. */
const Dots = () => (
  <>
    <rect x="4" y="31" width="56" height="13.5" rx="1.5" fill="#0c0703" />
    {cells(5).map((row) =>
      cells(22).map((column) => (
        <circle
          key={`${row} ${column}`}
          cx={6.6 + column * 2.42}
          cy={33 + row * 2.4}
          r="0.85"
          fill="#ff8a1f"
          opacity={isLit(column, row) ? 1 : 0.22}
        />
      )),
    )}
  </>
)

const isLit = (column: number, row: number) =>
  Math.hypot(column - 16, row - 2) < 1.8 || (row === 2 && column < 13 && column % 2 === 0) || (row === 4 && column < 14)

/** A picture as wide as the glass. */
const Screen = () => (
  <>
    <rect x="7" y="26" width="50" height="18.5" rx="1.5" fill="#05080c" />
    <rect x="8.5" y="27.5" width="47" height="15.5" rx="0.8" fill="#12324a" />
    <path d="M8.5 41L22 32L30 38L42 29.5L55.5 40V43H8.5Z" fill="#2f8fc4" />
    <path d="M12 30h13M12 32.6h8" stroke="#e9f6ff" strokeWidth="1.3" />
  </>
)

const drawings: Record<Technology, () => ReactNode> = {
  reels: Reels,
  lights: Lights,
  numeric: Numeric,
  alphanumeric: Alphanumeric,
  dots: Dots,
  screen: Screen,
}

/** What shows the score in a backglass. */
export function ScoreGlass({ technology }: { technology: Technology }) {
  const Drawing = drawings[technology]
  return <Drawing />
}
