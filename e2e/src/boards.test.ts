import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { addKeyedMachines, postEntry, postState, scoresOf, type KeyedMachine, type Owner } from './account'
import { complaintsOf } from './browser'
import { check, choose, chooseInRow, useOwnersPage } from './dashboard'
import { useProduct } from './useProduct'

/* What is special to a board of each type in its form, and what it becomes on a screen. That each is made, edited and deleted: keyboard.test.ts. */

const rig = useProduct()
let page: Page
let owner: Owner
let complaints: string[]
let medieval: KeyedMachine
let attack: KeyedMachine
let bash: KeyedMachine

useOwnersPage(rig, 'boards-owner', { width: 1280, height: 800 }, (own) => ({ owner, page, complaints } = own))
beforeAll(async () => {
  const machines = await addKeyedMachines(owner, 'The Back Room', [
    'Medieval Madness',
    'Attack from Mars',
    'Monster Bash',
  ])
  ;[medieval, attack, bash] = machines as [KeyedMachine, KeyedMachine, KeyedMachine]
})
afterEach(() => expect(complaints).toEqual([]))

const title = () => page.getByLabel('Title', { exact: true })
const make = async (type: string, body: object) => (await owner.call<{ id: number }>('POST', `/api/${type}/`, body)).id

/** A game of a machine that goes on with each call. */
function playOn({ deviceKey }: KeyedMachine) {
  const session = randomUUID()
  let sequence = 0
  return (...scores: number[]) =>
    postState(rig.product.url, deviceKey, {
      session_uuid: session,
      session_sequence: (sequence += 1),
      current_player: scores.length,
      ...scoresOf(...scores),
    })
}
const settle = ({ deviceKey }: KeyedMachine, ...scores: number[]) =>
  postEntry(rig.product.url, deviceKey, {
    session_uuid: randomUUID(),
    session_sequence: 1,
    active: false,
    ...scoresOf(...scores),
  })

/** The viewer that its row opens, in a tab of its own. */
async function view(board: string): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await chooseInRow(page, board, 'View')
  const viewer = await opened
  viewer.on('pageerror', (error) => complaints.push(String(error)))
  return viewer
}

test('CB-03 CB-05 LST-04 VCB-01 ACC-03 ACC-12 the wizard makes a private wall of three machines, which is live in a tab of its own, without the dashboard around it', async () => {
  const plays = [medieval, attack, bash].map(playOn)
  for (const [at, play] of plays.entries()) await play(1_000 * (at + 1))
  await page.goto(`${rig.product.url}/comboboards/wizard`)
  await title().fill('Back wall')
  await page.getByRole('checkbox', { name: 'Select All' }).check()
  await page.getByRole('button', { name: 'Create Comboboard' }).click()
  await page.getByText('Back wall created!').waitFor()
  const viewer = await view('Back wall')
  for (const [at, { name }] of [medieval, attack, bash].entries()) {
    await viewer.getByRole('heading', { level: 2, name }).waitFor()
    await viewer.getByText(`${at + 1},000`, { exact: true }).waitFor()
  }
  await viewer.getByText('Live', { exact: true }).waitFor()
  await plays[1]!(777_000)
  await viewer.getByText('777,000', { exact: true }).waitFor()
  await viewer.getByText('1,000', { exact: true }).waitFor()
  expect(
    await viewer.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight),
  ).toBeLessThanOrEqual(0)
  expect(await viewer.getByRole('navigation').count()).toBe(0)
})

test('FRM-01 LB-02 LB-03 LB-04 LB-05 VLB-01 VLB-02 dates are pasted, machines and players found; the leaderboard opens as it was stored, and a game that is settled comes in', async () => {
  await settle(medieval, 1_003_284_906_530, 77_000)
  await settle(medieval, 412_305_870)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: rig.product.url })
  await page.goto(`${rig.product.url}/leaderboards/add`)
  await title().fill('The league')
  await check(page, 'Boxed')
  const paste = async (label: string, text: string) => {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text)
    await page.getByLabel(label).focus()
    await page.keyboard.press('ControlOrMeta+v')
  }
  await paste('Start date', '2026-11-02')
  await paste('End date', '2026-11-01')
  await title().focus()
  await page.getByText('End date can not be before start date').waitFor()
  expect(await page.getByLabel('End date').inputValue()).toBe('')
  expect(await page.getByLabel('Start date').inputValue()).toBe('2026-11-02')

  await check(page, 'Rolling')
  await page.getByLabel('Days').fill('30')
  await check(page, 'Global or Machine List')
  await choose(page, 'Machine', 'medieval madness', /Medieval Madness/)
  await choose(page, 'Add Machine', 'back room', /The Back Room/)
  await choose(page, 'Add User', owner.username, new RegExp(owner.username))
  await page.getByRole('button', { name: 'Remove Maria Okonkwo' }).click()
  await page.getByRole('button', { name: 'Create Leaderboard' }).click()
  await page.getByText('The league created!').waitFor()
  await chooseInRow(page, 'The league', 'Edit')
  await page.getByRole('list', { name: 'Machine whitelist' }).getByText('The Back Room').waitFor()
  expect(await page.getByLabel('Days').inputValue()).toBe('30')
  await page.goBack()

  const viewer = await view('The league')
  const rows = viewer.getByRole('listitem')
  await rows.nth(2).waitFor()
  expect(await rows.nth(0).textContent()).toMatch(/^1Guest1,003,284,906,530/)
  await viewer.locator('[data-connection="live"]').first().waitFor()
  await settle(medieval, 9_740_220_510)
  await viewer.getByText('9,740,220,510').first().waitFor({ state: 'attached' })
  expect(await rows.nth(1).textContent()).toMatch(/^2Guest9,740,220,510/)
})

