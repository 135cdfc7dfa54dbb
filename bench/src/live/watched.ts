import { setTimeout as wait } from 'node:timers/promises'
import { postEntry } from '@multiball/e2e/account'
import type { RunningRelease } from '../../../server/src/testing/release'
import type { Side } from '../boards/boardsStage'
import { Comparison, rowsOf } from '../boards/comparison'
import { cpuSeconds } from '../processUse'
import { fourPlayerEntry } from '../stage'
import type { Row } from '../table'
import { gather, greetingOf } from './fanOut'

/** A running server with a scoreboard of one machine that many sockets watch. */
export interface Watched {
  side: Side
  /** the scoreboard's number */
  board: number
  sockets: number
  /** Posts an entry of the machine and waits until all sockets have it. */
  post(): Promise<void>
  /** that the server has used so far */
  cpuSeconds(): number
  /** that all sockets have been sent so far */
  bytes(): Promise<number>
  leave(): Promise<void>
}

/** A little longer than the hub's shortest pause between two states of a board. */
const betweenPostsMs = 60
const pairs = 200
const warmUp = 100
/** The system counts CPU in hundredths of a second: what a turn takes must be many of them. */
const turns = 16
const postsInTurn = 25

export async function watchScoreboard(
  { url, pid }: RunningRelease,
  side: Side,
  sockets: number,
  isCompressed = false,
): Promise<Watched> {
  const machine = side.machines[isCompressed ? 1 : 0]
  const { key } = await side.send<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)
  const { id } = await side.send('POST', '/api/scoreboard/', {
    title: isCompressed ? 'Watched by browsers' : 'Watched',
    is_public: true,
    venuemachine_items: [{ venuemachine: machine }],
  })
  const crowd = await gather(
    {
      socketAddress: `${url.replace('http', 'ws')}/scoreboard/${id}/scores/websocket/`,
      greeting: greetingOf(`scoreboard:${id}:scores`),
      isCompressed,
    },
    sockets,
  )
  const session = crypto.randomUUID()
  let sequence = 0
  return {
    side,
    board: id,
    sockets,
    async post() {
      sequence += 1
      const score = 1_000_000_000 + sequence
      const status = await postEntry(url, key, fourPlayerEntry(session, sequence, score))
      if (status !== 200) throw new Error(`An entry was answered with ${status}`)
      await crowd.deliver(score)
    },
    cpuSeconds: () => cpuSeconds(pid),
    bytes: crowd.bytes,
    leave: crowd.leave,
  }
}

/** The fan-out of two servers, post by post and then in alternating batches: how long it takes, and what it costs. */
export async function compareFanOut(both: Record<'ours' | 'old', Watched>, target: number): Promise<Row[]> {
  const comparison = new Comparison({ ours: both.ours.side, old: both.old.side })
  const { sockets } = both.ours
  for (let done = 0; done < warmUp; done += 1)
    await Promise.all([both.ours.post(), both.old.post(), wait(betweenPostsMs)])
  for (let done = 0; done < pairs; done += 1) {
    await comparison.call(`from the POST to the last of ${sockets} sockets`, (_, name) => both[name].post())
    await wait(betweenPostsMs)
  }

  const used = { ours: 0, old: 0 }
  const bytes = { ours: await both.ours.bytes(), old: await both.old.bytes() }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const name of turn % 2 === 0 ? (['ours', 'old'] as const) : (['old', 'ours'] as const)) {
      const before = both[name].cpuSeconds()
      for (let done = 0; done < postsInTurn; done += 1) await Promise.all([both[name].post(), wait(betweenPostsMs)])
      used[name] += both[name].cpuSeconds() - before
    }
  }
  for (const name of ['ours', 'old'] as const)
    bytes[name] = ((await both[name].bytes()) - bytes[name]) / turns / postsInTurn / sockets
  const each = (seconds: number) => `${((seconds / turns / postsInTurn) * 1000).toFixed(2)} ms`
  const rows = [
    ...rowsOf(comparison.pairs),
    {
      what: `CPU of the server for a post and its ${sockets} frames`,
      ours: each(used.ours),
      peer: each(used.old),
      ratio: used.ours / used.old,
    },
    { what: 'bytes a frame', ours: bytes.ours.toFixed(0), peer: bytes.old.toFixed(0), ratio: bytes.ours / bytes.old },
  ]
  return rows.map((row): Row => ({
    ...row,
    ratio: row.ratio.toFixed(3),
    target: `<= ${target}`,
    holds: row.ratio <= target,
  }))
}
