import { formatScore, modeColors, visibleModes } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { Game, ScoreboardScores } from '@multiball/shared/schema'
import { useId } from 'react'
import css from './Thumbnail.module.css'

const accents = ['#3fe0ff', '#ff8ad0', '#ffc629', '#63f291', '#bda6ff', '#ff9d66']
const ink = '#fff4e0'
const amber = '#ff8a1f'

/** A scoreboard in small, drawn from its last scores; unlit dots while there are none. */
export function Thumbnail({ scores }: { scores: ScoreboardScores | undefined }) {
  const game = scores?.data[0]
  return (
    <svg className={css.thumbnail} viewBox="0 0 76 43" aria-hidden="true" focusable="false">
      {game ? <Lit game={game} /> : <Dots color={amber} opacity={0.34} pitch={4} y={2} height={40} />}
    </svg>
  )
}

function Lit({ game }: { game: Game }) {
  const isOver = game.settled_on !== null
  const colorOf = (position: number) => (!isOver && position === game.current_player ? (accents[position - 1] ?? ink) : ink)
  const [first] = game.scores
  if (game.scores.length === 1 && first) return <Single text={formatScore(scoreFromWire(first.score))} color={colorOf(first.position)} />

  const mode = visibleModes(game.game_modes)[0]
  const rowHeight = 34 / Math.max(4, game.scores.length)
  return (
    <>
      <Dots color={isOver ? amber : mode ? modeColors[mode.color] : modeColors.green} opacity={0.9} pitch={2.8} y={2} height={5.6} />
      {game.scores.map(({ position, score }, row) => {
        const color = colorOf(position)
        const middle = 8 + rowHeight * (row + 0.5)
        return (
          <g key={position} fill={color}>
            <rect x={4} y={middle - 1.4} width={17} height={2.8} rx={1} opacity={color === ink ? 0.55 : 1} />
            <text className={css.score} x={72} y={middle} fontSize={Math.min(8.2, rowHeight)}>
              {formatScore(scoreFromWire(score))}
            </text>
          </g>
        )
      })}
    </>
  )
}

function Single({ text, color }: { text: string; color: string }) {
  return (
    <text className={css.score} x={72} y={21.5} fontSize={Math.min(26, 195 / text.length)} fill={color}>
      {text}
    </text>
  )
}

interface DotsProps {
  color: string
  opacity: number
  pitch: number
  y: number
  height: number
}

function Dots({ color, opacity, pitch, y, height }: DotsProps) {
  const id = useId()
  return (
    <>
      <pattern id={id} width={pitch} height={pitch} x={3} y={y} patternUnits="userSpaceOnUse">
        <circle cx={pitch / 2} cy={pitch / 2} r={Math.min(1, pitch / 3)} fill={color} opacity={opacity} />
      </pattern>
      <rect x={3} y={y} width={70} height={height} fill={`url(#${id})`} />
    </>
  )
}
