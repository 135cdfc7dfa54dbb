import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { registerOwner } from '@multiball/e2e/account'
import { makeOneOfEach } from '@multiball/e2e/oneOfEach'
import { startProduct } from '@multiball/e2e/product'
import { chromium } from 'playwright-core'
import { quantile, type Row } from '../table'
import { brokenCase, fullSpeed, longestTask } from './longestTask'
import { startPartner } from './partnerPage'

const slowdown = 4
const targetMs = 50

const words = (ms: number) => (ms === 0 ? 'under 50 ms' : `${ms.toFixed(0)} ms`)

/**
 * What a board of each type costs the page of a partner, inline and in a frame, visit by visit in turn.
 * @param visits of each; 30 take half an hour
 * @param modes separated by commas
 */
export async function run(visits = '30', modes = 'inline,frame'): Promise<Row[]> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  // Another site than the partner's to the browser.
  const url = product.url.replace('localhost', '127.0.0.1')
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  const boards = Object.entries(await makeOneOfEach(await registerOwner(url, 'bench'))).map(([type, board]) => ({
    type,
    board,
  }))
  const partner = await startPartner(url, boards[0]!)
  try {
    const page = { slowdown, fullSpeedMs: await fullSpeed(browser, partner) }
    const measured = boards.flatMap((shown) => modes.split(',').map((mode) => ({ shown, mode, tasks: [] as number[] })))
    for (let count = 0; count < Number(visits); count += 1) {
      for (const { shown, mode, tasks } of measured)
        tasks.push(await longestTask(browser, partner, partner.address(1, mode, shown), page))
    }
    const broken = await brokenCase(browser, partner, page)
    const rows = measured.map(({ shown, mode, tasks }): Row => {
      const [middle, p95, most] = [quantile(tasks, 0.5), quantile(tasks, 0.95), Math.max(...tasks)]
      return {
        what: `longest task of the partner's page, ${shown.type}, ${mode}, CPU / ${slowdown}, p95 of ${visits}`,
        ours: words(p95),
        ratio: `median ${words(middle)}, most ${words(most)}`,
        target: `<= ${targetMs} ms`,
        holds: p95 <= targetMs,
      }
    })
    return [...rows, broken]
  } finally {
    await browser.close()
    partner.stop()
    await product.stop()
  }
}
