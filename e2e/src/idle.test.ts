import type { BrowserContext, Locator, Page } from 'playwright-core'
import { addKeyedMachines, postState, type KeyedMachine } from './account'
import { choose, signedIn } from './dashboard'
import { useProduct } from './useProduct'

/* What a wall does while nobody plays: leaderboard, hot game, idle image, and back at once when somebody plays. */

const stage = useProduct('idle')
let machine: KeyedMachine
let other: KeyedMachine

const makeMachine = async (venue: string, title: string): Promise<KeyedMachine> => (await addKeyedMachines(stage.owner, venue, [title]))[0]!

/** One game of a machine, told by its device. */
function playOn({ deviceKey }: KeyedMachine) {
  const session = crypto.randomUUID()
  let sequence = 0
  return (score: number, active = true) =>
    postState(stage.product.url, deviceKey, { session_uuid: session, session_sequence: (sequence += 1), active, current_p1_score: score })
}

interface Board {
  id: number
  viewer_key: string
}

const makeScoreboard = (title: string, settings: object) =>
  stage.owner.call<Board>('POST', '/api/scoreboard/', { title, venuemachine_items: [{ venuemachine: machine.id, order: 0 }], ...settings })

async function openWall(context: BrowserContext, board: Board): Promise<Page> {
  const wall = await context.newPage()
  await wall.goto(`${stage.product.url}/viewer/scoreboards/${board.id}?key=${board.viewer_key}`)
  await wall.getByText('GAME OVER').first().waitFor({ state: 'attached' })
  return wall
}

/** Waits for what a wall with a clock of its own shows next: the wall's waits are passed over. */
async function soon(shown: Locator) {
  const isThere = () => shown.waitFor({ state: 'visible', timeout: 1_000 }).then(() => true, () => false)
  for (const deadline = Date.now() + 40_000; !(await isThere()) && Date.now() < deadline; ) await shown.page().clock.fastForward(5_000)
  await shown.waitFor({ state: 'visible' })
}

beforeAll(async () => {
  machine = await makeMachine('The Back Room', 'Medieval Madness')
  other = await makeMachine('The Front Room', 'Attack from Mars')
  const play = playOn(machine)
  await play(4_200_300)
  await play(4_200_300, false)
})

test('VSB-08 a private leaderboard comes after the game, goes, comes again, and a new game ends it at once', async () => {
  const { id: leaderboard } = await stage.owner.call<Board>('POST', '/api/leaderboard/', { title: 'House records', items: [{ id: machine.id, type: 'venuemachine', order: 0 }] })
  const board = await makeScoreboard('Back wall', { leaderboard, idle_leaderboard_show: true, idle_scoreboard_sec: 2, idle_leaderboard_sec: 2 })
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(30_000)
  const wall = await openWall(context, board)
  const records = wall.getByText('House records')
  const over = wall.getByText('GAME OVER')
  for (const _round of [1, 2]) {
    await records.waitFor({ state: 'visible' })
    await over.waitFor({ state: 'hidden' })
    await over.waitFor({ state: 'visible' })
    await records.waitFor({ state: 'hidden' })
  }
  await records.waitFor({ state: 'visible' })
  const play = playOn(machine)
  await play(1_500)
  await wall.getByText('1,500', { exact: true }).waitFor({ state: 'visible' })
  expect(await records.isVisible()).toBe(false)
  await play(1_500, false)
  await context.close()
})

