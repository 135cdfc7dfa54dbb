import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuSeconds, residentBytes } from '../processUse'
import { runFile, type Rig } from '../rig'
import type { Arrivals, Post, Question } from './viewers'

/** A server that takes scores and sends them to viewers. */
export interface Target {
  pid: number
  socketAddress: string
  /** what a viewer sends first */
  greeting: string
  /** an older post that arrives after a newer one is not sent to anyone */
  keepsOrder: boolean
  post(sequence: number, score: number): Promise<number>
}

export const viewers = 1000

/** A little longer than the hub's shortest pause between two updates of a board. */
const betweenPostsMs = 60

interface FanOut {
  /**
   * Deliveries per CPU second, a delivery being one viewer that holds one post's state, or a newer one. Of one post
   * after the other only the fan-out is counted, without what the post itself costs.
   */
  onePost: number
  eightPosts: number
}

/** What a viewer of this board sends first. */
export const greetingOf = (name: string): string => JSON.stringify({ type: 'GET_SCORES', name })

export const rigTarget = (rig: Rig): Target => ({
  pid: rig.pid,
  socketAddress: `${rig.url.replace('http', 'ws')}/scoreboard/${rig.board}/scores/websocket/?session=1`,
  greeting: greetingOf(`scoreboard:${rig.board}:scores`),
  keepsOrder: true,
  post: rig.post,
})

const measuredPosts = 150
const measuredPostsAtOnce = 800

async function cpuOf({ pid }: Target, work: () => Promise<void>): Promise<number> {
  const before = cpuSeconds(pid)
  await work()
  return cpuSeconds(pid) - before
}

export type Crowd = Awaited<ReturnType<typeof gather>>

/** A viewer that has waited for so long will not be sent anything. */
export const patienceMs = 20_000

/** Viewers in a process of their own, all of them watching. Whoever waits for them is told after `patience` ms that they got nothing. */
export async function gather(
  { socketAddress, greeting }: Pick<Target, 'socketAddress' | 'greeting'>,
  count: number,
  patience = patienceMs,
) {
  const crowd = runFile('bench/src/live/viewers.ts', [socketAddress, String(count), greeting])
  await once(crowd, 'message')
  const ask = <Answer>(question: Question, answerIn: (message: object) => Answer | undefined) =>
    new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(
        () => end(() => reject(new Error(`Not all of ${count} viewers were sent what they wait for`))),
        patience,
      )
      const listen = (message: object) => {
        const answer = answerIn(message)
        if (answer !== undefined) end(() => resolve(answer))
      }
      const end = (settle: () => void) => {
        clearTimeout(timer)
        crowd.off('message', listen)
        settle()
      }
      crowd.on('message', listen)
      crowd.send(question)
    })
  return {
    count,
    /** Resolves once all have seen this score or a higher one. */
    deliver: async (wanted: number) =>
      void (await ask(wanted, (message) => (message as { delivered?: number }).delivered === wanted || undefined)),
    /** From now on viewers note when they are sent what. */
    note: () => void crowd.send('note arrivals' satisfies Question),
    /** What became of these posts since then. */
    arrivalsOf: (posts: Post[]) => ask({ posts }, (message) => (message as { arrivals?: Arrivals }).arrivals),
    async leave() {
      crowd.disconnect()
      await once(crowd, 'exit')
    },
  }
}

/** Bytes that a server grows by for each viewer; measured before anything else has made it grow. */
export async function measureMemory(target: Target): Promise<number> {
  await target.post(1, 1)
  const idleBytes = residentBytes(target.pid)
  const crowd = await gather(target, viewers)
  await wait(1500)
  const bytesPerViewer = (residentBytes(target.pid) - idleBytes) / viewers
  await crowd.leave()
  return bytesPerViewer
}

/** Measures one server with {@link viewers} viewers, in a process of their own. */
export async function measureFanOut(target: Target): Promise<FanOut> {
  // Above every score that the board has shown before: viewers must wait for what is posted here.
  let score = 1_000_000_000
  let sequence = 1
  const postAtOnce = async (posts: number) => {
    const last = sequence + posts
    const poster = async () => {
      while (sequence < last) await target.post(++sequence, ++score)
    }
    await Promise.all(Array.from({ length: 8 }, poster))
  }
  // Compiled code on both sides, before anything is measured.
  await postAtOnce(3000)
  // What the posts themselves cost, with nobody watching: ours are checked and stored, the peer's are not.
  const withoutViewers = await cpuOf(target, async () => {
    for (let done = 0; done < measuredPosts; done += 1) {
      const pause = wait(betweenPostsMs)
      await target.post(++sequence, ++score)
      await pause
    }
  })

  const { deliver, leave } = await gather(target, viewers)

  /** Posts one after the other, each when all viewers have the one before, no faster than our hub publishes. */
  async function oneByOne(posts: number) {
    for (let done = 0; done < posts; done += 1) {
      const pause = wait(betweenPostsMs)
      await target.post(++sequence, ++score)
      await deliver(score)
      await pause
    }
  }

  /** Eight posters, each posting again as soon as it is answered; done when all viewers have the last post. */
  async function eightAtOnce(posts: number) {
    await postAtOnce(posts)
    await deliver(score)
  }

  await oneByOne(20)
  const onePost = (measuredPosts * viewers) / ((await cpuOf(target, () => oneByOne(measuredPosts))) - withoutViewers)
  await eightAtOnce(80)
  const eightPosts = (measuredPostsAtOnce * viewers) / (await cpuOf(target, () => eightAtOnce(measuredPostsAtOnce)))
  await leave()
  return { onePost, eightPosts }
}
