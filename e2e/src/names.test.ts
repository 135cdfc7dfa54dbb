import type { Browser, Page } from 'playwright-core'
import { addKeyedMachines, postState, registerOwner, scoresOf, type KeyedMachine, type Owner } from './account'
import type { Product } from './product'
import { useProduct } from './useProduct'

/* Names on walls of both shapes, in a game and after it. */

let product: Product
let browser: Browser
let owner: Owner
let machine: KeyedMachine
let walls: Page[]

useProduct((stage) => ({ product, browser } = stage))
beforeAll(async () => {
  owner = await registerOwner(product.url, 'names')
  machine = (await addKeyedMachines(owner, 'The Back Room', ['Medieval Madness']))[0]!
  const board = await owner.call<{ id: number }>('POST', '/api/scoreboard/', { title: 'Lobby wall', is_public: true, show_player_rank: true, venuemachine_items: [{ venuemachine: machine.id }] })
  walls = await Promise.all(
    [{ width: 1920, height: 1080 }, { width: 390, height: 844 }].map(async (viewport) => {
      const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
      await page.goto(`${product.url}/viewer/scoreboards/${board.id}`)
      return page
    }),
  )
})

const post = (session: string, sequence: number, players: number, active: boolean) => {
  const scores = scoresOf(...Array.from({ length: players }, (_, at) => 1_284_906_530 - at))
  return postState(product.url, machine.deviceKey, { session_uuid: session, session_sequence: sequence, active, current_ball: 3, current_player: 2, ...scores })
}

/** Names that end in an ellipsis. */
const cutOff = (wall: Page) =>
  wall.evaluate(() =>
    [...document.querySelectorAll('section [dir=auto]')].filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
  )

test.each([1, 2, 3, 4, 5, 6])('VSB-01 a name of usual length is whole on TV and phone, in play and after (%i players)', async (players) => {
  const session = crypto.randomUUID()
  await post(session, 1, players, true)
  const { code } = await owner.call<{ code: string }>('GET', `/api/venuemachine/${machine.id}/claim_code/`)
  await owner.call('POST', `/api/venuemachine/${machine.id}/claim/`, { position: 1, code })
  for (const wall of walls) {
    // Her name may still be that of the game before, which had a player less.
    await wall.locator('section').nth(players - 1).waitFor()
    await wall.getByText('Maria Okonkwo').waitFor()
    expect(await wall.locator('section').count()).toBe(players)
    expect(await cutOff(wall)).toEqual([])
  }
  await post(session, 2, players, false)
  for (const wall of walls) {
    await wall.getByRole('img', { name: 'GAME OVER' }).or(wall.getByText('GAME OVER')).first().waitFor({ state: 'attached' })
    expect(await cutOff(wall)).toEqual([])
  }
})
