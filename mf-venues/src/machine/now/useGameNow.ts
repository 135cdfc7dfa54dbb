import { getCurrentGame } from '@multiball/shared/api'
import type { Game, VenueMachine } from '@multiball/shared/schema'
import { useRead } from '@multiball/shared/queries'

const againMs = 2_000
const testingMs = 700

/**
 * The newest game of a machine, almost as it is played; `isAsked` is false until it is known whether there is one.
 * @param test whether a test game is being played, or has been since the page was opened
 */
export function useGameNow(
  { id, last_heard_at }: VenueMachine,
  test: 'none' | 'playing' | 'played',
): { game: Game | undefined; isAsked: boolean } {
  // One that was never seen has none to ask for.
  const isSilent = last_heard_at === null && test === 'none'
  const { loaded } = useRead(isSilent ? undefined : ['currentGame', id], (signal) => getCurrentGame(id, signal), {
    everyMs: test === 'playing' ? testingMs : againMs,
  })
  return { game: loaded.type === 'ready' ? loaded.value : undefined, isAsked: isSilent || loaded.type !== 'loading' }
}