/** A poster as an owner may have it, drawn by the browser. */
const poster = async () => {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 1200 })
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#7a1030'
    pen.fillRect(0, 0, 900, 1200)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

test('SS-01 SS-02 VSS-01 VSS-02 private boards and a picture that is sent come in turn, live, and a change at the end of a turn', async () => {
  await make('scoreboard', { title: 'Monster live', venuemachine_items: [{ venuemachine: bash.id }] })
  await make('leaderboard', {
    title: 'House records',
    display_title: true,
    items: [{ id: medieval.id, type: 'venuemachine' }],
  })
  const screen = (number: number) => page.getByRole('group', { name: `Screen ${number}`, exact: true })
  const pick = async (number: number, type: string, board?: string) => {
    await screen(number).getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: type, exact: true }).click()
    if (board === undefined) return
    await screen(number).getByRole('combobox').fill(board)
    await page
      .getByRole('option', { name: new RegExp(board) })
      .first()
      .click()
  }
  await page.goto(`${rig.product.url}/slideshows/add`)
  await title().fill('Round and round')
  await pick(1, 'Scoreboard', 'Monster live')
  await pick(2, 'Leaderboard', 'House records')
  await page.getByRole('button', { name: 'Add Screen' }).click()
  await pick(3, 'Image')
  await screen(3)
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: await poster() })
  await screen(3).getByAltText('Picture, 900 by 1200 pixels').waitFor()
  await page.getByRole('button', { name: 'Create Slideshow' }).click()
  await page.getByText('Round and round created!').waitFor()

  const play = playOn(bash)
  await play(41_000)
  await page.context().clock.install()
  const viewer = await view('Round and round')
  const shown = (inside: Locator) => viewer.locator('[data-state=shown]').filter({ has: inside }).waitFor()
  /** The turn of the one before takes five seconds, which are passed over. */
  const comes = async (inside: Locator) => {
    await viewer.clock.fastForward(5_000)
    await shown(inside)
  }
  await shown(viewer.getByText('41,000', { exact: true }))
  await play(888_000)
  await shown(viewer.getByText('888,000', { exact: true }))
  // Nothing is seen of the one that waits behind it.
  await viewer
    .locator('[data-state=hidden] footer, [data-state=hidden] [class*=foot]')
    .first()
    .waitFor({ state: 'attached' })
  expect(
    await viewer
      .locator('[data-state=hidden] *')
      .evaluateAll((parts) =>
        parts.filter((part) => getComputedStyle(part).visibility === 'visible').map(({ className }) => className),
      ),
  ).toEqual([])
  expect(
    await viewer.evaluate(() =>
      [...document.fonts].some(
        ({ family, status }) => family.includes('Sofia Sans Extra Condensed') && status === 'loaded',
      ),
    ),
  ).toBe(true)
  await comes(viewer.getByText('House records'))
  await comes(viewer.locator('img[src*="/media/"]'))
  expect(
    await viewer
      .locator('[data-state=shown] img')
      .evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth, getComputedStyle(image).objectFit]),
  ).toEqual([true, 900, 'contain'])
  await comes(viewer.getByText('888,000', { exact: true }))

  const { id: user } = await owner.call<{ id: number }>('GET', '/api/user_profile/get/')
  const { results } = await owner.call<{ results: { id: number; title: string; items: object[] }[] }>(
    'GET',
    `/api/slideshow/?owner=${user}`,
  )
  const { id, items, ...rest } = results[0]!
  const again = viewer.waitForEvent('load')
  await owner.call('PUT', `/api/slideshow/${id}/`, { title: rest.title, items: items.slice(1) })
  await again
  await shown(viewer.getByText('House records'))
})

