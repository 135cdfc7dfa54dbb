import type { Page } from 'playwright-core'
import { bringAxe, violationsInBothThemes } from './accessibility'
import { addKeyedMachines, postState, registerOwner, scoresOf, type KeyedMachine } from './account'
import { complaintsOf } from './browser'
import { overflow } from './dashboard'
import { useProduct } from './useProduct'

/* From the code on a wall to three letters on it, to a name, and to an account that takes the games along. */

const rig = useProduct('claim-owner')
let machine: KeyedMachine
let board: { id: number; viewer_key: string }

const phone = { width: 390, height: 844 }

beforeAll(async () => {
  machine = (await addKeyedMachines(rig.owner, 'Flipper Bar', ['medieval']))[0]!
  board = await rig.owner.call('POST', '/api/scoreboard/', {
    title: 'Castle',
    is_public: true,
    venuemachine_items: [{ venuemachine: machine.id, order: 0 }],
  })
})

let sequence = 0
/** A new game; answers the address that its code leads to, for a slot. */
async function play(...scores: number[]): Promise<(slot: number) => string> {
  await postState(rig.product.url, machine.deviceKey, {
    session_uuid: crypto.randomUUID(),
    session_sequence: (sequence += 1),
    ...scoresOf(...scores),
  })
  const { code } = await rig.owner.call<{ code: string }>('GET', `/api/venuemachine/${machine.id}/claim_code/`)
  return (slot) => `${rig.product.url}/claim/${machine.id}/${slot}?code=${code}`
}

const openPhone = async (): Promise<Page> =>
  (await rig.browser.newContext({ viewport: phone, hasTouch: true, isMobile: true })).newPage()

const pick = async (page: Page, letters: string) => {
  for (const letter of letters) await page.getByRole('button', { name: letter, exact: true }).tap()
}

