import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type CDPSession } from 'playwright-core'
import type { Row } from '../table'
import { startSoakStage } from './soakStage'
import { growthRows, openWatched, type WatchedPage } from './watchedPage'

const days = Number(process.env.SOAK_DAYS ?? 30)
const minuteMs = 60_000
/** of each hour; the rest of it the walls are idle */
const gameMinutes = 5
const postEveryMs = 20
/** counted from when all code has run and all caches are full */
const warmHours = 4

/**
 * Lets a page's clock go on by so much, from one due timer to the next without a pause between them. It stands while a
 * request is on its way.
 */
async function goOn(session: CDPSession, minutes: number): Promise<void> {
  const isOver = new Promise<void>((resolve) => session.once('Emulation.virtualTimeBudgetExpired', () => resolve()))
  await session.send('Emulation.setVirtualTimePolicy', { policy: 'pauseIfNetworkFetchesPending', budget: minutes * minuteMs })
  await isOver
}

/** Whether viewers grow in a month: hour by hour of the browser's virtual time, a game on each machine in every hour. */
export async function run(): Promise<Row[]> {
  console.log(`${days} days of virtual time; an hour of it takes about a minute.`)
  const stage = await startSoakStage()
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const viewers: WatchedPage[] = []
    for (const { what, path } of stage.viewers) viewers.push(await openWatched(browser, what, `${stage.url}/viewer/${path}`))
    const allGoOn = (minutes: number) => viewers.map(({ session }) => goOn(session, minutes))
    for (let hour = 1; hour <= days * 24; hour += 1) {
      await Promise.all([stage.playGames(postEveryMs), ...allGoOn(gameMinutes)])
      await Promise.all(allGoOn(60 - gameMinutes))
      if (hour > warmHours) for (const viewer of viewers) await viewer.measure()
      if (hour % 24 === 0) console.log(`  day ${hour / 24} of ${days}`)
    }
    return viewers.flatMap(growthRows)
  } finally {
    await browser.close()
    await stage.stop()
  }
}
