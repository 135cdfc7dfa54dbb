import { streamboardLayouts, type StreamControl } from '@multiball/shared/schema'
import type { Page } from 'playwright-core'
import { addVenueMachine, type Owner } from './account'
import { complaintsOf } from './browser'
import { overflow, signedIn, useOwnersPage } from './dashboard'
import { useProduct } from './useProduct'

/* A show is run from a phone, with the overlay beside it; then from a desk. */

jest.setTimeout(180_000)

const phone = { width: 390, height: 844 }

const stage = useProduct()
let page: Page
let overlay: Page
let owner: Owner
let complaints: string[]
let machineKey: string
let id: number
useOwnersPage(stage, 'control-owner', phone, (own) => ({ owner, page, complaints } = own))

beforeAll(async () => {
  // A window of its own: of two tabs Chromium draws the one behind once a second, and each press there waits for that.
  overlay = await stage.browser.newPage({ viewport: { width: 1280, height: 720 } })
  overlay.setDefaultTimeout(20_000)
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const nameOf = (player: number) => page.getByRole('textbox', { name: `Player ${player}`, exact: true })
const shownNames = (shown: Page) => shown.locator('.mb-overlay .mb-name').allTextContents()
/** Reads again until it is so; what was read last is in the failure. */
async function becomes<Value>(read: () => Promise<Value>, expected: Value) {
  const until = Date.now() + 10_000
  let last = await read()
  while (JSON.stringify(last) !== JSON.stringify(expected) && Date.now() < until) {
    await page.waitForTimeout(20)
    last = await read()
  }
  expect(last).toEqual(expected)
}
const shows = (shown: Page, names: string[]) => becomes(() => shownNames(shown), names)
const control = () => owner.call<StreamControl>('GET', `/api/streamboard/${id}/control/`)

const session = crypto.randomUUID()
let sequence = 0
async function post(...scores: number[]) {
  sequence += 1
  const answer = await fetch(`${stage.product.url}/api/entry/`, {
    method: 'POST',
    headers: { authorization: `Token ${machineKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ session_uuid: session, session_sequence: sequence, active: true, current_ball: 1, current_player: 1, ...Object.fromEntries(scores.map((score, at) => [`current_p${at + 1}_score`, score])) }),
  })
  if (!answer.ok) throw new Error(`A score was refused with ${answer.status}`)
}

/** Requests of a page that read the board again. */
function bootstrapsOf(shown: Page): string[] {
  const asked: string[] = []
  shown.on('request', (request) => {
    if (/\/bootstrap\/|\/viewer\//.test(request.url())) asked.push(request.url())
  })
  return asked
}

test('CTL-13 an owner with a private scoreboard only makes it public on the way', async () => {
  const machine = await addVenueMachine(owner, 'The Back Room', 'Medieval Madness')
  machineKey = (await owner.call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)).key
  await owner.call('POST', '/api/scoreboard/', { title: 'Corner', is_public: false, venuemachine_items: [{ venuemachine: machine, order: 0 }] })
  await page.goto(`${stage.product.url}/streamboards/add`)
  await page.getByText('You must create at least one public, scoreboard with only one machine to use this feature.').waitFor()
  await button('Make Corner public').click()
  await page.getByLabel('Title', { exact: true }).waitFor()
})

test('CTL-12 created, it says at once what OBS is told, with Copy URL in focus', async () => {
  await page.getByLabel('Title', { exact: true }).fill('Finals')
  await page.getByRole('combobox', { name: 'Scoreboard', exact: true }).fill('Cor')
  await page.getByRole('option', { name: 'Corner' }).click()
  await page.getByRole('radiogroup', { name: 'Players' }).getByText('2', { exact: true }).click()
  await page.getByRole('button', { name: 'Create Streamboard' }).click()
  await page.getByText('Finals created!').waitFor()
  const source = page.getByRole('region', { name: 'Browser source' })
  const address = (await source.getByText('/viewer/streamboards/').textContent())!
  id = Number(/\d+$/.exec(address)![0])
  expect(await source.getByText('1280', { exact: true }).isVisible()).toBe(true)
  expect(await source.getByText('720', { exact: true }).isVisible()).toBe(true)
  await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Copy URL')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await overlay.goto(address)
  await post(1000, 2000)
  await overlay.getByText('2,000', { exact: true }).waitFor()
  await source.getByRole('link', { name: 'Open the control panel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Control Finals' }).waitFor()
  await nameOf(1).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('CTL-02 CTL-07 names go on air letter by letter, and change sides, without another bootstrap', async () => {
  const asked = bootstrapsOf(overlay)
  await nameOf(1).fill('Ann <b>')
  await nameOf(2).fill('Böb')
  await page.getByRole('group', { name: 'Player 1' }).getByLabel('Info').fill('She/her')
  await shows(overlay, ['Ann <b>', 'Böb'])
  await overlay.locator('.mb-info').getByText('She/her').waitFor()
  await button('Swap sides').click()
  await shows(overlay, ['Böb', 'Ann <b>'])
  expect(await overlay.locator('.mb-player[data-player="2"] .mb-info').textContent()).toBe('She/her')
  expect(await nameOf(1).inputValue()).toBe('Böb')
  expect(asked).toEqual([])
})

test('CTL-10 a name is picked among users from two letters on', async () => {
  await nameOf(1).fill('Ma')
  await page.getByRole('list', { name: 'Users like Ma' }).getByRole('button', { name: 'Maria Okonkwo' }).click()
  expect(await nameOf(1).inputValue()).toBe('Maria Okonkwo')
  await shows(overlay, ['Maria Okonkwo', 'Ann <b>'])
  // Its number is on the line of a name that has shorter forms, too.
  expect(await overlay.locator('.mb-player').first().evaluate((player) => ['.mb-number', '.mb-name'].map((part) => player.querySelector(part)!.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)).reduce((one, other) => Math.abs(one - other)))).toBeLessThan(6)
})

test('CTL-06 a pasted queue: next match, the one before, any of them', async () => {
  await page.getByRole('textbox', { name: 'Queue' }).fill('1. Cy vs Di\nEve, Flo\nGus\tHal')
  await page.getByRole('list', { name: 'Matches' }).getByText('Gus vs Hal').waitFor()
  await button('Next match: Cy vs Di').click()
  await shows(overlay, ['Cy', 'Di'])
  await button('Next match: Eve vs Flo').click()
  await shows(overlay, ['Eve', 'Flo'])
  await button('Previous match').click()
  await shows(overlay, ['Cy', 'Di'])
  await button(/Gus vs Hal/).click()
  await shows(overlay, ['Gus', 'Hal'])
  expect(await overlay.locator('.mb-info').count()).toBe(0)
  expect(await button('Next match').isDisabled()).toBe(true)
  await becomes(async () => (await control()).match, 2)
})

test('CTL-04 frozen scores stay, after a reload too, and go on', async () => {
  await button('Freeze scores').click()
  await button('Unfreeze scores').waitFor()
  await page.getByText('Scores frozen', { exact: true }).waitFor()
  await post(5000, 6000)
  await nameOf(1).fill('Gustav')
  await shows(overlay, ['Gustav', 'Hal'])
  expect(await overlay.getByText('2,000', { exact: true }).count()).toBe(1)
  await overlay.reload()
  await overlay.getByText('2,000', { exact: true }).waitFor()
  expect(await overlay.getByText('frozen').count()).toBe(0)
  await button('Unfreeze scores').click()
  await overlay.getByText('6,000', { exact: true }).waitFor()
})

test('CTL-05 hidden there is nothing, and it comes back with the newest', async () => {
  await button('Hide overlay').click()
  const opacity = () => overlay.locator('.mb-overlay').evaluate((element) => [getComputedStyle(element).opacity, getComputedStyle(element).visibility])
  await becomes(opacity, ['0', 'hidden'])
  await post(7000, 8000)
  await overlay.reload()
  await overlay.locator('.mb-overlay').waitFor({ state: 'attached' })
  expect(await opacity()).toEqual(['0', 'hidden'])
  await button('Show overlay').click()
  await becomes(opacity, ['1', 'visible'])
  await overlay.getByText('8,000', { exact: true }).waitFor()
})

test('CTL-02 colours and each of the ten layouts', async () => {
  await page.getByRole('textbox', { name: 'Highlight colour' }).fill('#00ff00')
  await becomes(() => overlay.locator('.mb-overlay').evaluate((element) => (element as HTMLElement).style.getPropertyValue('--s-highlight')), '#00ff00')
  for (const [at, layout] of streamboardLayouts.entries()) {
    await page.getByRole('group', { name: 'Layout' }).getByRole('radio').nth(at).check()
    await overlay.locator(`[data-layout="${layout}"]`).waitFor()
    await shows(overlay, ['Gustav', 'Hal'])
  }
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('CTL-03 two panels: each follows the other, and the form', async () => {
  const desk = await signedIn(stage.browser, stage.product.url, owner, { width: 1280, height: 800 })
  const second = await desk.newPage()
  const troubles = complaintsOf(second)
  await second.goto(`${stage.product.url}/streamboards/${id}/control`)
  const other = (player: number) => second.getByRole('textbox', { name: `Player ${player}`, exact: true })
  await other(1).waitFor()
  await nameOf(1).fill('From the phone')
  await becomes(() => other(1).inputValue(), 'From the phone')
  await other(2).fill('From the desk')
  await becomes(() => nameOf(2).inputValue(), 'From the desk')
  await second.getByRole('button', { name: 'Freeze scores' }).click()
  await button('Unfreeze scores').click()
  await second.getByRole('button', { name: 'Freeze scores' }).waitFor()

  // CTL-09: keys, and letters in a field.
  await second.getByRole('heading', { level: 1 }).click()
  await second.keyboard.press('s')
  await shows(overlay, ['From the desk', 'From the phone'])
  await second.keyboard.press('2')
  await second.keyboard.type('shnf?')
  await shows(overlay, ['From the desk', 'shnf?'])
  expect(await control()).toMatchObject({ is_hidden: false, is_frozen: false })
  await second.keyboard.press('Escape')
  await second.getByRole('heading', { level: 1 }).click()
  await second.keyboard.press('h')
  await button('Show overlay').waitFor()
  await second.keyboard.press('h')
  await second.keyboard.press('?')
  await second.getByRole('dialog', { name: 'Keys' }).getByText('Swap sides').waitFor()
  await second.keyboard.press('Escape')
  expect(troubles).toEqual([])
  await desk.close()
})

test('CTL-08 what cannot be sent waits, outlives a reload, and goes when the network is back', async () => {
  await page.route('**/control/', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await nameOf(1).fill('Typed in a tunnel')
  await page.getByText('Not sent yet. Trying again…').waitFor()
  await page.reload()
  await becomes(() => nameOf(1).inputValue(), 'Typed in a tunnel')
  await page.unroute('**/control/')
  await shows(overlay, ['Typed in a tunnel', 'shnf?'])
  await page.getByText('On the stream. Changes show at once.').waitFor()
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('ERR_FAILED')))
})

/** What OBS does with its Custom CSS box: an element of the page with a text in it. */
const addStyle = (css: string) =>
  overlay.evaluate((text) => {
    const style = document.createElement('style')
    style.append(document.createTextNode(text))
    document.head.append(style)
  }, css)

test('CTL-14 the CSS that OBS brings along changes nothing, and its own is taken by every part', async () => {
  const picture = () => overlay.locator('.mb-overlay').evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [x, y, width, height, getComputedStyle(document.body).backgroundColor]
  })
  const before = await picture()
  await addStyle('body { background-color: rgba(0, 0, 0, 0); margin: 0px auto; overflow: hidden; }')
  expect(await picture()).toEqual(before)
  await addStyle(`
    :root { --mb-overlay-background: rgb(1, 2, 3); --mb-overlay-text: rgb(4, 5, 6); }
    .mb-overlay .mb-name { color: rgb(7, 8, 9) !important; }
    .mb-overlay .mb-score { letter-spacing: 3px !important; }
    .mb-overlay .mb-player[data-player='2'] .mb-name { text-transform: uppercase !important; }
    .mb-overlay .mb-brand { opacity: 0.5; }
  `)
  const style = (part: string, property: string) => overlay.locator(part).first().evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  expect(await style('.mb-panel', 'background-color')).toBe('rgb(1, 2, 3)')
  expect(await style('.mb-overlay', 'color')).toBe('rgb(4, 5, 6)')
  expect(await style('.mb-name', 'color')).toBe('rgb(7, 8, 9)')
  expect(await style('.mb-score', 'letter-spacing')).toBe('3px')
  expect(await style('[data-player="2"] .mb-name', 'text-transform')).toBe('uppercase')
  expect(await style('.mb-brand', 'opacity')).toBe('0.5')
})

test('CTL-01 somebody else is sent away', async () => {
  const other = await signedIn(stage.browser, stage.product.url, { ...owner, token: 'nobody' }, phone)
  const stranger = await other.newPage()
  await stranger.goto(`${stage.product.url}/streamboards/${id}/control`)
  await stranger.getByRole('button', { name: 'Log in' }).waitFor()
  await other.close()
})

test('nothing on the way complained', () => {
  expect(complaints).toEqual([])
})
