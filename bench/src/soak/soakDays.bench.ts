import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type CDPSession } from 'playwright-core'
import type { Row } from '../table'
import { soakViewers, startSoakStage, type SoakViewer } from './soakStage'
import { growthRows, leastOf, openWatched, type WatchedPage } from './watchedPage'

const days = Number(process.env.SOAK_DAYS ?? 30)
/** only these, separated by commas */
const chosen = process.env.SOAK_VIEWERS?.split(',') ?? soakViewers
const minuteMs = 60_000
/** of each hour; the rest of it the wall is idle */
const gameMinutes = 5
const postEveryMs = 20
/** of a slideshow; its changes of screens cost more than all else of its day */
const screenSeconds = Number(process.env.SOAK_SCREEN_SECONDS ?? 120)
/** counted from when all of the browser's own lists are full */
const warmHours = Math.min(24, days * 2)
const measureHours = 3

/**
 * Lets a page's clock go on by so much, from one due timer to the next without a pause between them. It stands while a
 * request is on its way.
 */
async function goOn(session: CDPSession, minutes: number): Promise<void> {
  const isOver = new Promise<void>((resolve) => session.once('Emulation.virtualTimeBudgetExpired', () => resolve()))
  await session.send('Emulation.setVirtualTimePolicy', {
    policy: 'pauseIfNetworkFetchesPending',
    budget: minutes * minuteMs,
  })
  await isOver
}

/** One viewer for all of its days, a game on each machine in every hour. */
async function live(what: SoakViewer): Promise<WatchedPage> {
  const stage = await startSoakStage(screenSeconds)
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...chromiumSwitches] })
  try {
    const viewer = await openWatched(browser, what, stage.addressOf(what))
    for (let hour = 1; hour <= days * 24; hour += 1) {
      await Promise.all([stage.playGames(postEveryMs), goOn(viewer.session, gameMinutes)])
      await goOn(viewer.session, 60 - gameMinutes)
      if (hour > warmHours && hour % measureHours === 0) await viewer.measure()
      if (hour % 24 === 0)
        console.log(`  ${what}: day ${hour / 24} of ${days}, ${leastOf(viewer.samples.slice(-24 / measureHours))}`)
    }
    return viewer
  } finally {
    await browser.close()
    await stage.stop()
  }
}

/** Whether viewers grow in a month of the browser's virtual time, one viewer after the other. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = []
  for (const what of soakViewers) if (chosen.includes(what)) rows.push(...growthRows(await live(what)))
  return rows
}
