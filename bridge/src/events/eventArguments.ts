import { UsageError } from '../options'
import { feedOptions, feedPlace, feedUsage } from './feedArguments'
import type { FeedPlace, FeedValues } from './feedArguments'

export const eventUsage = `Shows a tournament that is kept in files on an eventboard, and every change of them.

  npm run bridge -- event --server URL --board ID [--key FEED_KEY] --name "Club night" --standings FILE.csv [--matches FILE.csv] [--finished]
  npm run bridge -- event --server URL --board ID [--key FEED_KEY] --name "Club night" --matches FILE.csv
  npm run bridge -- event --server URL --board ID [--key FEED_KEY] --document FILE.json

${feedUsage}
  --name        what the tournament is called
  --standings, --matches
                its tables; their columns are in docs/wire.md
  --finished    the tournament is over: the board shows the podium of the standings. Without it, a tournament in tables never ends
  --document    a document as docs/events.md describes it, in place of tables`

export const eventOptions = {
  ...feedOptions,
  name: { type: 'string' },
  standings: { type: 'string' },
  matches: { type: 'string' },
  document: { type: 'string' },
  finished: { type: 'boolean' },
} as const

type EventValues = FeedValues &
  Partial<Record<'name' | 'standings' | 'matches' | 'document', string>> & { finished?: boolean }

/** @throws UsageError with the usage where something is missing, otherwise with what is wrong */
export function eventArguments(values: EventValues) {
  const { name, standings, matches, document, finished: isFinished = false } = values
  if (document === undefined && (name === undefined || (standings ?? matches) === undefined))
    throw new UsageError(eventUsage)
  if (isFinished && (document !== undefined || standings === undefined))
    throw new UsageError(
      '--finished goes with --standings, which the podium is taken from. A document says so itself: "status": "finished".',
    )
  const place: FeedPlace = feedPlace(values, eventUsage)
  return { place, name, standings, matches, document, isFinished }
}
