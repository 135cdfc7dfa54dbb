import type { Clock } from '@multiball/shared/display'
import type { HotWorld } from './runHotGame'
import { shareAnswers } from './shareAnswers'

/* Loaded when nobody plays: a board with a game on it needs neither these calls nor their contracts. */

const calls = () => import(/* webpackExports: ['getCurrentGame', 'listHotMachines'] */ '@multiball/shared/api')

/** Half of the time between two polls of one board. */
const goodForMs = 2_500

function makeWorld(clock: Clock): HotWorld {
  const list = shareAnswers(async (_all: 'all', signal) => (await calls()).listHotMachines(signal), clock, goodForMs)
  const game = shareAnswers(async (machine: number, signal) => (await calls()).getCurrentGame(machine, signal), clock, goodForMs)
  return { clock, listHotMachines: (signal) => list('all', signal), getCurrentGame: game }
}

const worlds = new WeakMap<Clock, HotWorld>()

/** The server as all boards of a page ask it for hot games. */
export function hotWorldOf(clock: Clock): HotWorld {
  const world = worlds.get(clock) ?? makeWorld(clock)
  worlds.set(clock, world)
  return world
}
