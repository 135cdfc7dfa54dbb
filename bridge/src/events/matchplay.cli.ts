import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { connectPusher, Feed, Follower, matchPlay, systemClock } from '@multiball/server/tournaments'
import { readOptions } from '../options'
import { runProgram } from '../runProgram'
import { keyOf } from './feedArguments'
import { httpBoard } from './httpBoard'
import { keptState } from './keptState'
import { matchPlayArguments, matchPlayOptions, matchPlayUsage } from './matchPlayArguments'

/** Another Match Play, as in tests. */
const elsewhere = { matchplay: { type: 'string' }, socket: { type: 'string' } } as const

await runProgram(async ({ log, signal, pause }) => {
  const values = readOptions(matchPlayUsage, () => parseArgs({ options: { ...matchPlayOptions, ...elsewhere } }))
  const { place, tournament, state: file } = matchPlayArguments(values)
  const key = await keyOf(place, { log, signal, pause })
  if (key === undefined) return
  const { state, keep } = keptState(file, tournament, log)
  const feed: Feed = new Feed(
    {
      board: httpBoard({ address: place.address, key, request: fetch }),
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
  if (!signal.aborted) await once(signal, 'abort')
  follower.stop()
  feed.stop()
})
