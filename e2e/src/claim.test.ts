import type { BrowserContext, Page } from 'playwright-core'
import { bringAxe, violationsInBothThemes } from './accessibility'
import { addVenueMachine, registerOwner } from './account'
import { complaintsOf } from './browser'
import { overflow } from './dashboard'
import { useProduct } from './useProduct'

/* From the code on a wall to three letters on it, and to an account that takes the games along. */

jest.setTimeout(120_000)

const stage = useProduct('claim-owner')
let machine: number
let board: { id: number; viewer_key: string; [setting: string]: unknown }
let post: (fields: object) => Promise<unknown>

const phone = { width: 390, height: 844 }
const tv = { width: 1280, height: 720 }

beforeAll(async () => {
  machine = await addVenueMachine(stage.owner, 'Flipper Bar', 'medieval')
  board = await stage.owner.call('POST', '/api/scoreboard/', { title: 'Castle', is_public: true, venuemachine_items: [{ venuemachine: machine, order: 0 }] })
  const { key } = await stage.owner.call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)
  let sequence = 0
  post = (fields) =>
    fetch(`${stage.product.url}/api/entry/`, {
      method: 'POST',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ session_sequence: (sequence += 1), current_ball: 2, current_player: 1, ...fields }),
    })
})

/** A new game of three; answers the address that its code leads to, for a slot. */
async function play(): Promise<(slot: number) => string> {
  await post({ session_uuid: crypto.randomUUID(), current_p1_score: 1_284_530, current_p2_score: 38_914_220, current_p3_score: 90_100 })
  const { code } = await stage.owner.call<{ code: string }>('GET', `/api/venuemachine/${machine}/claim_code/`)
  return (slot) => `${stage.product.url}/claim/${machine}/${slot}?code=${code}`
}

async function pocket(options: object = {}): Promise<BrowserContext> {
  const context = await stage.browser.newContext({ viewport: phone, hasTouch: true, isMobile: true, ...options })
  context.setDefaultTimeout(20_000)
  return context
}

async function wall(): Promise<Page> {
  const page = await stage.browser.newPage({ viewport: tv })
  page.setDefaultTimeout(20_000)
  await page.goto(`${stage.product.url}/viewer/scoreboards/${board.id}?key=${board.viewer_key}&claim=1`)
  return page
}

const pick = async (page: Page, letters: string) => {
  for (const letter of letters) await page.getByRole('button', { name: letter, exact: true }).tap()
}

