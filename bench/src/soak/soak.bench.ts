import { setTimeout as wait } from 'node:timers/promises'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium } from 'playwright-core'
import type { Row } from '../table'
import { soakViewers, startSoakRig } from './soakRig'
import { growthRows, leaking, leakRows, openWatched, type WatchedPage } from './watchedPage'

const minutes = Number(process.env.SOAK_MINUTES ?? 10)
/** How many times as fast the pages' clock runs. */
const speed = 60
/** A real machine reports a change about every 1.5 s. */
const postEveryMs = 150
/** between games, as long as a game: the wall is idle */
const restMs = 6_000
const screenSeconds = 5
/** the share of the run after which all code has run and all caches are full: what comes before is not counted */
const warmShare = 0.25

/** Whether viewers that run for weeks grow, with ten times the usual events and a clock sixty times as fast. */
export async function run(): Promise<Row[]> {
  console.log(`${minutes} minutes, which are ${((minutes * speed) / 60).toFixed(0)} hours for the pages.`)
  const rig = await startSoakRig(screenSeconds)
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...chromiumSwitches] })
  try {
    const viewers: WatchedPage[] = []
    for (const what of soakViewers)
      viewers.push(await openWatched(browser, what, rig.addressOf(what), fastClock(speed)))
    const broken = leaking(
      await openWatched(browser, 'streamboard that leaks on purpose', rig.addressOf('streamboard'), fastClock(speed)),
    )
    const begun = performance.now()
    const share = () => (performance.now() - begun) / (minutes * 60_000)
    while (share() < 1) {
      await rig.playGames(postEveryMs)
      await wait(restMs)
      // Always at the end of a rest: during a game what a wall shows varies.
      if (share() > warmShare) for (const viewer of [...viewers, broken]) await viewer.measure()
    }
    return [...viewers.flatMap(growthRows), ...leakRows(broken)]
  } finally {
    await browser.close()
    await rig.stop()
  }
}

/**
 * A script that speeds up a page's clock: its date and its timers. Frames are left alone. As text, because compiled it
 * would refer to names that the page does not have.
 */
const fastClock = (speed: number): string => `(() => {
  const { setTimeout: wait, setInterval: repeat } = globalThis
  const now = Date.now.bind(Date)
  const begun = now()
  Date.now = () => Math.floor(begun + (now() - begun) * ${speed})
  globalThis.setTimeout = (run, ms, ...rest) => wait.call(globalThis, run, (ms || 0) / ${speed}, ...rest)
  globalThis.setInterval = (run, ms, ...rest) => repeat.call(globalThis, run, Math.max(4, (ms || 0) / ${speed}), ...rest)
})()`
