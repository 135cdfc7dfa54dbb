import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { registerOwner } from '@multiball/e2e/account'
import { makeOneOfEach } from '@multiball/e2e/oneOfEach'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { startRig } from '../rig'
import { quantile, type Row } from '../table'
import { buildOneBundle } from '../viewer/oneBundle'
import { brokenCase, fullSpeed, longestTask } from './longestTask'
import { openPartner, startPartner } from './partnerPage'

const visits = 3
const latencyMs = 40
const slowdown = 4
/** One takes a third longer than the next: more of them, that their median says something. */
const slowVisits = 7

interface Sent {
  path: string
  /** ms since the page began */
  startedMs: number
}

const median = (values: readonly number[]) => quantile(values, 0.5)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** Scripts, styles and what the host must know; neither fonts nor the answers of the API. */
const counts = ({ path: file }: Sent) => /\.(?:js|css)$|\/start\.json$/.test(file)

const sentOf = (page: Page): Promise<Sent[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name, startTime }) => ({
      path: new URL(name).pathname,
      startedMs: startTime,
    })),
  )

/** Each file once, when it was first asked for. */
const firstOf = (all: readonly Sent[]) =>
  all.filter(({ path: file }, at) => all.findIndex((other) => other.path === file) === at)

/** Groups of requests that began more than 30 ms apart, those of the loader and before it aside. */
function levelsAfterLoader(all: readonly Sent[]): number {
  const starts = firstOf(all)
    .filter(({ path: file }) => file !== '/embed/v1/board.js')
    .map(({ startedMs }) => startedMs)
    .sort((one, other) => one - other)
  return starts.filter((start, at) => at === 0 || start - starts[at - 1]! > 30).length
}

/** Bytes of each file from the server, compressed as it sends them: pages of other origins are not told sizes. */
async function weigh(origin: string, paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (file) => {
      const answer = await fetch(origin + file, { headers: { 'accept-encoding': 'br' } })
      await answer.arrayBuffer()
      const length = answer.headers.get('content-length')
      if (!answer.ok || length === null) throw new Error(`${file} cannot be weighed: ${answer.status}`)
      return Number(length)
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('Performance.enable')
  for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value
}

/** The heap of a page with so many boards, after they have stood for a while. */
async function heapWith(browser: Browser, address: string, boards: number): Promise<number> {
  const { page, session } = await openPartner(browser, address, boards)
  await page.waitForTimeout(1500)
  const bytes = await heapOf(session)
  await page.context().close()
  return bytes
}

/** A board in a partner's page, beside the same board as one bundle, and what it costs that page. */
export async function run(): Promise<Row[]> {
  const bundle = await buildOneBundle({ remotes: path.join(import.meta.dirname, '../viewer/bundledRemotes.ts') })
  const rig = await startRig()
  const partner = await startPartner(rig.url, { type: 'scoreboard', board: rig.board })
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    await rig.post(1, 12_340)
    const loader = await weigh(rig.url, ['/embed/v1/board.js'])
    const one = [...bundle.scripts, ...bundle.styles].reduce(
      (sum, file) => sum + brotliCompressSync(readFileSync(path.join(bundle.folder, file))).length,
      0,
    )

    const levels: number[] = []
    const firstMs: number[] = []
    let inline = 0
    for (let count = 0; count < visits; count += 1) {
      const { page } = await openPartner(browser, partner.address(1), 1, { latencyMs })
      firstMs.push(await page.evaluate(() => performance.now()))
      const sent = (await sentOf(page)).filter(counts)
      levels.push(levelsAfterLoader(sent))
      inline = await weigh(
        rig.url,
        firstOf(sent).map(({ path: file }) => file),
      )
      await page.context().close()
    }
    const bytes = inline / one

    const fullSpeedMs = await fullSpeed(browser, partner)
    const shown = Object.entries(await makeOneOfEach(await registerOwner(rig.url, 'partner')))
    const held = shown.flatMap(([type, board]) =>
      ['inline', 'frame'].map((mode) => ({
        what: `${type}, ${mode}`,
        address: partner.address(1, mode, { type, board }),
        tasks: [] as number[],
      })),
    )
    for (let count = 0; count < slowVisits; count += 1)
      for (const { address, tasks } of held)
        tasks.push(await longestTask(browser, partner, address, { slowdown, fullSpeedMs }))
    const broken = await brokenCase(browser, partner, { slowdown, fullSpeedMs })
    const heaps = []
    for (let count = 0; count < 3; count += 1) {
      heaps.push([
        await heapWith(browser, partner.address(0), 0),
        await heapWith(browser, partner.address(1), 1),
        await heapWith(browser, partner.address(10), 10),
      ] as const)
    }
    const memory = heaps.map(([none, single, ten]) => (ten - none) / (single - none))
    const task = (ms: number) => (ms === 0 ? 'under 50 ms' : `${ms.toFixed(0)} ms`)
    return [
      { what: 'loader, brotli', ours: kilobytes(loader), target: '<= 4.1 kB', holds: loader <= 4096 },
      {
        what: 'inline board beside the same as one bundle: scripts, styles, registry',
        ours: kilobytes(inline),
        peer: kilobytes(one),
        ratio: bytes.toFixed(2),
        target: '<= 1.35',
        holds: bytes <= 1.35,
      },
      { what: 'levels after the loader', ours: String(median(levels)), target: '<= 2', holds: median(levels) <= 2 },
      { what: `first board, ${latencyMs} ms a request, median of ${visits}`, ours: `${median(firstMs).toFixed(0)} ms` },
      ...held.map(({ what, tasks }): Row => ({
        what: `longest task of the partner's page, ${what}, CPU / ${slowdown}, median of ${slowVisits}`,
        ours: task(median(tasks)),
        ratio: `most ${task(Math.max(...tasks))}`,
        target: '<= 50 ms',
        holds: median(tasks) <= 50,
      })),
      broken,
      {
        what: 'JavaScript heap of one board, inline',
        ours: kilobytes(median(heaps.map(([none, single]) => single - none))),
      },
      {
        what: 'ten boards beside one',
        ours: median(memory).toFixed(2),
        target: '<= 2.5',
        holds: median(memory) <= 2.5,
      },
    ]
  } finally {
    await browser.close()
    partner.stop()
    rmSync(bundle.folder, { recursive: true })
    await rig.stop()
  }
}
