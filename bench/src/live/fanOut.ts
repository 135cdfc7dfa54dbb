import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuSeconds, residentBytes } from '../processUse'
import { runFile, type Stage } from '../stage'

/** A server that takes scores and sends them to viewers. */
export interface Target {
  pid: number
  socketAddress: string
  name: string
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

export const stageTarget = (stage: Stage): Target => ({
  pid: stage.pid,
  socketAddress: `${stage.url.replace('http', 'ws')}/scoreboard/${stage.board}/scores/websocket/?session=1`,
  name: `scoreboard:${stage.board}:scores`,
  post: stage.post,
})

const measuredPosts = 150
const measuredPostsAtOnce = 800

async function cpuOf({ pid }: Target, work: () => Promise<void>): Promise<number> {
  const before = cpuSeconds(pid)
  await work()
  return cpuSeconds(pid) - before
}

/** Viewers in a process of their own, all of them watching. */
export async function gather({ socketAddress, name }: Pick<Target, 'socketAddress' | 'name'>, count: number) {
  const crowd = runFile('bench/src/live/viewers.ts', [socketAddress, String(count), name])
  await once(crowd, 'message')
  return {
    /** Resolves once all have seen this score or a higher one. */
    async deliver(wanted: number) {
      const delivered = new Promise<void>((resolve) => {
        const listen = (message: unknown) => {
          if ((message as { delivered?: number }).delivered !== wanted) return
          crowd.off('message', listen)
          resolve()
        }
        crowd.on('message', listen)
      })
      crowd.send(wanted)
      await delivered
    },
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
