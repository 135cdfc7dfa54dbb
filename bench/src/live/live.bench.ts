import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@multiball/e2e/product'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium } from 'playwright-core'
import { besideRelease } from '../besideRelease'
import { startSide } from '../boards/boardsStage'
import { fourPlayerEntry, runFile, startStage, type Stage } from '../stage'
import { quantile, type Row } from '../table'
import { measureFanOut, measureMemory, stageTarget, viewers, type Target } from './fanOut'
import { compareFanOut, watchScoreboard } from './watched'

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

/** Milliseconds from an answered POST to the frame that shows its score, one a post. */
async function measureLatency(stage: Stage, posts: number): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
  await page.goto(`${stage.url}/viewer/scoreboards/${stage.board}`)
  await stage.post(1, 1)
  await page.getByText('Player 1').first().waitFor()
  await page.locator('[data-connection="live"]').first().waitFor()
  await page.evaluate(() => {
    const painted = new Map<string, number>()
    Object.assign(globalThis, { painted })
    new MutationObserver((changes) => {
      const texts = changes.map(({ target }) => target.textContent ?? '').filter((text) => /^[\d,]+$/.test(text))
      // The frame after the one that the change is in: by then it is on the screen.
      requestAnimationFrame(() => requestAnimationFrame(() => texts.forEach((text) => painted.set(text, performance.timeOrigin + performance.now()))))
    }).observe(document.body, { subtree: true, characterData: true, childList: true })
  })
  const answered = new Map<string, number>()
  for (let post = 2; post <= posts + 1; post += 1) {
    const score = post * 1010
    await stage.post(post, score)
    answered.set(score.toLocaleString('en'), performance.timeOrigin + performance.now())
    await wait(120)
  }
  await wait(500)
  const painted = new Map(await page.evaluate(() => [...(globalThis as unknown as { painted: Map<string, number> }).painted]))
  await browser.close()
  return [...answered].flatMap(([text, at]) => (painted.has(text) ? [painted.get(text)! - at] : []))
}

const target = 1.05

/** The fan-out of the server in this folder beside that of a commit, each a process and a database of its own. */
const compareWithRelease = (ref: string, sockets: number): Promise<Row[]> =>
  besideRelease(ref, async ({ ours, old, start, atEnd }) => {
    const watch = async (release: typeof ours) => {
      const server = await start(release)
      const watched = await watchScoreboard(server, await startSide(server.url, server.databaseUrl), sockets)
      atEnd(watched.leave)
      atEnd(watched.side.close)
      return watched
    }
    const before = await watch(old)
    return compareFanOut({ ours: await watch(ours), old: before }, target)
  })
