import { Link } from '@multiball/shared/routing'
import type { Game, VenueMachine } from '@multiball/shared/schema'
import { Dot } from '@multiball/shared/ui'
import { gameLine } from '../pages/gameLine'
import { lastHeard } from '../pages/lastHeard'
import { LiveWall } from './LiveWall'
import css from './NowSection.module.css'
import { Section } from './Section'
import { TestGame } from './TestGame'
import type { TestGameState } from './useTestGame'

interface NowSectionProps {
  machine: VenueMachine
  game: Game | undefined
  test: TestGameState
  isNext: boolean
}

/** What is played on the machine now, and a game to try it with. */
export function NowSection({ machine, game, test, isNext }: NowSectionProps) {
  // Its moment is written down a little later.
  const isHeard = test.type === 'playing' && test.taken > 0
  const heard = lastHeard(isHeard ? new Date().toISOString() : machine.last_heard_at, new Date())
  return (
    <Section
      title="Now"
      aside={
        <span className={css.heard}>
          <Dot isOn={heard.isHere} />
          {heard.words}
        </span>
      }
    >
      {game && <LiveWall machine={machine} game={game} />}
      <p className={css.line} data-playing={game?.settled_on === null || undefined}>
        {gameLine(game)}
      </p>
      {game && (
        <Link to={`/games/${game.id}`} className={css.follow}>
          {game.settled_on === null ? 'Follow this game' : 'Game details'}
        </Link>
      )}
      <TestGame machine={machine} test={test} isNext={isNext} />
    </Section>
  )
}
