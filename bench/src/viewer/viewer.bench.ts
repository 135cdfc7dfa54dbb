import { rmSync } from 'node:fs'
import path from 'node:path'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type Page } from 'playwright-core'
import { startRig } from '../rig'
import { quantile, type Row } from '../table'
import { brokenSearch, buildOneBundle, openerSearch, serveOneBundle } from './oneBundle'

const visits = 15
const latencyMs = 40

const median = (all: readonly Visit[], field: keyof Visit) =>
  quantile(
    all.map((one) => one[field]),
    0.5,
  )

/** The viewer page with the scoreboard display, beside the same sources as one bundle. */
export async function run(): Promise<Row[]> {
  const bundle = await buildOneBundle({ remotes: path.join(import.meta.dirname, 'bundledRemotes.ts') })
  const rig = await startRig()
  const { url, server } = await serveOneBundle(bundle, rig.url)
  try {
    await rig.post(1, 12_340)
    const ours: Visit[] = []
    const peer: Visit[] = []
    const likeOurs: Visit[] = []
    for (let count = 0; count < visits; count += 1) {
      ours.push(await visit(`${rig.url}/viewer/scoreboards/${rig.board}`, latencyMs))
      peer.push(await visit(`${url}/viewer/scoreboards/${rig.board}`, latencyMs))
      likeOurs.push(await visit(`${url}/viewer/scoreboards/${rig.board}${openerSearch}`, latencyMs))
    }
    const broken = await visit(`${url}/viewer/scoreboards/${rig.board}${brokenSearch}`, latencyMs)
    const levels = median(ours, 'levels')
    const score = (what: string, others: Visit[]): Row => {
      const ratio = median(ours, 'firstScoreMs') / median(others, 'firstScoreMs')
      return {
        what,
        ours: `${median(ours, 'firstScoreMs').toFixed(0)} ms`,
        peer: `${median(others, 'firstScoreMs').toFixed(0)} ms`,
        ratio: ratio.toFixed(2),
        target: '<= 1.08',
        holds: ratio <= 1.08,
      }
    }
    const weight = (what: string, of: 'scriptBytes' | 'restBytes'): Row => {
      const ratio = median(ours, of) / median(peer, of)
      const kilobytes = (all: Visit[]) => `${(median(all, of) / 1000).toFixed(1)} kB`
      return {
        what,
        ours: kilobytes(ours),
        peer: kilobytes(peer),
        ratio: ratio.toFixed(3),
        target: '<= 1.25',
        holds: ratio <= 1.25,
      }
    }
    return [
      weight('JavaScript, brotli, until the first score', 'scriptBytes'),
      weight('JavaScript, brotli, once nothing more is asked for', 'restBytes'),
      { what: 'scripts', ours: String(median(ours, 'scripts')), peer: String(median(peer, 'scripts')) },
      {
        what: 'requests, scripts and styles',
        ours: String(median(ours, 'requests')),
        peer: String(median(peer, 'requests')),
      },
      {
        what: 'levels after the HTML',
        ours: String(levels),
        peer: String(median(peer, 'levels')),
        target: '<= 1',
        holds: levels <= 1,
      },
      score(`first score, ${latencyMs} ms a request, median of ${visits}`, peer),
      score('first score, beside a bundle with our Cross-Origin-Opener-Policy', likeOurs),
      {
        what: 'broken on purpose: a script that is asked for late, levels',
        ours: String(broken.levels),
        peer: String(median(peer, 'levels')),
        target: 'more than without, or it is not seen',
        holds: broken.levels > median(peer, 'levels'),
      },
    ]
  } finally {
    server.close()
    rmSync(bundle.folder, { recursive: true })
    await rig.stop()
  }
}

interface Visit {
  /** encoded bytes of scripts as they went over the wire, until the first score was seen */
  scriptBytes: number
  /** the same, once nothing was asked for any more: what comes right after the first score counts for both, whichever is faster */
  restBytes: number
  scripts: number
  /** requests for scripts and styles */
  requests: number
  /** groups of scripts and styles whose requests started more than 30 ms apart, the HTML not counted */
  levels: number
  /** ms from navigation to the first row of scores */
  firstScoreMs: number
}

/** Scripts and styles that have come. */
const resourcesOf = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, startTime, encodedBodySize }) => ({ name: new URL(name).pathname, startTime, encodedBodySize }))
      .filter(({ name }) => /\.(?:js|css)$/.test(name)),
  )
const isScript = ({ name }: { name: string }) => name.endsWith('.js')
const bytesOf = (files: readonly { encodedBodySize: number }[]) =>
  files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)

/** Visits a viewer page with an empty cache and this latency a request. */
async function visit(address: string, latencyMs: number): Promise<Visit> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await page.goto(address)
    await page.getByText('Player 1').first().waitFor({ state: 'attached' })
    const firstScoreMs = await page.evaluate(() => performance.now())
    const resources = await resourcesOf(page)
    const starts = resources.map(({ startTime }) => startTime).sort((one, other) => one - other)
    const scripts = resources.filter(isScript)
    await page.waitForLoadState('networkidle')
    return {
      scriptBytes: bytesOf(scripts),
      restBytes: bytesOf((await resourcesOf(page)).filter(isScript)),
      scripts: scripts.length,
      requests: resources.length,
      levels: starts.filter((start, index) => index === 0 || start - starts[index - 1]! > 30).length,
      firstScoreMs,
    }
  } finally {
    await browser.close()
  }
}
