import type { Locator, Page } from 'playwright-core'
import { addKeyedMachines, postState, type KeyedMachine, type Owner } from './account'
import { complaintsOf } from './browser'
import { chooseInRow, overflow, useOwnersPage, widths } from './dashboard'
import { useProduct } from './useProduct'

/* An owner's way from no board at all to a wall that shows four slides in turn, and back to none, at desktop and phone width. */

const stage = useProduct()

const titles = ['Medieval Madness', 'Monster Bash']

/** What the owner has to show: two scoreboards, a leaderboard, and a comboboard of the two; and the key of the first machine. */
async function makeBoards(owner: Owner) {
  const make = async (type: string, body: object) => (await owner.call<{ id: number }>('POST', `/api/${type}/`, { is_public: false, ...body })).id
  const machines = await addKeyedMachines(owner, 'The Back Room', titles)
  const [first] = machines as [KeyedMachine]
  const boards: number[] = []
  for (const [at, { id }] of machines.entries()) boards.push(await make('scoreboard', { title: `${titles[at]} live`, venuemachine_items: [{ venuemachine: id }] }))
  const leaderboard = await make('leaderboard', { title: 'House records', display_title: true, items: [{ id: first.id, type: 'venuemachine' }] })
  await make('comboboard', { title: 'Back wall', items: [...boards.map((id) => ({ item_type: 'scoreboard', item_id: id })), { item_type: 'leaderboard', item_id: leaderboard }] })
  return { deviceKey: first.deviceKey }
}

const post = (deviceKey: string, session: string, sequence: number, score: number) =>
  postState(stage.product.url, deviceKey, { session_uuid: session, session_sequence: sequence, current_p1_score: score })

/** A poster as an owner may have it, drawn by the browser. */
const poster = async (page: Page, type: string) => {
  const address = await page.evaluate((format) => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 1200
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#7a1030'
    pen.fillRect(0, 0, 900, 1200)
    pen.fillStyle = '#ffd45a'
    pen.font = 'bold 150px sans-serif'
    pen.textAlign = 'center'
    for (const [at, line] of ['LEAGUE', 'NIGHT', 'TUESDAYS', '8 PM'].entries()) pen.fillText(line, 450, 360 + at * 190)
    return canvas.toDataURL(format)
  }, type)
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

const slideOf = (page: Page, number: number) => page.getByRole('group', { name: `Screen ${number}`, exact: true })

async function setType(page: Page, number: number, type: string) {
  await slideOf(page, number).getByRole('button', { name: /Type/ }).click()
  await page.getByRole('option', { name: type, exact: true }).click()
}

async function pick(page: Page, number: number, text: string) {
  await slideOf(page, number).getByRole('combobox').fill(text)
  await page.getByRole('option', { name: new RegExp(text) }).first().click()
}

const boardsOf = (page: Page) =>
  page.getByRole('group', { name: /^Screen \d+$/ }).evaluateAll((rows) => rows.map((row) => row.querySelector<HTMLInputElement>('[role=combobox]')?.value ?? (row.querySelector('img') ? 'picture' : 'empty')))

async function expectSlides(page: Page, expected: string[]) {
  const deadline = Date.now() + 10_000
  while (JSON.stringify(await boardsOf(page)) !== JSON.stringify(expected) && Date.now() < deadline) await page.waitForTimeout(50)
  expect(await boardsOf(page)).toEqual(expected)
}

const loadedFonts = (page: Page) => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')))
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
const layersOf = (viewer: Page) => viewer.locator('[data-state]').evaluateAll((layers) => layers.map((layer) => layer.getAttribute('data-state')))
const seen = (viewer: Page, inside: Locator) => viewer.locator('[data-state=shown]').filter({ has: inside }).waitFor({ timeout: 15_000 })
/** The same of the slide that comes next: the turn of the one before takes five seconds, which are passed over. */
async function seenNext(viewer: Page, inside: Locator) {
  await viewer.clock.fastForward(5_000)
  await seen(viewer, inside)
}

