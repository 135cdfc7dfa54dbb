import { setTimeout as wait } from 'node:timers/promises'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium } from 'playwright-core'
import type { Row } from '../table'
import { fastClock } from './fastClock'
import { soakViewers, startSoakStage } from './soakStage'
import { growthRows, openWatched, type WatchedPage } from './watchedPage'

const minutes = Number(process.env.SOAK_MINUTES ?? 10)
/** So many times as fast goes the clock of the pages. */
const speed = 60
/** A machine tells of a change about once in 1.5 s. */
const postEveryMs = 150
/** between games, as long as a game: the wall is idle */
const restMs = 6_000
const screenSeconds = 5
/** counted from when all code has run and all caches are full */
const warmShare = 0.25

/** Whether viewers that go for weeks grow: ten times the usual events, and a clock that runs sixty times as fast. */
export async function run(): Promise<Row[]> {
  console.log(`${minutes} minutes, which are ${((minutes * speed) / 60).toFixed(0)} hours for the pages.`)
  const stage = await startSoakStage(screenSeconds)
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...chromiumSwitches] })
  try {
    const viewers: WatchedPage[] = []
    for (const what of soakViewers) viewers.push(await openWatched(browser, what, stage.addressOf(what), fastClock(speed)))
    const begun = performance.now()
    const share = () => (performance.now() - begun) / (minutes * 60_000)
    while (share() < 1) {
      await stage.playGames(postEveryMs)
      await wait(restMs)
      // At the end of a rest every time: in a game a wall has more to show, now this, now that.
      if (share() > warmShare) for (const viewer of viewers) await viewer.measure()
    }
    return viewers.flatMap(growthRows)
  } finally {
    await browser.close()
    await stage.stop()
  }
}
