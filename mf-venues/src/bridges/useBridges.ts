import { bridges } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'
import type { Bridge, FoundMachine } from '@multiball/shared/schema'

const againMs = 10_000
/** A board that was carried away is not asked about for ever. */
const isNewsMs = 86_400_000

/** The owner's bridges, kept up to date while the page is in view. */
export const useBridges = () => useRead(['bridges'], (signal) => bridges.list(signal), { everyMs: againMs })

/** What bridges have found at a venue that no machine stands for yet. */
export const waitingAt = (venue: number, found: readonly Bridge[], now: Date): FoundMachine[] =>
  found
    .filter((bridge) => bridge.venue === venue)
    .flatMap(({ machines }) => machines)
    .filter(({ venuemachine, found_at }) => !venuemachine && now.getTime() - Date.parse(found_at) < isNewsMs)
