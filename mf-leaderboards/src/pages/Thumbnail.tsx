import { formatScore } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { LeaderboardScores } from '@multiball/shared/schema'
import { useId } from 'react'
import css from './Thumbnail.module.css'

const ink = '#fff4e0'
const gold = '#ffc629'
const amber = '#ff8a1f'
const shown = 5

/** A leaderboard in small, drawn from its last scores; unlit dots while there are none. */
export function Thumbnail({ scores }: { scores: LeaderboardScores | undefined }) {
  const best = scores?.data[0]?.scores.slice(0, shown) ?? []
  return (
    <svg className={css.thumbnail} viewBox="0 0 76 43" aria-hidden="true" focusable="false">
      {best.length === 0 && <Dots />}
      {best.map(({ score }, row) => (
        <Line key={row} row={row} text={formatScore(scoreFromWire(score))} />
      ))}
    </svg>
  )
}

/** The first line is lit, those below it are smaller. */
function Line({ row, text }: { row: number; text: string }) {
  const isFirst = row === 0
  const middle = isFirst ? 8 : 13.2 + row * 6.2
  const size = Math.min(isFirst ? 10.5 : 6.8, 110 / text.length)
  return (
    <g fill={isFirst ? gold : ink}>
      {isFirst && <rect x={2.5} y={2} width={71} height={12} rx={1.6} fill={gold} fillOpacity={0.16} stroke={gold} strokeWidth={0.7} />}
      <rect x={5} y={middle - 1.3} width={2.6} height={2.6} rx={0.6} fill={isFirst ? gold : amber} />
      <rect x={10} y={middle - 1.3} width={14 + ((row * 5) % 8)} height={2.6} rx={1} opacity={isFirst ? 1 : 0.55} />
      <text className={css.score} x={71} y={middle} fontSize={size}>
        {text}
      </text>
    </g>
  )
}

function Dots() {
  const id = useId()
  return (
    <>
      <pattern id={id} width={4} height={4} x={3} y={2} patternUnits="userSpaceOnUse">
        <circle cx={2} cy={2} r={1} fill={amber} opacity={0.34} />
      </pattern>
      <rect x={3} y={2} width={70} height={40} fill={`url(#${id})`} />
    </>
  )
}
