import { setTimeout as wait } from 'node:timers/promises'
import { addVenueMachine, registerOwner, type Owner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type Browser } from 'playwright-core'
import { quantile, type Row } from '../table'
import { fastClock } from './fastClock'

const minutes = Number(process.env.SOAK_MINUTES ?? 10)
/** So many times as fast goes the clock of the pages. */
const speed = 60
/** A machine tells of a change about once in 1.5 s. */
const postEveryMs = 150
const postsOfGame = 40
/** between games, as long as a game: the wall is idle */
const restMs = postsOfGame * postEveryMs
const machines = 2
/** counted from when all code has run and all caches are full */
const warmShare = 0.25

interface Sample {
  heapBytes: number
  nodes: number
  listeners: number
}

/** One game on each machine, ten times as fast as people play it. */
async function playGames(url: string, keys: readonly string[]): Promise<void> {
  const sessions = keys.map(() => crypto.randomUUID())
  for (let moment = 1; moment <= postsOfGame; moment += 1) {
    const scores = Object.fromEntries([1, 2, 3, 4].map((slot) => [`current_p${slot}_score`, moment * slot * 1_234_570]))
    const game_modes = moment % 3 === 0 ? [`NA:Mode ${moment}`, 'MB:Multiball'] : ['MB:Multiball']
    const state = { session_sequence: moment, current_ball: 2, current_player: (moment % 4) + 1, active: moment !== postsOfGame, ...scores, game_modes }
    await Promise.all([
      wait(postEveryMs),
      ...keys.map(async (key, at) => {
        const answer = await fetch(`${url}/api/entry/`, {
          method: 'POST',
          headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ session_uuid: sessions[at], ...state }),
        })
        await answer.arrayBuffer()
      }),
    ])
  }
}

/** One viewer of each kind. The scoreboard goes through its idle leaderboard, the slideshow through all others. */
async function makeBoards(owner: Owner): Promise<{ keys: string[]; paths: [what: string, path: string][] }> {
  const ids: number[] = []
  const keys: string[] = []
  for (let made = 0; made < machines; made += 1) {
    ids.push(await addVenueMachine(owner, `Soak ${made}`, made === 0 ? 'Medieval' : 'Attack'))
    keys.push((await owner.call<{ key: string }>('POST', `/api/venuemachine/${ids[made]}/device_key/`)).key)
  }
  const make = async (type: string, body: object) => (await owner.call<{ id: number }>('POST', `/api/${type}/`, { is_public: true, ...body })).id
  const leaderboard = await make('leaderboard', { title: 'Best', items: [{ id: ids[0], type: 'venuemachine' }] })
  const scoreboard = await make('scoreboard', { title: 'One', venuemachine_items: [{ venuemachine: ids[0] }], leaderboard, idle_leaderboard_show: true })
  const hot = await make('scoreboard', { title: 'Other', venuemachine_items: [{ venuemachine: ids[1] }], idle_hotgame_show: true })
  const items = [['scoreboard', scoreboard], ['leaderboard', leaderboard], ['scoreboard', hot]].map(([item_type, item_id], order) => ({ item_type, item_id, order }))
  const comboboard = await make('comboboard', { title: 'All', items })
  const slideshow = await make('slideshow', { title: 'Round', items: [...items, { item_type: 'comboboard', item_id: comboboard, order: 3 }].map((item) => ({ ...item, duration: 5 })) })
  const streamboard = await make('streamboard', { title: 'Stream', scoreboard_items: [{ scoreboard }] })
  return {
    keys,
    paths: [
      ['scoreboard with an idle leaderboard', `scoreboards/${scoreboard}`],
      ['scoreboard with hot games', `scoreboards/${hot}`],
      ['leaderboard', `leaderboards/${leaderboard}`],
      ['comboboard', `comboboards/${comboboard}`],
      ['slideshow', `slideshows/${slideshow}`],
      ['streamboard', `streamboards/${streamboard}`],
    ],
  }
}

/** Opens one viewer in a process of its own. Answers what measures it after a forced collection. */
async function open(browser: Browser, address: string): Promise<() => Promise<Sample>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const page = await context.newPage()
  await page.addInitScript(fastClock(speed))
  await page.goto(address)
  const session = await context.newCDPSession(page)
  await session.send('Runtime.enable')
  await session.send('HeapProfiler.enable')
  return async () => {
    // Twice: what the first one finalises, the second one frees.
    for (let time = 0; time < 2; time += 1) await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    return { heapBytes: usedSize, nodes, listeners: jsEventListeners }
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** Least of each third: a wall shows now more, now less, but what has leaked is there at every moment. */
function growth(all: readonly Sample[], field: keyof Sample): { first: number; last: number; share: number } {
  const third = Math.max(1, Math.floor(all.length / 3))
  const least = (part: readonly Sample[]) => quantile(part.map((sample) => sample[field]), 0.25)
  const [first, last] = [least(all.slice(0, third)), least(all.slice(-third))]
  return { first, last, share: last / first - 1 }
}

/** Whether viewers that go for weeks grow: ten times the usual events, and a clock that runs sixty times as fast. */
export async function run(): Promise<Row[]> {
  console.log(`${minutes} minutes, which are ${((minutes * speed) / 60).toFixed(0)} hours for the pages.`)
  const product = await startProduct({ LOG_LEVEL: 'error' })
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const { keys, paths } = await makeBoards(await registerOwner(product.url, 'soak'))
    const viewers: { what: string; measure: () => Promise<Sample>; samples: Sample[] }[] = []
    for (const [what, path] of paths) viewers.push({ what, measure: await open(browser, `${product.url}/viewer/${path}`), samples: [] })
    const begun = performance.now()
    const share = () => (performance.now() - begun) / (minutes * 60_000)
    while (share() < 1) {
      await playGames(product.url, keys)
      await wait(restMs)
      // At the end of a rest every time: in a game a wall has more to show, now this, now that.
      if (share() > warmShare) for (const viewer of viewers) viewer.samples.push(await viewer.measure())
    }
    return viewers.flatMap(({ what, samples: all }): Row[] => {
      const [heap, nodes, listeners] = [growth(all, 'heapBytes'), growth(all, 'nodes'), growth(all, 'listeners')]
      return [
        { what: `${what}: heap`, ours: `${(heap.first / 1e6).toFixed(2)} to ${(heap.last / 1e6).toFixed(2)} MB`, ratio: percent(heap.share), target: '< 5 %', holds: heap.share < 0.05 },
        { what: `${what}: nodes`, ours: `${nodes.first} to ${nodes.last}`, ratio: percent(nodes.share), target: '< 2 %', holds: nodes.share < 0.02 },
        { what: `${what}: listeners`, ours: `${listeners.first} to ${listeners.last}`, target: 'no more', holds: listeners.last <= listeners.first },
      ]
    })
  } finally {
    await browser.close()
    await product.stop()
  }
}