/** How solid a page is at these points, 0 to 255, as a streaming program would see it. */
async function alphaAt(shown: Page, points: [x: number, y: number][]): Promise<number[]> {
  const png = (await shown.screenshot({ omitBackground: true })).toString('base64')
  const reader = await page.context().newPage()
  const alphas = await reader.evaluate(
    async ({ png, points }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${png}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      return points.map(([x, y]) => context.getImageData(x, y, 1, 1).data[3]!)
    },
    { png, points },
  )
  await reader.close()
  return alphas
}

test('VST-01 VST-03 VST-06 VSB-11 an overlay is its panel over nothing, live, follows another layout, and leaves a small mark when it is deleted', async () => {
  const scoreboards: { scoreboard: number }[] = []
  for (const machine of [medieval, attack])
    scoreboards.push({
      scoreboard: await make('scoreboard', {
        title: `Stream ${machine.name}`,
        is_public: true,
        venuemachine_items: [{ venuemachine: machine.id }],
      }),
    })
  const players = [{}, { playerName: 'Zoë Ñandú', playerAddress: '@zoe' }]
  const id = await make('streamboard', {
    title: 'Finals',
    scoreboard_items: scoreboards.slice(0, 1),
    config_json: { layout: 'LowerThirdHorizontal', scoreboardsConfig: [{ numPlayers: 2, players }] },
  })
  const play = playOn(medieval)
  await play(4_000, 1_046_218_340_110)
  // A window of its own: of two tabs Chromium draws only the one in front at full speed.
  const overlay = await rig.browser.newPage({ viewport: { width: 1280, height: 720 } })
  const troubles = complaintsOf(overlay)
  await overlay.goto(`${rig.product.url}/viewer/streamboards/${id}`)
  for (const text of [medieval.name, '1,046,218,340,110', 'Zoë Ñandú', '@zoe'])
    await overlay.getByText(text, { exact: true }).first().waitFor()
  await overlay.getByRole('img', { name: 'Live', exact: true }).waitFor()
  // Above the panel, below its Powered-by line, beside it; and on it, on the player who is up and on the one who is not.
  expect(
    await alphaAt(overlay, [
      [640, 300],
      [640, 715],
      [640, 690],
      [20, 620],
      [200, 610],
      [900, 560],
      [500, 560],
    ]),
  ).toEqual([0, 0, 0, 0, 255, 255, 255])
  expect(await overlay.locator('[data-layout]').innerText()).toContain('Powered by')
  await play(777_000, 1_046_218_340_110)
  await overlay.getByText('777,000', { exact: true }).waitFor()

  const colours = () =>
    overlay
      .locator('.mb-panel')
      .evaluate((panel) =>
        [panel, panel.querySelector('.mb-score')!].map((part) => [
          getComputedStyle(part).backgroundColor,
          getComputedStyle(part).color,
        ]),
      )
  const chosen = await colours()
  await overlay.emulateMedia({ forcedColors: 'active' })
  expect(await colours()).toEqual(chosen)
  await overlay.emulateMedia({ forcedColors: null })

  const change = (scoreboard_items: object[], config_json: object) =>
    owner.call('PUT', `/api/streamboard/${id}/`, { title: 'Finals', scoreboard_items, config_json })
  await playOn(attack)(5_000)
  await change(scoreboards, { type: 'multiUp', layout: 'TwoCamHeadToHead' })
  for (const { name } of [medieval, attack]) await overlay.getByRole('heading', { level: 2, name }).waitFor()
  await overlay.getByText('5,000', { exact: true }).waitFor()
  // Both cameras are open, what is around them is not.
  expect(
    await alphaAt(overlay, [
      [300, 250],
      [980, 250],
      [640, 250],
      [10, 10],
      [300, 600],
      [980, 600],
    ]),
  ).toEqual([0, 0, 255, 255, 255, 255])
  await change(scoreboards, { type: 'multiUp', layout: 'ScoresOnlyFixed', size: '1920x1080' })
  await overlay.locator('[data-layout="ScoresOnlyFixed"]').waitFor()
  expect(await overlay.locator('[data-layout]').boundingBox()).toEqual({ x: 0, y: 0, width: 860, height: 170 })
  expect(
    await alphaAt(overlay, [
      [430, 85],
      [861, 85],
      [430, 171],
    ]),
  ).toEqual([255, 0, 0])
  expect(troubles).toEqual([])

  await owner.call('DELETE', `/api/streamboard/${id}/`)
  await overlay.getByRole('img', { name: 'This board cannot be shown' }).waitFor()
  expect(await overlay.locator('body').innerText()).toBe('')
  expect(
    await alphaAt(overlay, [
      [430, 85],
      [640, 360],
    ]),
  ).toEqual([0, 0])
})