test('CLM-04 CLM-07 KIO-03 a guest scans the code, picks three letters and is on the wall: four taps, and nothing to type; where accounts are asked for, a login leads back to the score', async () => {
  const addressOf = await play(1_284_530, 38_914_220)
  const address = `${rig.product.url}/viewer/scoreboards/${board.id}?key=${board.viewer_key}&claim=1`
  const screen = await rig.browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' })
  await screen.goto(address)
  await screen.locator('[data-claim] svg').waitFor()
  // A TV that hangs upright has it too; a phone, which follows the link, has not.
  await screen.setViewportSize({ width: 1080, height: 1920 })
  await screen.locator('[data-shape="tall"] [data-claim] svg').waitFor()
  await screen.setViewportSize({ width: 1280, height: 720 })
  const page = await openPhone()
  await page.goto(address)
  await page.locator('[data-claim]').waitFor()
  expect(await page.locator('[data-claim] svg').isVisible()).toBe(false)

  // The two free slots take turns: this is one of them.
  const link = (await screen.getByRole('link', { name: /Claim it/ }).getAttribute('href'))!
  const slot = Number(new URL(link).pathname.split('/').at(-1))
  expect([addressOf(1), addressOf(2)]).toContain(link)
  const complaints = complaintsOf(page)
  await page.addInitScript(() => {
    Object.assign(window, { taps: 0, buzzes: 0 })
    addEventListener('click', () => void ((window as never as { taps: number }).taps += 1), true)
    navigator.vibrate = () => Boolean(((window as never as { buzzes: number }).buzzes += 1))
  })
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Medieval Madness' }).waitFor()
  await page.getByText(slot === 1 ? '1,284,530' : '38,914,220', { exact: true }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await pick(page, 'ACE')
  await page.getByRole('button', { name: 'That’s me' }).tap()
  await page.getByText('You’re on the board as ACE.').waitFor()
  await screen.getByText('ACE', { exact: true }).waitFor()
  expect(
    await page.evaluate(() => [
      (window as never as { taps: number }).taps,
      (window as never as { buzzes: number }).buzzes,
      document.querySelectorAll('input, select, textarea').length,
    ]),
  ).toEqual([4, 1, 0])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Change letters' }).tap()
  // A key of the last row: nothing lies over it.
  await pick(page, 'BO9')
  await page.getByRole('button', { name: 'Change letters' }).tap()
  await screen.getByText('BO9', { exact: true }).waitFor()
  expect(complaints).toEqual([])

  // Only the other one can still be claimed.
  await screen.locator(`[data-claim="${3 - slot}"]`).waitFor()
  const player = await registerOwner(rig.product.url, 'claim-player')
  await rig.owner.call('PATCH', `/api/scoreboard/${board.id}/`, { claims: 'accounts' })
  const other = await openPhone()
  await other.goto((await screen.getByRole('link', { name: /Claim it/ }).getAttribute('href'))!)
  await other.getByText('Only players with an account can put their name on this screen.').waitFor()
  await other.getByRole('main').getByRole('button', { name: 'Log in' }).tap()
  await other.getByText(/You’ll come back to your score/).waitFor()
  await other.getByLabel('Username').fill(player.username)
  await other.getByLabel('Password', { exact: true }).fill(player.password)
  await other.getByRole('button', { name: /^log in$/i }).tap()
  await other.getByRole('button', { name: 'That’s me' }).tap()
  await screen.getByText('Maria Okonkwo', { exact: true }).waitFor()
  await rig.owner.call('PATCH', `/api/scoreboard/${board.id}/`, { claims: 'anyone' })
})

test('CLM-06 LOG-04 a guest registers on the way, is back at the score at once, and takes the games along', async () => {
  const addressOf = await play(1_284_530, 38_914_220)
  const page = await openPhone()
  await page.goto(addressOf(2))
  await pick(page, 'JO')
  await page.getByRole('button', { name: 'That’s me' }).tap()
  await page.getByRole('button', { name: 'Create an account' }).tap()
  await page.getByText('With an account you can take your games along.').waitFor()
  const fields = {
    Username: 'claim-jo',
    Email: 'claim-jo@example.org',
    'First name': 'Jo',
    'Last name': 'Lindqvist',
    Password: 'Plunger-7-lane',
    'Confirm password': 'Plunger-7-lane',
  }
  for (const [label, text] of Object.entries(fields))
    await page
      .getByRole('textbox', { name: label, exact: true })
      .or(page.locator(`input[type=password][name=${label === 'Password' ? 'password' : 'confirmation'}]`))
      .first()
      .fill(text)
  await page.getByRole('button', { name: 'Register' }).tap()
  await page.getByText(/^Your account is ready\. Check your email/).waitFor()
  expect(page.url()).toBe(addressOf(2))
  await page.getByRole('button', { name: 'Take 1 game along' }).tap()
  await page.getByText('1 game from this browser is now in My games.').waitFor()
  await page.getByText('You’re on the board as Jo Lindqvist.').waitFor()
  await page.getByRole('button', { name: /^User menu of/ }).tap()
  await page.getByRole('menuitem', { name: 'My games' }).tap()
  await page.getByText('38,914,220').waitFor()
})

test('axe finds nothing on what a guest sees, light or dark', async () => {
  const addressOf = await play(1_284_530)
  const context = await rig.browser.newContext({ viewport: phone, reducedMotion: 'reduce' })
  await bringAxe(context)
  const page = await context.newPage()
  const found: string[] = []
  const score = { uuid: crypto.randomUUID(), score: '505,719,942', guest: 'ACE' }
  const { id } = await rig.owner.call<{ id: number }>('POST', `/api/venuemachine/${machine.id}/score/`, score)
  for (const [path, text] of [
    [`${rig.product.url}/moment/game:${id}:1`, '505,719,942'],
    [addressOf(1), 'Player 1? Pick your letters'],
    [`${rig.product.url}/claim/${machine.id}/1`, 'Scan the code on the display'],
    [`${rig.product.url}/games`, 'You have no games yet.'],
  ] as const) {
    await page.goto(path)
    await page.getByText(text).first().waitFor()
    found.push(...(await violationsInBothThemes(page)))
  }
  expect(found).toEqual([])
})
