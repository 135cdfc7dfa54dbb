import { once } from 'node:events'
import { freePort } from '@multiball/e2e/product'
import { fourPlayerEntry, runFile, startStage } from '../stage'
import { quantile, type Row } from '../table'
import { compareWithRelease } from './besideRelease'
import { measureFanOut, measureMemory, stageTarget, viewers, type Target } from './fanOut'
import { measureLatency } from './latency'

async function startPlain(): Promise<{ target: Target; stop(): void }> {
  const port = await freePort()
  const child = runFile('bench/src/live/plainServer.ts', [String(port)])
  await once(child, 'message')
  const post = async (sequence: number, score: number) => {
    const body = JSON.stringify(fourPlayerEntry('x', sequence, score))
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
    await answer.text()
    return answer.status
  }
  return { target: { pid: child.pid!, socketAddress: `ws://127.0.0.1:${port}/`, name: 'scoreboard:1:scores', post }, stop: () => child.disconnect() }
}

const perSecond = (value: number) => `${Math.round(value / 1000)}k /CPU s`

/** The live path, from the answered POST to the screen, and one board's fan-out beside a plain ws server; with a commit, beside the server of that one instead. */
export async function run(ref?: string): Promise<Row[]> {
  if (ref !== undefined) return compareWithRelease(ref, viewers)
  const stage = await startStage()
  try {
    const latencies = await measureLatency(stage, 200)
    const target: Target = { ...stageTarget(stage), post: (sequence, score) => stage.post(1000 + sequence, score) }
    const ourBytes = await measureMemory(target)
    const ours = await measureFanOut(target)
    const plain = await startPlain()
    const peerBytes = await measureMemory(plain.target)
    const peer = await measureFanOut(plain.target)
    plain.stop()
    const one = ours.onePost / peer.onePost
    const eight = ours.eightPosts / peer.eightPosts
    return [
      { what: `answered POST to painted score, ${latencies.length} posts`, ours: `p50 ${quantile(latencies, 0.5).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(1)} ms` },
      { what: `${viewers} viewers, one post outstanding`, ours: perSecond(ours.onePost), peer: perSecond(peer.onePost), ratio: one.toFixed(2), target: '>= 1.4', holds: one >= 1.4 },
      { what: `${viewers} viewers, eight posts outstanding`, ours: perSecond(ours.eightPosts), peer: perSecond(peer.eightPosts), ratio: eight.toFixed(2), target: '>= 6', holds: eight >= 6 },
      { what: 'memory a viewer', ours: `${(ourBytes / 1024).toFixed(1)} KiB`, peer: `${(peerBytes / 1024).toFixed(1)} KiB`, target: '<= 16 KiB', holds: ourBytes <= 16 * 1024 },
    ]
  } finally {
    await stage.stop()
  }
}
