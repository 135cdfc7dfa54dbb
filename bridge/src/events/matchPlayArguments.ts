import path from 'node:path'
import { UsageError } from '../options'
import { feedOptions, feedPlace, feedUsage } from './feedArguments'
import type { FeedValues } from './feedArguments'

export const matchPlayUsage = `Shows a tournament of matchplay.events on an eventboard.

  npm run bridge -- matchplay --server URL --board ID [--key FEED_KEY] --tournament ID [--state FILE]

${feedUsage}
  --tournament  id of the tournament, as in the address of its page
  --state       what is kept over a restart, ./multiball-tournament-ID.json by default

  MATCHPLAY_TOKEN  a token of your account, from https://app.matchplay.events/account/tokens; asked for by some tournaments`

export const matchPlayOptions = {
  ...feedOptions,
  tournament: { type: 'string' },
  state: { type: 'string' },
} as const

/** @throws UsageError with the usage where something is missing, otherwise with what is wrong */
export function matchPlayArguments(values: FeedValues & { tournament?: string; state?: string }) {
  if (!/^[1-9]\d{0,9}$/.test(values.tournament ?? '')) throw new UsageError(matchPlayUsage)
  const tournament = Number(values.tournament)
  return {
    place: feedPlace(values, matchPlayUsage),
    tournament,
    state: path.resolve(values.state ?? `multiball-tournament-${tournament}.json`),
  }
}
