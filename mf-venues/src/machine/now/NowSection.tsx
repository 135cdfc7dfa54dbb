import { BoardScreen, useDisplay } from '@multiball/shared/boards'
import { ScaledScreen } from '@multiball/shared/forms'
import { Link } from '@multiball/shared/routing'
import { newBoard, ScoreboardInput } from '@multiball/shared/schema'
import type { Game, ScoreboardBootstrap, VenueMachine } from '@multiball/shared/schema'
import { Banner, Button, Dot, styles } from '@multiball/shared/ui'
import { gameLine, lastSeen } from '../../pages/words'
import { Section } from '../Section'
import css from './NowSection.module.css'
import type { TestGameState } from './testGame'

interface NowSectionProps {
  machine: VenueMachine
  game: Game | undefined
  test: TestGameState
  isNext: boolean
}

/** What is played on the machine now, and a game to try it with. */
export function NowSection({ machine, game, test, isNext }: NowSectionProps) {
  // Its moment is written down a little later.
  const isSeen = test.type === 'playing'
  const seen = lastSeen(isSeen ? new Date().toISOString() : machine.last_heard_at, new Date())
  return (
    <Section
      title="Now"
      aside={
        <span className={styles.status}>
          <Dot isOn={seen.isHere} />
          {seen.words}
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
      <TestGame game={game} test={test} isNext={isNext} />
    </Section>
  )
}

const { is_public: _public, venuemachine_items: _items, ...settings } = newBoard(ScoreboardInput)

/** A scoreboard that shows this machine and nothing else, as a viewer would be sent it while this game is the newest. */
function wallOf({ id, venue, machine }: VenueMachine, game: Game): ScoreboardBootstrap {
  return {
    ...settings,
    id,
    display_title: false,
    items: [{ order: 0, venuemachine: { id, venue, machine } }],
    scores: { data: [game], epoch: '', seq: 0 },
  }
}

/** What a TV would show of the machine now: the real display of scoreboards, in small; black until it is loaded. */
function LiveWall({ machine, game }: { machine: VenueMachine; game: Game }) {
  const display = useDisplay('scoreboard')
  const wall = wallOf(machine, game)
  return (
    <div className={css.wall} aria-hidden="true" inert>
      {display.type === 'ready' && (
        <ScaledScreen>
          <BoardScreen
            display={display.display}
            bootstrap={wall}
            scores={wall.scores}
            connection="live"
            layout="screen"
          />
        </ScaledScreen>
      )}
    </div>
  )
}

/** The button that has the server play a short game. */
function TestGame({ game, test, isNext }: Omit<NowSectionProps, 'machine'>) {
  return (
    <div className={css.test}>
      {test.type === 'failed' && <Banner tone="error">{test.sentence}</Banner>}
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        icon="play"
        isBusy={test.type === 'asked' || test.type === 'playing'}
        onPress={test.play}
      >
        Play a test game
      </Button>
      <p className={styles.help} role="status">
        {noteOf(game, test)}
      </p>
    </div>
  )
}

function noteOf(game: Game | undefined, test: TestGameState): string {
  if (test.type === 'playing' && game?.id === test.game) return `Test game: ball ${game.current_ball ?? 1} of 3.`
  if (test.type === 'playing' || test.type === 'asked') return 'Starting the test game…'
  if (test.type === 'played') return 'It works. Test games don’t count on any leaderboard.'
  return 'Takes ten seconds. It doesn’t count on any leaderboard.'
}