describe.each(widths)('at $name width', ({ name, viewport }) => {
  let page: Page
  let owner: Owner
  let complaints: string[]
  let deviceKey: string

  useOwnersPage(stage, `slides-${name}`, viewport, (own) => ({ owner, page, complaints } = own))

  test('LST-01 SS-04 without any board the form leads to making one', async () => {
    await page.goto(`${stage.product.url}/slideshows`)
    await page.getByText('You have not created any Slideshows!').waitFor()
    await page.getByRole('link', { name: '+ Add Slideshow' }).click()
    await page.getByText('You must create at least one scoreboard or leaderboard to use this feature.').waitFor()
    await page.getByRole('link', { name: 'Add Leaderboard' }).waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: 'Add Scoreboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Add Scoreboard' }).waitFor()
  })

  test('SS-01 SS-05 a screen that shows nothing is refused, and so is a file that is no picture', async () => {
    ;({ deviceKey } = await makeBoards(owner))
    await page.goto(`${stage.product.url}/slideshows/add`)
    await page.getByLabel('Title', { exact: true }).fill('Round and round')
    await page.getByRole('button', { name: 'Create Slideshow' }).click()
    await page.getByText('Each screen must have a scoreboard, leaderboard, or comboboard').first().waitFor()
    await pick(page, 1, 'Medieval Madness live')
    await setType(page, 2, 'Leaderboard')
    await pick(page, 2, 'House records')
    await page.getByRole('button', { name: 'Add Screen' }).click()
    await setType(page, 3, 'Comboboard')
    await pick(page, 3, 'Back wall')
    await page.getByRole('button', { name: 'Add Screen' }).click()
    await setType(page, 4, 'Image')
    const input = slideOf(page, 4).getByLabel('Picture', { exact: true })
    await input.setInputFiles({ name: 'menu.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await slideOf(page, 4).getByText('Only PNG, JPEG and WebP pictures can be used').waitFor()
    await input.setInputFiles({ name: 'menu.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
    await slideOf(page, 4).getByText('Only PNG, JPEG and WebP pictures can be used').waitFor()
    await input.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
    await slideOf(page, 4).getByText('A picture may have at most 10 MB').waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Round and round')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('SS-01 SS-02 LST-04 with its picture it is made', async () => {
    await slideOf(page, 4).getByLabel('Picture', { exact: true }).setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: await poster(page, 'image/jpeg') })
    await slideOf(page, 4).getByAltText('Picture, 900 by 1200 pixels').waitFor()
    await expectSlides(page, ['Medieval Madness live', 'House records', 'Back wall', 'picture'])
    await page.getByText('4 screens, 20 s per loop').waitFor()
    await page.getByRole('button', { name: 'Create Slideshow' }).click()
    await page.getByText('Round and round created!').waitFor()
    await page.getByText(/^4 screens/).waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('VSS-01 VSS-02 the viewer shows the private boards in turn, live, and takes up a change at the end of a turn', async () => {
    const session = crypto.randomUUID()
    await post(deviceKey, session, 1, 41_000)
    await page.context().clock.install()
    const opened = page.context().waitForEvent('page')
    await chooseInRow(page, 'Round and round', 'View')
    const viewer = await opened
    const troubles = complaintsOf(viewer)
    await seen(viewer, viewer.getByText('41,000', { exact: true }))
    await post(deviceKey, session, 2, 777_000)
    await seen(viewer, viewer.getByText('777,000', { exact: true }))
    expect((await layersOf(viewer)).length).toBeLessThanOrEqual(2)
    // Nothing is seen of the one that waits behind it.
    await viewer.locator('[data-state=hidden] footer, [data-state=hidden] [class*=foot]').first().waitFor({ state: 'attached' })
    expect(await viewer.locator('[data-state=hidden] *').evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).visibility === 'visible').map(({ className }) => className))).toEqual([])
    expect(await loadedFonts(viewer)).toContain('Sofia Sans Extra Condensed')
    await seenNext(viewer, viewer.getByText('House records'))
    await seenNext(viewer, viewer.getByRole('heading', { level: 2, name: titles[1] }))
    await seenNext(viewer, viewer.locator('img[src*="/media/"]'))
    expect(await viewer.locator('[data-state=shown] img').evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth, getComputedStyle(image).objectFit])).toEqual([true, 900, 'contain'])
    expect(await viewer.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)).toBeLessThanOrEqual(0)
    // And again from the first one.
    await seenNext(viewer, viewer.getByText('777,000', { exact: true }))

    const { results } = await owner.call<{ results: { id: number; title: string; items: object[] }[] }>('GET', `/api/slideshow/?owner=${await idOf(owner)}`)
    const { id, title, items } = results[0]!
    const again = viewer.waitForEvent('load', { timeout: 30_000 })
    await owner.call('PUT', `/api/slideshow/${id}/`, { title, items: items.slice(2) })
    await again
    await seen(viewer, viewer.getByRole('heading', { level: 2, name: titles[1] }))
    expect(troubles).toEqual([])
    await viewer.close()
    await owner.call('PUT', `/api/slideshow/${id}/`, { title, items })
  })

  test('SS-03 screens are reordered by keyboard, deleted and added', async () => {
    await page.reload()
    await chooseInRow(page, 'Round and round', 'Edit')
    await expectSlides(page, ['Medieval Madness live', 'House records', 'Back wall', 'picture'])
    await page.getByRole('button', { name: 'Move screen 4 up' }).focus()
    await page.keyboard.press('Enter')
    await expectSlides(page, ['Medieval Madness live', 'House records', 'picture', 'Back wall'])
    expect(await focused(page)).toBe('Move screen 3 up')
    await page.getByRole('button', { name: 'Delete screen 4' }).click()
    await page.getByRole('button', { name: 'Delete screen 2' }).click()
    await expectSlides(page, ['Medieval Madness live', 'picture'])
    expect(await page.getByRole('button', { name: /^Delete screen/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Add Screen' }).click()
    await pick(page, 3, 'Medieval Madness live')
    await page.getByRole('button', { name: 'Update Slideshow' }).click()
    await page.getByText('Each screen must be unique').first().waitFor()
    await pick(page, 3, 'Monster Bash live')
    await slideOf(page, 3).getByText('120', { exact: true }).click()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Update Slideshow' }).click()
    await page.getByText('Round and round updated').waitFor()
    await page.getByText(/^3 screens/).waitFor()
  })

  test('LST-03 the slideshow is deleted, its boards stay', async () => {
    await chooseInRow(page, 'Round and round', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Round and round deleted!').waitFor()
    await page.getByText('You have not created any Slideshows!').waitFor()
    expect((await owner.call<{ count: number }>('GET', `/api/scoreboard/?owner=${await idOf(owner)}`)).count).toBe(2)
  })

  test('nothing on the way complained', () => {
    // The browser itself tells of a refused upload.
    expect(complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([])
  })
})

const idOf = async (owner: Owner) => (await owner.call<{ id: number }>('GET', '/api/user_profile/get/')).id
