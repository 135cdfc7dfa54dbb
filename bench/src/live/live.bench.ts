import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium } from 'playwright-core'
import { ensureInstalled } from '../../../platform/ensure.mjs'
import { startRig, type Rig } from '../rig'
import { quantile, type Row } from '../table'
import { measureFanOut, measureMemory, rigTarget, viewers, type Target } from './fanOut'
import { measurePanels } from './panels'
import { comparePeers, startPeer } from './peers'

const perSecond = (value: number) => `${Math.round(value / 1000)}k /CPU s`

/** Of each pattern of posts: with all else, the run stays below eight minutes. */
const long = { rounds: 4, milliseconds: 2_500 }
const short = { rounds: 3, milliseconds: 1_500 }

const parts = ['--short', '--panels']

/** What is wrong with what was typed; undefined where nothing is. */
export const refuse = (part?: string): string | undefined =>
  part === undefined || parts.includes(part)
    ? undefined
    : `There is no ${part}. Usage: npm run bench -- live [${parts.join(' | ')}]`

/**
 * The live path, from the answered POST to the screen, and one board's fan-out beside its peers. With `--short` the peers
 * alone, in less than three minutes; with `--panels` whether operators see all of that.
 */
export async function run(part?: string): Promise<Row[]> {
  if (part === '--panels') return measurePanels(viewers)
  ensureInstalled({ folder: path.resolve(import.meta.dirname, '../peers') })
  const rig = await startRig()
  try {
    const target: Target = { ...rigTarget(rig), post: (sequence, score) => rig.post(1000 + sequence, score) }
    if (part === '--short') return await comparePeers(target, viewers, short)
    const alone = await measureAlone(rig, target)
    // Above every sequence and score so far.
    return [
      ...alone,
      ...(await comparePeers(
        { ...target, post: (sequence, score) => rig.post(1_000_000 + sequence, 1_000_000_000 + score) },
        viewers,
        long,
      )),
    ]
  } finally {
    await rig.stop()
  }
}

/** What is measured of one server after the other: the screen, the fan-out alone, eight posters, memory. */
async function measureAlone(rig: Rig, target: Target): Promise<Row[]> {
  const latencies = await measureLatency(rig, 200)
  const ourBytes = await measureMemory(target)
  const ours = await measureFanOut(target)
  const plain = (await startPeer('ws'))!
  const peerBytes = await measureMemory(plain)
  const peer = await measureFanOut(plain)
  plain.stop()
  const one = ours.onePost / peer.onePost
  const eight = ours.eightPosts / peer.eightPosts
  return [
    {
      what: `answered POST to painted score, ${latencies.length} posts`,
      ours: `p50 ${quantile(latencies, 0.5).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(1)} ms`,
    },
    {
      what: `${viewers} viewers, one post outstanding, the fan-out alone`,
      ours: perSecond(ours.onePost),
      peer: perSecond(peer.onePost),
      ratio: one.toFixed(2),
      target: '>= 1.4',
      holds: one >= 1.4,
    },
    {
      what: `${viewers} viewers, eight posts outstanding`,
      ours: perSecond(ours.eightPosts),
      peer: perSecond(peer.eightPosts),
      ratio: eight.toFixed(2),
      target: '>= 6',
      holds: eight >= 6,
    },
    {
      what: 'memory a viewer',
      ours: `${(ourBytes / 1024).toFixed(1)} KiB`,
      peer: `${(peerBytes / 1024).toFixed(1)} KiB`,
      target: '<= 16 KiB',
      holds: ourBytes <= 16 * 1024,
    },
  ]
}

/** Milliseconds from an answered POST to the frame that shows its score, one a post. */
async function measureLatency(rig: Rig, posts: number): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
  await page.goto(`${rig.url}/viewer/scoreboards/${rig.board}`)
  await rig.post(1, 1)
  await page.getByText('Player 1').first().waitFor()
  await page.locator('[data-connection="live"]').first().waitFor()
  await page.evaluate(() => {
    const painted = new Map<string, number>()
    Object.assign(globalThis, { painted })
    new MutationObserver((changes) => {
      const texts = changes.map(({ target }) => target.textContent ?? '').filter((text) => /^[\d,]+$/.test(text))
      // The frame after the one that the change is in: by then it is on the screen.
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          texts.forEach((text) => painted.set(text, performance.timeOrigin + performance.now())),
        ),
      )
    }).observe(document.body, { subtree: true, characterData: true, childList: true })
  })
  const answered = new Map<string, number>()
  for (let post = 2; post <= posts + 1; post += 1) {
    const score = post * 1010
    await rig.post(post, score)
    answered.set(score.toLocaleString('en'), performance.timeOrigin + performance.now())
    await wait(120)
  }
  await wait(500)
  const painted = new Map(
    await page.evaluate(() => [...(globalThis as unknown as { painted: Map<string, number> }).painted]),
  )
  await browser.close()
  return [...answered].flatMap(([text, at]) => (painted.has(text) ? [painted.get(text)! - at] : []))
}
