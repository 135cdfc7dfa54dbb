import { counter, gauge } from '../http/readings'
import type { Reading } from '../http/readings'
import type { Games } from './games.service'

const longestWaitMs = 5_000

/** What keeps machines from posting: a database that takes nothing. Undefined while nothing does. */
export const gamesTrouble = ({ figures: { waitingMs } }: Games): string | undefined =>
  waitingMs > longestWaitMs ? 'Scores wait for the database.' : undefined

export function gameReadings({ figures: { recorded, waiting, waitingMs } }: Games): Reading[] {
  return [
    counter('multiball_entries_recorded_total', 'Entries of machines that were committed and acknowledged', recorded),
    gauge('multiball_entries_waiting', 'Entries that wait for their commit', waiting),
    gauge('multiball_entries_waiting_seconds', 'For how long the first of them has waited', waitingMs / 1000),
  ]
}
