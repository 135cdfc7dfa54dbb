import { formatScore, modeColors, numeralsWidth, visibleModes } from '@multiball/shared/display'
import { scoreFromWire, type Game, type WireScore } from '@multiball/shared/schema'
import { useId } from 'react'
import css from './Thumbnail.module.css'
import type { Face } from './thumbnailFaces'

/** A board that has the whole thumbnail. */
export function ThumbnailFace({ face }: { face: Face }) {
  switch (face.type) {
    case 'game':
      return <PlayedGame game={face.game} />
    case 'list':
      return face.rows
        .slice(0, 5)
        .map(({ position, score }, row) => (
          <Line key={position} score={score} color={row === 0 ? gold : ink} middle={6 + 8 * row} size={8} />
        ))
    case 'nothing':
      return <Dots color={amber} opacity={0.34} pitch={4} y={2} height={40} />
  }
}

function PlayedGame({ game }: { game: Game }) {
  const [first] = game.scores
  if (game.scores.length === 1 && first) {
    return (
      <g fill={playerColor(game, first.position)}>
        <Numerals score={first.score} middle={21.5} size={26} room={68} />
      </g>
    )
  }
  const rowHeight = 34 / Math.max(4, game.scores.length)
  return (
    <>
      <Dots color={stripColor(game)} opacity={0.9} pitch={2.8} y={2} height={5.6} />
      {game.scores.map(({ position, score }, row) => (
        <Line
          key={position}
          score={score}
          color={playerColor(game, position)}
          middle={8 + rowHeight * (row + 0.5)}
          size={Math.min(8.2, rowHeight)}
        />
      ))}
    </>
  )
}

interface LineProps {
  score: WireScore
  color: string
  middle: number
  size: number
}

/** A bar for the name, and the score. */
function Line({ score, color, middle, size }: LineProps) {
  return (
    <g fill={color}>
      <rect x={4} y={middle - 1.4} width={17} height={2.8} rx={1} opacity={color === ink ? 0.55 : 1} />
      <Numerals score={score} middle={middle} size={size} room={49} />
    </g>
  )
}

interface NumeralsProps {
  score: WireScore
  middle: number
  /** at most */
  size: number
  room: number
}

function Numerals({ score, middle, size, room }: NumeralsProps) {
  const number = scoreFromWire(score)
  return (
    <text
      className={css.score}
      x={72}
      y={middle}
      fontSize={Math.min(size, room / numeralsWidth(String(number).length))}
    >
      {formatScore(number)}
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

const accents = ['#3fe0ff', '#ff8ad0', '#ffc629', '#63f291', '#bda6ff', '#ff9d66']

export const ink = '#fff4e0'
export const amber = '#ff8a1f'
export const gold = '#ffc629'

/** The colour of a game's mode strip. */
export function stripColor(game: Game): string {
  if (game.settled_on !== null) return amber
  const [mode] = visibleModes(game.game_modes)
  return mode ? modeColors[mode.color] : modeColors.green
}

/** The colour of a player's score: an accent for the one who is up. */
export const playerColor = (game: Game, position: number): string =>
  game.settled_on === null && position === game.current_player ? (accents[position - 1] ?? ink) : ink
