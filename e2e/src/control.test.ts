import type { StreamControl } from '@multiball/shared/schema'
import type { Page } from 'playwright-core'
import { addKeyedMachines, postState, scoresOf } from './account'
import { complaintsOf } from './browser'
import { overflow, signedIn } from './dashboard'
import { useProduct } from './useProduct'

/* A show is run from a phone, with the overlay beside it and a second panel on a desk. */

const rig = useProduct('control-owner')
let overlay: Page

/** Reads again until it is so; what was read last is in the failure. */
async function becomes<Value>(read: () => Promise<Value>, expected: Value) {
  const until = Date.now() + 10_000
  let last = await read()
  while (JSON.stringify(last) !== JSON.stringify(expected) && Date.now() < until) last = await read()
  expect(last).toEqual(expected)
}
const overlayShows = (...names: string[]) =>
  becomes(() => overlay.locator('.mb-overlay .mb-name').allTextContents(), names)

beforeAll(async () => {
  // A window of its own: of two tabs Chromium draws the one behind once a second, and each press there waits for that.
  overlay = await rig.browser.newPage({ viewport: { width: 1280, height: 720 } })
})

test('CTL-02 CTL-03 CTL-04 CTL-05 CTL-07 what is changed on a phone is on air without another bootstrap: names, sides, frozen and hidden scores, layout and colours; a second panel follows', async () => {
  const { owner, product, browser } = rig
  const [machine] = await addKeyedMachines(owner, 'The Back Room', ['Medieval Madness'])
  const { id: scoreboard } = await owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title: 'Corner',
    is_public: true,
    venuemachine_items: [{ venuemachine: machine!.id, order: 0 }],
  })
  const config_json = { scoreboardsConfig: [{ numPlayers: 2, players: [] }] }
  const { id } = await owner.call<{ id: number }>('POST', '/api/streamboard/', {
    title: 'Finals',
    is_public: true,
    scoreboard_items: [{ scoreboard, order: 0 }],
    config_json,
  })
  const session = { session_uuid: crypto.randomUUID(), session_sequence: 0 }
  const post = (...scores: number[]) => {
    session.session_sequence += 1
    return postState(product.url, machine!.deviceKey, { ...session, ...scoresOf(...scores) })
  }
  const at = `${product.url}/streamboards/${id}/control`
  const page = await (await signedIn(browser, product.url, owner, { width: 390, height: 844 })).newPage()
  const desk = await (await signedIn(browser, product.url, owner, { width: 1280, height: 800 })).newPage()
  const complaints = [complaintsOf(page), complaintsOf(desk), complaintsOf(overlay)]
  await post(1_000, 2_000)
  await Promise.all([overlay.goto(`${product.url}/viewer/streamboards/${id}`), page.goto(at), desk.goto(at)])
  await overlay.getByText('2,000', { exact: true }).waitFor()
  const asked: string[] = []
  overlay.on('request', (request) => void (/\/bootstrap\/|\/viewer\//.test(request.url()) && asked.push(request.url())))
  const button = (name: string) => page.getByRole('button', { name })
  const nameOn = (panel: Page, player: number) => panel.getByRole('textbox', { name: `Player ${player}`, exact: true })

  await nameOn(page, 1).fill('Ann <b>')
  await nameOn(page, 2).fill('Maria Okonkwo')
  await page.getByRole('group', { name: 'Player 1' }).getByLabel('Info').fill('She/her')
  await overlayShows('Ann <b>', 'Maria Okonkwo')
  await overlay.locator('.mb-info').getByText('She/her').waitFor()
  // Its number is on the line of a name that has shorter forms, too.
  expect(
    await overlay
      .locator('.mb-player')
      .last()
      .evaluate((player) =>
        ['.mb-number', '.mb-name']
          .map((part) => player.querySelector(part)!.getBoundingClientRect())
          .map(({ top, bottom }) => Math.round((top + bottom) / 2))
          .reduce((one, other) => Math.abs(one - other)),
      ),
  ).toBeLessThan(6)
  await button('Swap sides').click()
  await overlayShows('Maria Okonkwo', 'Ann <b>')
  await becomes(() => nameOn(desk, 2).inputValue(), 'Ann <b>')
  await nameOn(desk, 1).fill('From the desk')
  await becomes(() => nameOn(page, 1).inputValue(), 'From the desk')

  await button('Freeze scores').click()
  await page.getByText('Scores frozen', { exact: true }).waitFor()
  await post(5_000, 6_000)
  await nameOn(page, 2).fill('Böb')
  await overlayShows('From the desk', 'Böb')
  expect(await overlay.getByText('2,000', { exact: true }).count()).toBe(1)
  await desk.getByRole('button', { name: 'Unfreeze scores' }).click()
  await overlay.getByText('6,000', { exact: true }).waitFor()

  const opacity = () =>
    overlay
      .locator('.mb-overlay')
      .evaluate((element) => [getComputedStyle(element).opacity, getComputedStyle(element).visibility])
  await button('Hide overlay').click()
  await becomes(opacity, ['0', 'hidden'])
  await button('Show overlay').click()
  await becomes(opacity, ['1', 'visible'])

  await page.getByRole('textbox', { name: 'Highlight colour' }).fill('#00ff00')
  await becomes(
    () =>
      overlay
        .locator('.mb-overlay')
        .evaluate((element) => (element as HTMLElement).style.getPropertyValue('--s-highlight')),
    '#00ff00',
  )
  await page.getByRole('group', { name: 'Layout' }).getByRole('radio', { name: 'Lower Third Horizontal' }).check()
  await overlay.locator('[data-layout="LowerThirdHorizontal"]').waitFor()
  await overlayShows('From the desk', 'Böb')
  expect(await owner.call<StreamControl>('GET', `/api/streamboard/${id}/control/`)).toMatchObject({
    is_hidden: false,
    is_frozen: false,
    holds_moments: false,
    config_json: { layout: 'LowerThirdHorizontal' },
  })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect([asked, ...complaints]).toEqual([[], [], [], []])
})

/** What OBS does with its Custom CSS box: an element of the page with a text in it. */
const addStyle = (css: string) =>
  overlay.evaluate((text) => {
    const style = document.createElement('style')
    style.append(document.createTextNode(text))
    document.head.append(style)
  }, css)

test('CTL-14 the CSS that OBS brings along changes nothing, and its own is taken by every part', async () => {
  const picture = () =>
    overlay.locator('.mb-overlay').evaluate((element) => {
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
  const style = (part: string, property: string) =>
    overlay
      .locator(part)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  expect(await style('.mb-panel', 'background-color')).toBe('rgb(1, 2, 3)')
  expect(await style('.mb-overlay', 'color')).toBe('rgb(4, 5, 6)')
  expect(await style('.mb-name', 'color')).toBe('rgb(7, 8, 9)')
  expect(await style('.mb-score', 'letter-spacing')).toBe('3px')
  expect(await style('[data-player="2"] .mb-name', 'text-transform')).toBe('uppercase')
  expect(await style('.mb-brand', 'opacity')).toBe('0.5')
})
