import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuSeconds, residentBytes } from '../processUse'
import { runFile, type Stage } from '../product'

/** A server that takes scores and sends them to viewers. */
export interface Target {
  pid: number
  socketAddress: string
  name: string
  post(sequence: number, score: number): Promise<number>
}

export const viewers = 1000

export interface FanOut {
  /** deliveries per CPU second: a delivery is one viewer holding a state at least as new as one post */
  onePost: number
  eightPosts: number
  bytesPerViewer: number
}

export const stageTarget = (stage: Stage): Target => ({
  pid: stage.pid,
  socketAddress: `${stage.url.replace('http', 'ws')}/scoreboard/${stage.board}/scores/websocket/?session=1`,
  name: `scoreboard:${stage.board}:scores`,
  post: stage.post,
})

/** Measures one server with {@link viewers} viewers, in a process of their own. */
export async function measureFanOut(target: Target): Promise<FanOut> {
  const idleBytes = residentBytes(target.pid)
  const crowd = runFile('bench/src/live/viewers.ts', [target.socketAddress, String(viewers), target.name], {})
  await once(crowd, 'message')
  await wait(1500)
  const bytesPerViewer = (residentBytes(target.pid) - idleBytes) / viewers

  let score = 0
  const deliver = async (wanted: number) => {
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
  }

  async function measure(posts: number, outstanding: number) {
    const before = cpuSeconds(target.pid)
    for (let done = 0; done < posts; done += outstanding) {
      await Promise.all(Array.from({ length: outstanding }, () => target.post(++score, score)))
      await deliver(score)
    }
    return (posts * viewers) / (cpuSeconds(target.pid) - before)
  }

  await measure(40, 1)
  const onePost = await measure(200, 1)
  await measure(80, 8)
  const eightPosts = await measure(800, 8)
  crowd.disconnect()
  await once(crowd, 'exit')
  return { onePost, eightPosts, bytesPerViewer }
}