test('VSB-08 VLB-02 VCB-01 in a grid idle scoreboards show their leaderboards too, all of them on one socket', async () => {
  const items: { item_type: 'scoreboard'; item_id: number; order: number }[] = []
  for (const [order, at] of [machine, machine, other].entries()) {
    const { id: leaderboard } = await stage.owner.call<Board>('POST', '/api/leaderboard/', { title: `Records ${order}`, items: [{ id: at.id, type: 'venuemachine', order: 0 }] })
    const idle = { leaderboard, idle_leaderboard_show: true, idle_scoreboard_sec: 2, idle_leaderboard_sec: 20 }
    const { id } = await makeScoreboard(`Table ${order}`, { venuemachine_items: [{ venuemachine: at.id, order: 0 }], ...idle })
    items.push({ item_type: 'scoreboard', item_id: id, order })
  }
  const { id, viewer_key } = await stage.owner.call<Board>('POST', '/api/comboboard/', { title: 'Three tables', high_density: true, items })
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(30_000)
  const wall = await context.newPage()
  const sockets: string[] = []
  wall.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname))
  await wall.goto(`${stage.product.url}/viewer/comboboards/${id}?key=${viewer_key}`)
  for (const order of items.keys()) await wall.getByText(`Records ${order}`).waitFor({ state: 'visible' })
  // One fades into the other.
  await wall.getByText('GAME OVER').first().waitFor({ state: 'hidden' })
  expect(sockets).toEqual([`/comboboard/${id}/scores/websocket/`, '/scores/websocket/'])
  // Its game ends the idling of its own cells alone.
  const play = playOn(other)
  await play(1_700)
  await wall.getByText('1,700', { exact: true }).waitFor({ state: 'visible' })
  expect(await wall.getByText('Records 2').count()).toBe(0)
  expect(await wall.getByText('Records 0').isVisible()).toBe(true)
  await play(1_700, false)
  await context.close()
})

test('VSB-09 the hot game of another machine is on the wall, live, until it settles; without a network nothing goes blank', async () => {
  await stage.owner.call('POST', '/api/scoreboard/', { title: 'Front wall', is_public: true, venuemachine_items: [{ venuemachine: other.id, order: 0 }] })
  const board = await makeScoreboard('Side wall', { idle_hotgame_show: true, idle_hotgame_type: 4 })
  const play = playOn(other)
  await play(777_000)
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(40_000)
  await context.clock.install()
  const wall = await openWall(context, board)
  await soon(wall.getByRole('heading', { level: 2, name: 'Attack from Mars' }))
  await wall.getByText('777,000', { exact: true }).waitFor({ state: 'visible' })
  await wall.getByText('GAME OVER').waitFor({ state: 'hidden' })
  await play(888_000)
  await wall.getByText('888,000', { exact: true }).waitFor({ state: 'visible' })

  await context.setOffline(true)
  // The game that cannot be read is dropped; the own scores are there, and how old they are.
  await soon(wall.getByText('GAME OVER'))
  await wall.getByText('1,500', { exact: true }).waitFor({ state: 'visible' })
  await wall.getByText(/^As of/).waitFor({ state: 'visible' })
  const picture = wall.locator('[data-variant="picture"] canvas').first()
  await soon(picture)
  const colours = await picture.evaluate((canvas: HTMLCanvasElement) => {
    const pixels = new Uint32Array(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data.buffer)
    return new Set(pixels).size
  })
  expect(colours).toBeGreaterThan(5)

  await context.setOffline(false)
  await play(999_000)
  await soon(wall.getByText('999,000', { exact: true }))
  await play(999_000, false)
  await soon(wall.getByText('GAME OVER'))
  await context.close()
})

test('SB-02 SB-03 SB-04 the form: one turns off the other, and the preview shows what there will be', async () => {
  const context = await signedIn(stage.browser, stage.product.url, stage.owner, { width: 1280, height: 800 })
  const page = await context.newPage()
  const { id } = await makeScoreboard('Form wall', {})
  await page.goto(`${stage.product.url}/scoreboards/${id}/edit`)
  const leaderboardSwitch = page.getByRole('switch', { name: 'Show leaderboard when idle' })
  const hotSwitch = page.getByRole('switch', { name: 'Show hot active game when idle' })
  await hotSwitch.click({ force: true })
  await page.getByText('Otherwise Random, 20 seconds').waitFor()
  await leaderboardSwitch.click({ force: true })
  expect(await hotSwitch.isChecked()).toBe(false)
  await choose(page, 'Leaderboard', 'House', /House records/)
  await page.getByRole('tab', { name: 'Idle leaderboard' }).click()
  await page.getByRole('tabpanel').getByText('4,200,300').waitFor()
  await page.getByRole('button', { name: 'Update Scoreboard' }).click()
  await page.getByText('Form wall updated').waitFor()
  expect(await stage.owner.call('GET', `/api/scoreboard/${id}/`)).toMatchObject({ idle_leaderboard_show: true, idle_hotgame_show: false })
  await context.close()
})
