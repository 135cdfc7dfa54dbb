import type { VenueMachine } from '@multiball/shared/schema'
import { Banner, Button } from '@multiball/shared/ui'
import css from './NowSection.module.css'
import type { TestGameState } from './useTestGame'

interface TestGameProps {
  machine: VenueMachine
  test: TestGameState
  isNext: boolean
}

/** The button that plays a short game, once the page knows the machine's key. */
export function TestGame({ machine, test, isNext }: TestGameProps) {
  return (
    <div className={css.test}>
      {test.type === 'failed' && <Banner tone="error">{test.sentence}</Banner>}
      {test.canPlay && (
        <Button variant={isNext ? 'primary' : 'secondary'} icon="play" isBusy={test.type === 'playing'} onPress={test.play}>
          Play a test game
        </Button>
      )}
      <p className={css.note} role="status">
        {noteOf(machine, test)}
      </p>
    </div>
  )
}

function noteOf({ has_device, has_key }: VenueMachine, test: TestGameState): string {
  if (test.type === 'playing') return `Test game: ${test.taken} of ${test.of} scores are in.`
  if (test.type === 'played') return 'It works. Test games don’t count on any leaderboard.'
  if (test.canPlay) return 'Ten seconds, with the key just made. It doesn’t count on any leaderboard.'
  if (has_device) return 'Play on the machine and its scores will show here.'
  return has_key ? 'Test games need the key, which is shown only once. Make a new key to play one.' : 'Connect the machine, then play.'
}
