import type { Clock } from '@multiball/shared/display'
import type { Game, VenueMachine } from '@multiball/shared/schema'

/** Everything outside that watching hot games touches; a test gives its own. */
export interface HotWorld {
  clock: Clock
  /** @throws when the list cannot be read */
  listHotMachines(signal: AbortSignal): Promise<VenueMachine[]>
  /** @throws when the game cannot be read */
  getCurrentGame(machine: number, signal: AbortSignal): Promise<Game>
}

/* Loaded when nobody plays: a board with a game on it needs neither these calls nor their contracts. */

const calls = () => import(/* webpackExports: ['getCurrentGame', 'listHotMachines'] */ '@multiball/shared/api')

/** Half of the time between two polls of one board. */
const goodForMs = 2_500

function makeWorld(clock: Clock): HotWorld {
  const list = shareAnswers(async (_all: 'all', signal) => (await calls()).listHotMachines(signal), clock, goodForMs)
  const game = shareAnswers(
    async (machine: number, signal) => (await calls()).getCurrentGame(machine, signal),
    clock,
    goodForMs,
  )
  return { clock, listHotMachines: (signal) => list('all', signal), getCurrentGame: game }
}

const worlds = new WeakMap<Clock, HotWorld>()

/** The server as all boards of a page ask it for hot games. */
export function hotWorldOf(clock: Clock): HotWorld {
  const world = worlds.get(clock) ?? makeWorld(clock)
  worlds.set(clock, world)
  return world
}

interface Asked<Answer> {
  answer: Promise<Answer>
  atMs: number
  waiting: number
  controller: AbortController
}

/**
 * Lets those who ask the same within `goodForMs` share one answer: the idle cells of a grid cost what one of them does.
 * What failed is asked again; what nobody waits for any more is aborted.
 */
export function shareAnswers<Key, Answer>(
  ask: (key: Key, signal: AbortSignal) => Promise<Answer>,
  { now }: Pick<Clock, 'now'>,
  goodForMs: number,
): (key: Key, signal: AbortSignal) => Promise<Answer> {
  const asked = new Map<Key, Asked<Answer>>()
  // What comes from the time to come was answered before the screen's clock was put back.
  const isGood = ({ atMs }: Asked<Answer>) => atMs <= now() && now() - atMs < goodForMs
  const forget = (key: Key, one: Asked<Answer>) => void (asked.get(key) === one && asked.delete(key))

  function begin(key: Key): Asked<Answer> {
    for (const [old, one] of asked) if (!isGood(one)) asked.delete(old)
    const controller = new AbortController()
    const one: Asked<Answer> = { answer: ask(key, controller.signal), atMs: now(), waiting: 0, controller }
    asked.set(key, one)
    one.answer.catch(() => forget(key, one))
    return one
  }

  return (key, signal) => {
    const known = asked.get(key)
    const one = known && isGood(known) ? known : begin(key)
    one.waiting += 1
    const leave = () => {
      one.waiting -= 1
      if (one.waiting > 0) return
      forget(key, one)
      one.controller.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    return one.answer.finally(() => signal.removeEventListener('abort', leave))
  }
}
