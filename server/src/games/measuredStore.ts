import { Distribution } from '../http/readings'
import type { GameStore } from './games.store'

const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const rowsBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** A store whose commits are measured. `now` in ms. */
export function measuredStore(store: GameStore, now: () => number = () => performance.now()): { store: GameStore; readings(): Distribution[] } {
  const seconds = new Distribution('multiball_commit_seconds', 'Time that a group commit took', secondsBounds)
  const rows = new Distribution('multiball_commit_rows', 'States that were written in one group commit', rowsBounds)
  return {
    store: {
      ...store,
      commit: async (given) => {
        const begun = now()
        try {
          return await store.commit(given)
        } finally {
          seconds.add((now() - begun) / 1000)
          rows.add(given.length)
        }
      },
    },
    readings: () => [seconds, rows],
  }
}