describe('a guest at a machine', () => {
  test('CLM-04 scans the code, picks three letters and is on the wall: four taps, and nothing to type', async () => {
    await play()
    const screen = await wall()
    const link = await screen.getByRole('link', { name: /Claim it/ }).getAttribute('href')
    const context = await pocket()
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await page.addInitScript(() => {
      Object.assign(window, { taps: 0, buzzes: 0 })
      addEventListener('click', () => void ((window as never as { taps: number }).taps += 1), true)
      navigator.vibrate = () => Boolean(((window as never as { buzzes: number }).buzzes += 1))
    })
    await page.goto(link!)
    await page.getByRole('heading', { level: 1, name: 'Medieval Madness' }).waitFor()
    await page.getByText('38,914,220', { exact: true }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await pick(page, 'ACE')
    await page.getByRole('button', { name: 'That’s me' }).tap()
    await page.getByText('You’re on the board as ACE.').waitFor()
    await screen.getByText('ACE', { exact: true }).waitFor()
    expect(await page.evaluate(() => [(window as never as { taps: number }).taps, (window as never as { buzzes: number }).buzzes, document.querySelectorAll('input, select, textarea').length])).toEqual([4, 1, 0])
    expect(await overflow(page)).toBeLessThanOrEqual(0)

    // The score goes on counting in the hand, and the letters can be changed and taken off.
    await page.getByRole('button', { name: 'Change letters' }).tap()
    // A key of the last row: nothing lies over it.
    await pick(page, 'BO9')
    await page.getByRole('button', { name: 'Change letters' }).tap()
    await screen.getByText('BO9', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByRole('button', { name: 'That’s me' }).waitFor()
    await screen.getByText('BO9', { exact: true }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
    await screen.close()
  })

  test('CLM-04 by keyboard; offline in the middle loses no letter, and a reload neither', async () => {
    const addressOf = await play()
    const context = await pocket({ viewport: { width: 320, height: 640 } })
    const page = await context.newPage()
    await page.goto(addressOf(2))
    await page.getByRole('button', { name: 'A', exact: true }).focus()
    await page.keyboard.type('ZX')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('G')
    await page.keyboard.press('Enter')
    await page.getByText('Your letters: Z, G').waitFor({ state: 'attached' })
    await context.setOffline(true)
    await page.getByRole('button', { name: 'That’s me' }).tap()
    await page.getByText(/That didn’t reach the server/).waitFor()
    await page.getByText('Your letters: Z, G').waitFor({ state: 'attached' })
    await context.setOffline(false)
    await page.reload()
    await page.getByText('Your letters: Z, G').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'That’s me' }).tap()
    await page.getByText('You’re on the board as ZG.').waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await context.close()
  })

  test('CLM-04 two guests for one slot: the second is told, and finds the free ones; an old code says to scan again', async () => {
    const addressOf = await play()
    const contexts = [await pocket(), await pocket()]
    const [first, second] = await Promise.all(contexts.map((context) => context.newPage()))
    await Promise.all([first!.goto(addressOf(1)), second!.goto(addressOf(1))])
    for (const [page, letters] of [[first!, 'ONE'], [second!, 'TWO']] as const) await pick(page, letters)
    await second!.getByRole('button', { name: 'That’s me' }).waitFor()
    await contexts[1]!.route('**/claim/?*', (route) => route.abort())
    await first!.getByRole('button', { name: 'That’s me' }).tap()
    await first!.getByText('You’re on the board as ONE.').waitFor()
    await second!.getByRole('button', { name: 'That’s me' }).tap()
    await second!.getByText('Someone else has claimed this slot. Sort it out at the machine.').waitFor()
    await contexts[1]!.unroute('**/claim/?*')
    await second!.getByText(/^ONE has claimed this score/).waitFor()
    await second!.getByRole('link', { name: /Player 2.*That’s me/ }).tap()
    await second!.getByText('Your letters: T, W, O').waitFor({ state: 'attached' })
    await play()
    await second!.getByText('This code is for another game. Scan the code on the screen again.').waitFor()
    for (const context of contexts) await context.close()
  })
})

describe('an account', () => {
  test('CLM-06 LOG-04 a guest registers on the way, is back at the score at once, and takes the games along', async () => {
    const addressOf = await play()
    const context = await pocket()
    const page = await context.newPage()
    await page.goto(addressOf(2))
    await pick(page, 'JO')
    await page.getByRole('button', { name: 'That’s me' }).tap()
    await page.getByText('You’re on the board as JO.').waitFor()
    await page.getByRole('link', { name: 'My games' }).tap()
    await page.getByText('Flipper Bar · as JO').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Create an account' }).tap()
    await page.getByText('With an account you can take your games along.').waitFor()
    const fields = { Username: 'claim-jo', Email: 'claim-jo@example.org', 'First name': 'Jo', 'Last name': 'Lindqvist', Password: 'Plunger-7-lane', 'Confirm password': 'Plunger-7-lane' }
    for (const [label, text] of Object.entries(fields)) await page.getByRole('textbox', { name: label, exact: true }).or(page.locator(`input[type=password][name=${label === 'Password' ? 'password' : 'confirmation'}]`)).first().fill(text)
    await page.getByRole('button', { name: 'Register' }).tap()
    await page.getByText(/^Your account is ready\. Check your email/).waitFor()
    expect(page.url()).toBe(addressOf(2))
    await page.getByRole('button', { name: 'Take 1 game along' }).tap()
    await page.getByText('1 game from this browser is now in My games.').waitFor()
    await page.getByText('You’re on the board as Jo Lindqvist.').waitFor()
    await page.getByRole('button', { name: /^User menu of/ }).tap()
    await page.getByRole('menuitem', { name: 'My games' }).tap()
    await page.getByText('38,914,220').waitFor()
    await context.close()
  })

  test('CLM-07 where a scoreboard asks for accounts, a guest is told so, and comes back to the score after the login', async () => {
    const { id, viewer_key: _key, ...settings } = board
    await stage.owner.call('PUT', `/api/scoreboard/${id}/`, { ...settings, claims: 'accounts' })
    const addressOf = await play()
    const player = await registerOwner(stage.product.url, 'claim-player')
    const context = await pocket()
    const page = await context.newPage()
    await page.goto(addressOf(3))
    await page.getByText('Only players with an account can put their name on this screen.').waitFor()
    expect(await page.getByRole('toolbar').count()).toBe(0)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).tap()
    await page.getByText(/You’ll come back to your score/).waitFor()
    await page.getByLabel('Username').fill(player.username)
    await page.getByLabel('Password', { exact: true }).fill(player.password)
    await page.getByRole('button', { name: /^log in$/i }).tap()
    await page.getByRole('button', { name: 'That’s me' }).tap()
    await page.getByText('You’re on the board as Maria Okonkwo.').waitFor()
    await stage.owner.call('PUT', `/api/scoreboard/${id}/`, { ...settings, claims: 'anyone' })
    await context.close()
  })
})

test('axe finds nothing on what a guest sees, light or dark', async () => {
  const addressOf = await play()
  const context = await pocket({ hasTouch: false, isMobile: false })
  await bringAxe(context)
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const [path, text] of [[addressOf(1), 'Player 1? Pick your letters'], [`${stage.product.url}/claim/${machine}/1`, 'Scan the code on the display'], [`${stage.product.url}/games`, 'You have no games yet.']] as const) {
    await page.goto(path)
    await page.getByText(text).first().waitFor()
    found.push(...(await violationsInBothThemes(page)))
  }
  expect(found).toEqual([])
  await context.close()
})
