import path from 'node:path'
import { parseArgs } from 'node:util'
import { readOptions, UsageError } from '../options'
import { connectPusher, Feed, Follower, matchPlay, systemClock } from '@multiball/server/tournaments'
import { feedAddress, feedKey, feedOptions } from './feedArguments'
import { httpBoard } from './httpBoard'
import { keptState } from './keptState'

const usage = `Shows a tournament of matchplay.events on an eventboard.

  npm run bridge:matchplay -- --server URL --board ID --key FEED_KEY --tournament ID [--state FILE]

  --server      where Multiball is, such as https://boards.example
  --board       id of the eventboard; or --feed with the whole address that the dashboard shows beside the key
  --key         the board's feed key; or set MULTIBALL_FEED_KEY, which other users of this computer do not see
  --tournament  id of the tournament, as in the address of its page
  --state       what is kept over a restart, ./multiball-tournament-ID.json by default

  MATCHPLAY_TOKEN  a token of your account, from https://app.matchplay.events/account/tokens; asked for by some tournaments`

function main() {
  const values = readOptions(usage, () =>
    parseArgs({
      options: {
        ...feedOptions,
        tournament: { type: 'string' },
        state: { type: 'string' },
        matchplay: { type: 'string' },
        socket: { type: 'string' },
      },
    }),
  )
  const [address, key] = [feedAddress(values, usage), feedKey(values, usage)]
  if (!/^[1-9]\d{0,9}$/.test(values.tournament ?? '')) throw new UsageError(usage)
  const tournament = Number(values.tournament)
  const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`)
  const { state, keep } = keptState(
    path.resolve(values.state ?? `multiball-tournament-${tournament}.json`),
    tournament,
    log,
  )
  const feed: Feed = new Feed(
    {
      board: httpBoard({ address, key, request: fetch }),
      clock: systemClock,
      log,
      sequence: state.sequence,
      onSequence: (sequence) => keep({ sequence }),
    },
    () => follower.isThere,
  )
  const follower: Follower = new Follower({
    tournament,
    rest: values.matchplay ?? matchPlay.rest,
    token: process.env.MATCHPLAY_TOKEN,
    connect: (handlers) =>
      connectPusher(
        {
          url: values.socket ?? matchPlay.socket,
          key: matchPlay.key,
          channel: `tournaments.${tournament}`,
          log,
        },
        handlers,
      ),
    feed,
    clock: systemClock,
    request: fetch,
    log,
    state,
    onState: keep,
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      follower.stop()
      feed.stop()
      process.exit()
    })
  }
}

try {
  main()
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error)
  process.exitCode = 1
}
