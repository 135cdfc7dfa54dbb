import type { BrowserContext, Page } from 'playwright-core'
import { addKeyedMachines, postState, scoresOf, type KeyedMachine } from './account'
import { useProduct } from './useProduct'

/* A wall that nobody plays at plays by itself, and is there for the next player at once. */

const stage = useProduct('attract')
let machine: KeyedMachine
let board: { id: number; viewer_key: string }

/** One game of the machine, from its first state to its end. */
function begin(uuid: string = crypto.randomUUID()) {
  let sequence = 0
  return (scores: readonly number[], active = true) =>
    postState(stage.product.url, machine.deviceKey, { session_uuid: uuid, session_sequence: (sequence += 1), active, ...scoresOf(...scores) })
}

async function play(...scores: number[]) {
  const post = begin()
  await post(scores)
  await post(scores, false)
}

async function claim(position: number) {
  const { code } = await stage.owner.call<{ code: string }>('GET', `/api/venuemachine/${machine.id}/claim_code/`)
  await stage.owner.call('POST', `/api/venuemachine/${machine.id}/claim/`, { position, code })
}

/** A wall that has rested for so long that its scenes are there, but not yet seen. Its clock stands still until it is moved. */
async function openResting(context: BrowserContext, query = '', of = board): Promise<Page> {
  const wall = await context.newPage()
  await wall.clock.install()
  await wall.goto(`${stage.product.url}/viewer/scoreboards/${of.id}?key=${of.viewer_key}${query}`)
  await wall.getByText('GAME OVER').first().waitFor({ state: 'attached' })
  await wall.clock.pauseAt((await wall.evaluate(() => Date.now())) + 1_000)
  const records = wall.locator('[data-scene="records"]')
  // The rest may begin a moment after the text is there: then it is over only at the next turn.
  for (let turn = 0; turn < 3 && (await records.count()) === 0; turn += 1) {
    await wall.clock.fastForward(105_000)
    await records.waitFor({ state: 'attached', timeout: 10_000 }).catch(() => undefined)
  }
  await records.waitFor({ state: 'attached' })
  return wall
}

const scene = (wall: Page, name: string) => wall.locator(`[data-scene="${name}"][data-shown]`)

beforeAll(async () => {
  machine = (await addKeyedMachines(stage.owner, 'The Back Room', ['Medieval Madness']))[0]!
  board = await stage.owner.call('POST', '/api/scoreboard/', { title: 'Back wall', venuemachine_items: [{ venuemachine: machine.id, order: 0 }] })
  for (const score of [12_450_310, 3_105_990, 44_020_770, 9_870_450]) await play(score, Math.round(score * 0.7))
  await claim(1)
  await play(1_204_500, 27_300_120)
})

test('ATT-02 ATT-03 ATT-04 after two minutes records, the player of the day, the chart, the code and a picture take turns', async () => {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(30_000)
  const wall = await openResting(context, '&claim=1')
  await wall.getByText('GAME OVER').first().waitFor({ state: 'visible' })
  await wall.locator('[data-scene="claim"]').waitFor({ state: 'attached' })
  await wall.clock.fastForward(15_000)
  await scene(wall, 'records').waitFor({ state: 'visible' })
  expect(await scene(wall, 'records').getByRole('listitem').first().innerText()).toContain('1')
  await scene(wall, 'records').getByText('44,020,770', { exact: true }).waitFor({ state: 'attached' })
  await wall.getByText('GAME OVER').first().waitFor({ state: 'hidden' })
  await wall.clock.fastForward(12_000)
  await scene(wall, 'player').getByText('Maria Okonkwo').waitFor({ state: 'visible' })
  await wall.clock.fastForward(8_000)
  await scene(wall, 'chart').getByRole('img', { name: '10 scores of today, the best 44,020,770' }).waitFor({ state: 'visible' })
  await wall.clock.fastForward(10_000)
  await scene(wall, 'claim').getByText('Scan the code').waitFor({ state: 'visible' })
  await wall.clock.fastForward(9_000)
  // Any of the idle images: some are drawn on a canvas, some are not, and the next one waits beside it unseen.
  await wall.locator('[data-variant="picture"] [class*="layer_"][class*="shown_"]').waitFor({ state: 'visible' })
  await wall.clock.fastForward(10_000)
  await wall.getByText('GAME OVER').first().waitFor({ state: 'visible' })
  await context.close()
})

test('ATT-05 a new game is on the wall at the next paint', async () => {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(30_000)
  const wall = await openResting(context)
  await wall.clock.fastForward(15_000)
  await scene(wall, 'records').waitFor({ state: 'visible' })
  await wall.getByText('GAME OVER').first().waitFor({ state: 'hidden' })
  // What the scoreboard looks like in the moment in which the game has arrived, before anything is painted.
  const seen = wall.evaluate(
    () =>
      new Promise<object>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const own = document.querySelector('[data-live]')
          if (!own) return
          observer.disconnect()
          const { opacity, visibility } = getComputedStyle(own)
          resolve({ opacity, visibility, scenes: document.querySelectorAll('[data-scene]').length })
        }).observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
  )
  const post = begin()
  await wall.clock.resume()
  await post([1_500])
  expect(await seen).toEqual({ opacity: '1', visibility: 'visible', scenes: 0 })
  await wall.getByText('1,500', { exact: true }).waitFor({ state: 'attached' })
  await post([1_500], false)
  await context.close()
})

test('ATT-02 WAL-04 on an upright screen the best record keeps all its digits inside its panel', async () => {
  const { id, deviceKey } = (await addKeyedMachines(stage.owner, 'The Front Room', ['Medieval Madness']))[0]!
  const upright = await stage.owner.call<typeof board>('POST', '/api/scoreboard/', { title: 'Front wall', venuemachine_items: [{ venuemachine: id, order: 0 }] })
  await postState(stage.product.url, deviceKey, { session_uuid: crypto.randomUUID(), session_sequence: 1, active: false, ...scoresOf(8_000_000_000_888) })
  const context = await stage.browser.newContext({ viewport: { width: 390, height: 844 } })
  context.setDefaultTimeout(30_000)
  const wall = await openResting(context, '', upright)
  await wall.clock.fastForward(15_000)
  const best = scene(wall, 'records').getByRole('listitem').first()
  const score = best.locator('[class*="score_"]')
  await score.waitFor({ state: 'visible' })
  expect(await score.innerText()).toContain('8,000,000,000,888')
  const [panel, digits] = [(await best.boundingBox())!, (await score.boundingBox())!]
  expect(digits.x).toBeGreaterThanOrEqual(panel.x)
  expect(digits.x + digits.width).toBeLessThanOrEqual(panel.x + panel.width)
  await context.close()
})

test('ATT-01 a test game says what it is, on the wall and in the list of games', async () => {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(30_000)
  const wall = await context.newPage()
  await wall.goto(`${stage.product.url}/viewer/scoreboards/${board.id}?key=${board.viewer_key}`)
  const post = begin(`7e577e57-7e57-4${crypto.randomUUID().slice(15)}`)
  await post([250_000])
  await wall.getByText('TEST GAME', { exact: true }).waitFor({ state: 'attached' })
  await post([250_000], false)
  await wall.getByText('TEST GAME OVER').waitFor({ state: 'attached' })
  const { results } = await stage.owner.call<{ results: { is_test?: boolean; successful: boolean }[] }>('GET', `/api/venuemachine/${machine.id}/games/`)
  expect(results[0]).toMatchObject({ is_test: true, successful: false })
  expect(results[1]!.is_test).toBeUndefined()
  await context.close()
})
