import {
  bannerColor,
  digitCount,
  DotMatrix,
  Numerals,
  numeralsWidth,
  paletteFor,
  PlayerName,
  testBanner,
  useModeBanner,
  visibleModes,
} from '@multiball/shared/display'
import type { Banner } from '@multiball/shared/display'
import { Link } from '@multiball/shared/routing'
import { scoreFromWire } from '@multiball/shared/schema'
import type { Game } from '@multiball/shared/schema'
import type { CSSProperties } from 'react'
import { playerName } from '../playerName'
import css from './Wall.module.css'

interface WallProps {
  game: Game
  /** the slot that this page is about */
  position: number
  /** the slot that one has */
  mine: number | null
  /** the page of another slot of the same machine */
  pathOf(position: number): string
}

const { accents } = paletteFor('#000')
const fewestDigits = 7
const charactersAtRest = 10

/** The game as it stands on the wall, small enough for a phone; a slot that is still free leads to its page. */
export function Wall({ game, position, mine, pathOf }: WallProps) {
  const { scores, settled_on, current_player } = game
  const banner = useBanner(game)
  const digits = Math.max(fewestDigits, ...scores.map(({ score }) => digitCount(scoreFromWire(score))))
  const isOpen = mine === null
  return (
    <section
      className={css.wall}
      style={{ '--digits-width': numeralsWidth(digits) } as CSSProperties}
      aria-label="The game now"
    >
      <DotMatrix className={css.banner} text={banner.text} color={bannerColor(banner)} atRest={charactersAtRest} />
      <ol className={css.rows}>
        {scores.map((score) => {
          const value = scoreFromWire(score.score)
          const isUp = settled_on === null && current_player === score.position
          const isOther = isOpen && score.player === null && score.position !== position
          const line = (
            <>
              <span className={css.who}>
                <PlayerName name={playerName(score)} className={css.name} />
                {(isOther || isUp) && <span className={css.state}>{isOther ? 'That’s me?' : 'Playing now'}</span>}
              </span>
              <Numerals className={css.score} value={value} digits={digitCount(value)} />
            </>
          )
          return (
            <li
              key={score.position}
              style={{ color: accents[score.position - 1] }}
              data-own={(mine ?? position) === score.position || undefined}
              aria-current={isUp || undefined}
            >
              {isOther ? (
                <Link className={css.row} to={pathOf(score.position)}>
                  {line}
                </Link>
              ) : (
                <div className={css.row}>{line}</div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** What the wall's dot matrix would say. */
function useBanner(game: Game): Banner {
  const { game_modes, settled_on, current_ball } = game
  const mode = useModeBanner(game_modes)
  const test = testBanner(game)
  if (test) return test
  if (settled_on !== null) return { text: 'GAME OVER', color: 'amber' }
  if (visibleModes(game_modes).length > 0 || !current_ball) return mode
  return { text: `BALL ${current_ball}`, color: 'amber' }
}
