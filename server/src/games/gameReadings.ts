import { counter, gauge } from '../http/readings'
import type { Reading } from '../http/readings'
import type { Games } from './games.service'

export function gameReadings({ figures: { recorded, waiting } }: Games): Reading[] {
  return [
    counter('multiball_entries_recorded_total', 'Entries of machines that were committed and acknowledged', recorded),
    gauge('multiball_entries_waiting', 'Entries that wait for their commit', waiting),
  ]
}
