import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium } from 'playwright-core'

export interface Visit {
  /** encoded bytes of scripts as they went over the wire */
  scriptBytes: number
  scripts: number
  /** requests for scripts and styles */
  requests: number
  /** groups of scripts and styles whose requests started more than 30 ms apart, the HTML not counted */
  levels: number
  /** ms from navigation to the first row of scores */
  firstScoreMs: number
}

/** Visits a viewer page with an empty cache and this latency a request. */
export async function visit(address: string, latencyMs: number): Promise<Visit> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: latencyMs, downloadThroughput: -1, uploadThroughput: -1 })
    await page.goto(address)
    await page.getByText('Player 1').first().waitFor({ state: 'attached' })
    const firstScoreMs = await page.evaluate(() => performance.now())
    const resources = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .map(({ name, startTime, encodedBodySize }) => ({ name: new URL(name).pathname, startTime, encodedBodySize }))
        .filter(({ name }) => /\.(?:js|css)$/.test(name)),
    )
    const starts = resources.map(({ startTime }) => startTime).sort((one, other) => one - other)
    const scripts = resources.filter(({ name }) => name.endsWith('.js'))
    return {
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      scripts: scripts.length,
      requests: resources.length,
      levels: starts.filter((start, index) => index === 0 || start - starts[index - 1]! > 30).length,
      firstScoreMs,
    }
  } finally {
    await browser.close()
  }
}
