import type { Locator, Page } from 'playwright-core'
import { addKeyedMachines, postState, type KeyedMachine } from './account'
import { useProduct } from './useProduct'

/* What a wall does between games: leaderboard, hot game, idle image, and back at once with the next game. */

const rig = useProduct('idle')
let machine: KeyedMachine
let other: KeyedMachine

/** One game of a machine, told by its device. */
function playOn({ deviceKey }: KeyedMachine) {
  const session = crypto.randomUUID()
  let sequence = 0
  return (score: number, active = true) =>
    postState(rig.product.url, deviceKey, {
      session_uuid: session,
      session_sequence: (sequence += 1),
      active,
      current_p1_score: score,
    })
}

/** A wall of the first machine, with these settings and a clock of its own. */
async function openWall(title: string, settings: object): Promise<Page> {
  const { id, viewer_key } = await rig.owner.call<{ id: number; viewer_key: string }>('POST', '/api/scoreboard/', {
    title,
    venuemachine_items: [{ venuemachine: machine.id, order: 0 }],
    ...settings,
  })
  const wall = await rig.browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' })
  await wall.clock.install()
  await wall.goto(`${rig.product.url}/viewer/scoreboards/${id}?key=${viewer_key}`)
  await wall.getByText('GAME OVER').first().waitFor({ state: 'attached' })
  return wall
}

/** Waits for what a wall shows next: the wall's waits are passed over. */
async function soon(shown: Locator) {
  for (
    let isThere = false;
    !isThere;
    isThere = await shown.waitFor({ timeout: 100 }).then(
      () => true,
      () => false,
    )
  )
    await shown.page().clock.fastForward(5_000)
}

beforeAll(async () => {
  machine = (await addKeyedMachines(rig.owner, 'The Back Room', ['Medieval Madness']))[0]!
  other = (await addKeyedMachines(rig.owner, 'The Front Room', ['Attack from Mars']))[0]!
  await playOn(machine)(4_200_300, false)
})

test('VSB-08 a private leaderboard comes after the game, goes, comes again, and a new game ends it at once', async () => {
  const { id: leaderboard } = await rig.owner.call<{ id: number }>('POST', '/api/leaderboard/', {
    title: 'House records',
    items: [{ id: machine.id, type: 'venuemachine', order: 0 }],
  })
  const wall = await openWall('Back wall', {
    leaderboard,
    idle_leaderboard_show: true,
    idle_scoreboard_sec: 30,
    idle_leaderboard_sec: 30,
  })
  const records = wall.getByText('House records')
  const over = wall.getByText('GAME OVER')
  for (const [shown, hidden] of [
    [records, over],
    [over, records],
    [records, over],
  ] as const) {
    await soon(shown)
    await hidden.waitFor({ state: 'hidden' })
  }
  await playOn(machine)(1_500)
  await wall.getByText('1,500', { exact: true }).waitFor()
  expect(await records.isVisible()).toBe(false)
})

test('VSB-09 the hot game of another machine is on the wall, live; without a network nothing goes blank, and with it the game is back', async () => {
  await rig.owner.call('POST', '/api/scoreboard/', {
    title: 'Front wall',
    is_public: true,
    venuemachine_items: [{ venuemachine: other.id, order: 0 }],
  })
  await playOn(machine)(1_500, false)
  // Of all games that others play, that of the machine with the most games comes first.
  for (let game = 0; game < 12; game += 1) await playOn(other)(1_000, false)
  const play = playOn(other)
  await play(777_000)
  const wall = await openWall('Side wall', { idle_hotgame_show: true, idle_hotgame_type: 4 })
  await soon(wall.getByRole('heading', { level: 2, name: 'Attack from Mars' }))
  await wall.getByText('777,000', { exact: true }).waitFor()
  await wall.getByText('GAME OVER').waitFor({ state: 'hidden' })
  await play(888_000)
  await soon(wall.getByText('888,000', { exact: true }))

  await wall.context().setOffline(true)
  // The game that cannot be read is dropped; the own scores are there, and how old they are.
  await soon(wall.getByText('GAME OVER'))
  await wall.getByText('1,500', { exact: true }).waitFor()
  await wall.getByText(/^As of/).waitFor()
  const picture = wall.locator('[data-variant="picture"] canvas').first()
  await soon(picture)
  const colours = await picture.evaluate((canvas: HTMLCanvasElement) => {
    const pixels = new Uint32Array(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data.buffer)
    return new Set(pixels).size
  })
  expect(colours).toBeGreaterThan(5)

  await wall.context().setOffline(false)
  await play(999_000)
  await soon(wall.getByText('999,000', { exact: true }))
})
