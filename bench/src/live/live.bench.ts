import { setTimeout as wait } from 'node:timers/promises'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { addVenueMachine, registerOwner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'
import { chromium } from 'playwright-core'
import { besideRelease } from '../besideRelease'
import { startSide, type Side } from '../boards/boardsStage'
import { startStage, type Stage } from '../stage'
import { residentBytes } from '../processUse'
import { quantile, type Row } from '../table'
import { measureFanOut, measureMemory, stageTarget, viewers, type Target } from './fanOut'
import { measurePanels } from './panels'
import { comparePeers, startPeer } from './peers'
import { compareFanOut, watchScoreboard } from './watched'

const perSecond = (value: number) => `${Math.round(value / 1000)}k /CPU s`

/** Of each pattern of posts: with all else, the run stays below eight minutes. */
const long = { rounds: 4, milliseconds: 2_500 }
const short = { rounds: 3, milliseconds: 1_500 }

/**
 * The live path, from the answered POST to the screen, and one board's fan-out beside its peers. With `--short` the peers
 * alone, in less than three minutes; with `--compressed` sockets that take compression beside others of the same server; with
 * `--panels` whether operators see all of that; with a commit, beside the server of that one instead.
 */
export async function run(ref?: string): Promise<Row[]> {
  if (ref === '--compressed') return compareCompressed(viewers)
  if (ref === '--panels') return measurePanels(viewers)
  if (ref !== undefined && ref !== '--short') return compareWithRelease(ref, viewers)
  const stage = await startStage()
  try {
    const target: Target = { ...stageTarget(stage), post: (sequence, score) => stage.post(1000 + sequence, score) }
    if (ref === '--short') return await comparePeers(target, viewers, short)
    const alone = await measureAlone(stage, target)
    // Above every sequence and score so far.
    return [
      ...alone,
      ...(await comparePeers(
        { ...target, post: (sequence, score) => stage.post(1_000_000 + sequence, 1_000_000_000 + score) },
        viewers,
        long,
      )),
    ]
  } finally {
    await stage.stop()
  }
}

/** What is measured of one server after the other: the screen, the fan-out alone, eight posters, memory. */
async function measureAlone(stage: Stage, target: Target): Promise<Row[]> {
  const latencies = await measureLatency(stage, 200)
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
    await stage.post(post, score)
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

/**
 * A board whose sockets take compression beside one whose sockets do not, of one server. How soon the last socket has it is
 * no question here: in this run one process inflates for all of them.
 */
async function compareCompressed(sockets: number): Promise<Row[]> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  const url = product.url.replace('localhost', '127.0.0.1')
  const owner = await registerOwner(url, 'bench')
  const machines = [
    await addVenueMachine(owner, 'Plain', 'Medieval'),
    await addVenueMachine(owner, 'Compressed', 'Medieval'),
  ]
  const side: Side = { machines, samples: [], send: owner.call, close: () => {} }
  const watch = (isCompressed: boolean) =>
    watchScoreboard({ url, pid: product.pid(), stop: product.stop }, side, sockets, isCompressed)
  const grownBy = async (isCompressed: boolean) => {
    const before = residentBytes(product.pid())
    const watched = await watch(isCompressed)
    await wait(1500)
    return { watched, bytes: (residentBytes(product.pid()) - before) / sockets }
  }
  const [ours, old] = [await grownBy(true), await grownBy(false)]
  try {
    const [, cpu, bytes] = await compareFanOut({ ours: ours.watched, old: old.watched }, 1.1)
    return [
      cpu!,
      { ...bytes!, target: '<= 0.667', holds: Number(bytes!.ratio) <= 0.667 },
      {
        what: 'memory a viewer',
        ours: `${(ours.bytes / 1024).toFixed(1)} KiB`,
        peer: `${(old.bytes / 1024).toFixed(1)} KiB`,
        target: '<= 16 KiB',
        holds: ours.bytes <= 16 * 1024,
      },
    ]
  } finally {
    for (const { watched } of [ours, old]) await watched.leave()
    await product.stop()
  }
}
