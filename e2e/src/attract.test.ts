import { addKeyedMachines, postState, scoresOf } from './account'
import { useProduct } from './useProduct'

/* A wall without a player goes through its scenes, and is there for the next player at once. */

const rig = useProduct('attract')

test('ATT-02 ATT-03 ATT-04 ATT-05 after two minutes records, the player of the day, the chart, the code and a picture take turns; a new game is on the wall at the next paint', async () => {
  const { owner, product, browser } = rig
  const [machine] = await addKeyedMachines(owner, 'The Back Room', ['Medieval Madness'])
  const board = await owner.call<{ id: number; viewer_key: string }>('POST', '/api/scoreboard/', {
    title: 'Back wall',
    venuemachine_items: [{ venuemachine: machine!.id, order: 0 }],
  })
  let sequence = 0
  const post = (session_uuid: string, active: boolean, ...scores: number[]) =>
    postState(product.url, machine!.deviceKey, {
      session_uuid,
      session_sequence: (sequence += 1),
      active,
      ...scoresOf(...scores),
    })
  for (const score of [12_450_310, 3_105_990, 8_000_000_000_888, 9_870_450])
    await post(crypto.randomUUID(), false, score, Math.round(score * 0.7))
  const { code } = await owner.call<{ code: string }>('GET', `/api/venuemachine/${machine!.id}/claim_code/`)
  await owner.call('POST', `/api/venuemachine/${machine!.id}/claim/`, { position: 1, code })
  await post(crypto.randomUUID(), false, 1_204_500, 27_300_120)

  const wall = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await wall.clock.install()
  await wall.goto(`${product.url}/viewer/scoreboards/${board.id}?key=${board.viewer_key}&claim=1`)
  const over = wall.getByText('GAME OVER').first()
  await over.waitFor()
  // From here on its clock stands still until it is moved. The scenes are there, but not yet seen, before the two minutes are over.
  await wall.clock.pauseAt((await wall.evaluate(() => Date.now())) + 1_000)
  const records = wall.locator('[data-scene="records"]')
  const scene = (name: string) => wall.locator(`[data-scene="${name}"][data-shown]`)
  // The rest may begin a moment after the text is there: then it is over only at the next turn.
  for (let turn = 0; turn < 3 && (await records.count()) === 0; turn += 1) {
    await wall.clock.fastForward(105_000)
    await records.waitFor({ state: 'attached', timeout: 10_000 }).catch(() => undefined)
  }
  await wall.locator('[data-scene="claim"]').waitFor({ state: 'attached' })
  await over.waitFor()

  await wall.clock.fastForward(15_000)
  const best = scene('records').getByRole('listitem').first()
  await best.getByText('8,000,000,000,888', { exact: true }).waitFor({ state: 'attached' })
  expect(await best.innerText()).toContain('1')
  await over.waitFor({ state: 'hidden' })
  // On an upright screen it keeps all its digits inside its panel.
  await wall.setViewportSize({ width: 390, height: 844 })
  await wall.waitForFunction(() => {
    const panel = document.querySelector('[data-scene="records"] li')!
    const [outer, digits] = [
      panel.getBoundingClientRect(),
      panel.querySelector('[class*="score_"]')!.getBoundingClientRect(),
    ]
    return digits.width > 0 && digits.left >= outer.left && digits.right <= outer.right && outer.right <= innerWidth
  })
  await wall.setViewportSize({ width: 1280, height: 720 })

  await wall.clock.fastForward(12_000)
  await scene('player').getByText('Maria Okonkwo').waitFor()
  await wall.clock.fastForward(8_000)
  await scene('chart').getByRole('img', { name: '10 scores of today, the best 8,000,000,000,888' }).waitFor()
  await wall.clock.fastForward(10_000)
  await scene('claim').getByText('Scan the code').waitFor()
  await wall.clock.fastForward(9_000)
  // Any of the idle images: some are drawn on a canvas, some are not, and the next one waits beside it unseen.
  await wall.locator('[data-variant="picture"] [class*="layer_"][class*="shown_"]').waitFor()
  await wall.clock.fastForward(10_000)
  await over.waitFor()

  await wall.clock.fastForward(12_000)
  await scene('records').waitFor()
  await over.waitFor({ state: 'hidden' })
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
  await wall.clock.resume()
  await post(crypto.randomUUID(), true, 1_500)
  expect(await seen).toEqual({ opacity: '1', visibility: 'visible', scenes: 0 })
  await wall.getByText('1,500', { exact: true }).waitFor({ state: 'attached' })
})
