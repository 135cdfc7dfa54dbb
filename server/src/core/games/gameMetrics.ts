import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { DiskRoom } from '../../ground/database/diskRoom'
import { counter, gauge } from '../../ground/http/metrics'
import { Refusal } from '../../ground/http/refusals'
import type { DailyGames } from './dailyGames'
import type { Games, NewGames } from './games.service'
import type { GameStore } from './games.store'

const longestWaitMs = 5_000
const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const rowsBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** What keeps machines from posting: a database that does not write. Undefined while all is well. */
export const gamesTrouble = ({ figures: { waitingMs } }: Games): string | undefined =>
  waitingMs > longestWaitMs ? 'Scores wait for the database.' : undefined

/** The metrics of what machines post. */
export function measureGames(metrics: Registry, games: Games): void {
  counter(
    metrics,
    'multiball_entries_recorded_total',
    'Entries of machines that were committed and acknowledged',
    () => games.figures.recorded,
  )
  gauge(metrics, 'multiball_entries_waiting', 'Entries that wait for their commit', () => games.figures.waiting)
  gauge(
    metrics,
    'multiball_entries_waiting_seconds',
    'For how long the first of them has waited',
    () => games.figures.waitingMs / 1000,
  )
}

const noRoom = () =>
  new Refusal(
    503,
    { detail: 'The server’s disk is nearly full: no new game can begin. A game that is being played goes on.' },
    { 'retry-after': '60' },
  )

/** Whether another game may begin, with those that may not counted by why. */
export function measuredNewGames(
  metrics: Registry,
  room: Pick<DiskRoom, 'isStopped'>,
  daily: Pick<DailyGames, 'refusal' | 'begun'>,
): NewGames {
  const refused = new Counter({
    name: 'multiball_games_refused_total',
    help: 'Entries that would have begun a game that may not begin, by why',
    labelNames: ['reason'],
    registers: [metrics],
  })
  gauge(
    metrics,
    'multiball_new_games_stopped',
    'Whether no game may begin because the disk is nearly full: 1; 0 else',
    () => Number(room.isStopped),
  )
  for (const reason of ['machine', 'owner', 'disk']) refused.inc({ reason }, 0)
  return {
    refusal(venueMachineId) {
      const found = room.isStopped ? { refusal: noRoom(), reason: 'disk' } : daily.refusal(venueMachineId)
      if (found) refused.inc({ reason: found.reason })
      return found?.refusal
    },
    begun: (venueMachineId, startedAt) => daily.begun(venueMachineId, startedAt),
  }
}

/** A store whose commits are measured. `now` in ms. */
export function measuredStore(
  store: GameStore,
  metrics: Registry,
  now: () => number = () => performance.now(),
): GameStore {
  const registers = [metrics]
  const seconds = new Histogram({
    name: 'multiball_commit_seconds',
    help: 'Time that a group commit took',
    buckets: secondsBounds,
    registers,
  })
  const rows = new Histogram({
    name: 'multiball_commit_rows',
    help: 'States that were written in one group commit',
    buckets: rowsBounds,
    registers,
  })
  return {
    ...store,
    commit: async (given) => {
      const begun = now()
      try {
        return await store.commit(given)
      } finally {
        seconds.observe((now() - begun) / 1000)
        rows.observe(given.length)
      }
    },
  }
}
