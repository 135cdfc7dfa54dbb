import { chromiumSwitches } from '@multiball/platform/chromium'
import { ensureChromium87 } from '@multiball/platform/chromium87'
import { chromium } from 'playwright-core'
import { quantile, type Row } from '../table'
import { busyFrames, countFrames, startWall, type Wall } from './render.bench'

const games = 8
const postEveryMs = 2_000
const throttle = 4
const latencyMs = 40
const visits = 5
const seconds = 8
const leastFrames = 30
const latestScoreMs = 3_000

/** What stands on a board when it is there, in lower case. A streamboard shows who is up; nobody has finished a game, and no tournament is on. */
const shows: Record<string, string> = { streamboard: 'player ', eventboard: 'old tv', leaderboard: 'old tv' }

/** Every board type in the browser of old TVs, Chromium 87, with its CPU at a quarter and nothing cached. */
export async function run(): Promise<Row[]> {
  const wall = await startWall(games)
  const posting = setInterval(() => void wall.post().catch(() => {}), postEveryMs)
  try {
    const rows: Row[] = []
    for (const [what, address] of Object.entries(await addressesOf(wall))) {
      const found: Visit[] = []
      for (let count = 0; count < visits; count += 1)
        found.push(await visit(wall.url + address, shows[what] ?? 'player 1'))
      rows.push(...rowsOf(what, found))
    }
    const broken = rowsOf('broken on purpose: held up for 3 s, then for 30 ms in each frame', [
      await visit(wall.url + wall.path, 'player 1', true),
    ])
    return [
      ...rows,
      ...broken.map((row) => ({ ...row, target: 'missed, or it is not seen', holds: row.holds === false })),
    ]
  } finally {
    clearInterval(posting)
    await wall.stop()
  }
}

/** The viewers of a board of each type, by what it is. */
async function addressesOf({ owner, machines, scoreboards, path }: Wall): Promise<Record<string, string>> {
  const make = async (at: string, body: object) =>
    (await owner.call<{ id: number }>('POST', at, { is_public: true, ...body })).id
  const slides = scoreboards.map((id, order) => ({ item_type: 'scoreboard', item_id: id, duration: 10, order }))
  const [first] = machines
  return {
    scoreboard: `/viewer/scoreboards/${scoreboards[0]}`,
    [`comboboard of ${games}`]: path,
    slideshow: `/viewer/slideshows/${await make('/api/slideshow/', { title: 'Old TV', items: slides })}`,
    streamboard: `/viewer/streamboards/${await make('/api/streamboard/', { title: 'Old TV', scoreboard_items: [{ scoreboard: scoreboards[0] }] })}`,
    eventboard: `/viewer/eventboards/${await make('/api/board/eventboard/', { title: 'Old TV', machines: [{ venuemachine: first, arena: '' }] })}`,
    leaderboard: `/viewer/leaderboards/${await make('/api/leaderboard/', { title: 'Old TV', items: [{ id: first, type: 'venuemachine' }] })}`,
  }
}

function rowsOf(what: string, found: readonly Visit[]): Row[] {
  const row = (field: keyof Visit, unit: string, target: string, isMet: (value: number) => boolean): Row => {
    const values = found.map((one) => one[field])
    const median = quantile(values, 0.5)
    return {
      what: `${what}: ${unit}`,
      ours: `${median.toFixed(0)} (${Math.min(...values).toFixed(0)}-${Math.max(...values).toFixed(0)})`,
      target,
      holds: isMet(median),
    }
  }
  return [
    row('framesPerSecond', 'frames a second', `>= ${leastFrames}`, (frames) => frames >= leastFrames),
    row('firstShownMs', 'ms to the first score', `<= ${latestScoreMs}`, (ms) => ms <= latestScoreMs),
  ]
}

interface Visit {
  /** from the navigation until the text is there */
  firstShownMs: number
  /** while games go on */
  framesPerSecond: number
}

/** A visit in a new browser. @param text in lower case, shown when the board is */
async function visit(address: string, text: string, isBroken = false): Promise<Visit> {
  const browser = await chromium.launch({ executablePath: ensureChromium87(), args: chromiumSwitches })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: 0,
      uploadThroughput: 0,
    })
    if (isBroken) await page.addInitScript('for (const end = performance.now() + 3000; performance.now() < end; );')
    await page.goto(address, { waitUntil: 'commit' })
    // Our pages begin a process of their own, which is not slowed down before it is there.
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    const shown = await page.waitForFunction(
      (words) => document.body?.innerText.toLowerCase().includes(words) && performance.now(),
      text,
      { timeout: 60_000 },
    )
    const firstShownMs = Number(await shown.jsonValue())
    if (isBroken) await page.evaluate(busyFrames)
    return { firstShownMs, framesPerSecond: await page.evaluate<number>(`(${countFrames})(${seconds * 1000})`) }
  } finally {
    await browser.close()
  }
}
