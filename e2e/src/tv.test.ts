import type { Page } from 'playwright-core'
import { bringAxe, violationsOf } from './accessibility'
import { addVenueMachine } from './account'
import { complaintsOf } from './browser'
import { choose, chooseInRow, overflow, signedIn } from './dashboard'
import { useProduct } from './useProduct'

/* A TV's life: a code, an owner with a phone, a board, another one, a reload, a server that dies, a lost storage. */

const stage = useProduct('tv-owner', { environment: () => ({}) })
let tv: Page
let phone: Page
let tvComplaints: string[]
let phoneComplaints: string[]

beforeAll(async () => {
  const machine = await addVenueMachine(stage.owner, 'The Back Room', 'Medieval')
  const items = [{ venuemachine: machine }]
  // Private: the TV has no login.
  await stage.owner.call('POST', '/api/scoreboard/', { title: 'Lobby wall', is_public: false, venuemachine_items: items })
  await stage.owner.call('POST', '/api/leaderboard/', { title: 'House records', is_public: true, items: [{ id: machine, type: 'venuemachine' }] })
  const tvContext = await stage.browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const phoneContext = await signedIn(stage.browser, stage.product.url, stage.owner, { width: 390, height: 844 })
  await bringAxe(tvContext)
  tv = await tvContext.newPage()
  phone = await phoneContext.newPage()
  tvComplaints = complaintsOf(tv)
  phoneComplaints = complaintsOf(phone)
})

const shows = (title: string) => tv.getByRole('heading', { level: 1, name: title }).waitFor()

/** The code on the TV. */
async function codeOnTv(): Promise<string> {
  const panel = tv.locator('[aria-hidden="false"] [data-code]')
  await panel.waitFor()
  return (await panel.getAttribute('data-code'))!
}

test('a TV shows a code, and where to type it', async () => {
  await tv.goto(`${stage.product.url}/tv`)
  expect(new URL(tv.url()).pathname).toBe('/viewer/tv')
  const code = await codeOnTv()
  await tv.getByText(`${code.slice(0, 3)} ${code.slice(3)}`).waitFor()
  await tv.getByRole('heading', { name: 'Pair this TV' }).waitFor()
  await tv.getByText(`${new URL(stage.product.url).host}/displays`).waitFor()
  await tv.getByRole('img', { name: /QR code/ }).waitFor()
  // It fades in.
  await tv.evaluate(() => Promise.all(document.getAnimations().map((one) => one instanceof CSSTransition && one.finished.catch(() => {}))))
  expect(await violationsOf(tv)).toEqual([])
})

test('its owner pairs it on a phone, where the QR code leads', async () => {
  await phone.goto(`${stage.product.url}/displays`)
  await phone.getByText('No TVs yet').waitFor()
  expect(await overflow(phone)).toBeLessThanOrEqual(0)
  const code = await codeOnTv()
  await phone.goto(`${stage.product.url}/displays?code=${code}`)
  const field = phone.getByLabel('Code')
  await field.waitFor()
  expect(await field.inputValue()).toBe(`${code.slice(0, 3)} ${code.slice(3)}`)
  await phone.getByLabel('Name').fill('Bar left')
  await choose(phone, 'Board', 'lobby', /Lobby wall/)
  expect(await overflow(phone)).toBeLessThanOrEqual(0)
  await phone.getByRole('button', { name: 'Pair TV' }).click()
  await phone.getByText('Bar left paired!').waitFor()
  await shows('Lobby wall')
  await tv.getByText('Live', { exact: true }).waitFor()
  await phone.getByText('Online', { exact: true }).waitFor()
})

test('another board takes its place without a gap', async () => {
  // Counts the frames on which nothing but a waiting sentence can be seen.
  await tv.evaluate(() => {
    const page = window as unknown as { gaps: number }
    page.gaps = 0
    const look = () => {
      const shown = document.querySelector('[aria-hidden="false"]')
      if (!shown || shown.querySelector('.mb-waiting')) page.gaps += 1
      requestAnimationFrame(look)
    }
    look()
  })
  await chooseInRow(phone, 'Bar left', 'Change board')
  await phone.getByRole('button', { name: 'Update TV' }).waitFor()
  await choose(phone, 'Board', 'records', /House records/)
  await phone.getByRole('button', { name: 'Update TV' }).click()
  await phone.getByText('Bar left updated').waitFor()
  await shows('House records')
  expect(await tv.evaluate(() => (window as unknown as { gaps: number }).gaps)).toBe(0)
  expect(await tv.getByRole('heading', { level: 1, name: 'Lobby wall' }).count()).toBe(0)
})

test('it shows its name when it is asked to', async () => {
  await chooseInRow(phone, 'Bar left', 'Identify')
  await phone.getByText('Bar left is showing its name for 10 seconds.').waitFor()
  await tv.getByRole('status').filter({ hasText: 'Bar left' }).waitFor()
})

test('a reload, by its owner or by hand, keeps what it is', async () => {
  await tv.evaluate(() => Object.assign(window, { isOld: true }))
  await chooseInRow(phone, 'Bar left', 'Reload')
  await tv.waitForFunction(() => !('isOld' in window))
  await shows('House records')
  await tv.goto(`${stage.product.url}/tv`)
  await shows('House records')
  expect(tvComplaints).toEqual([])
  expect(phoneComplaints).toEqual([])
})

test('a server that dies takes nothing off the wall, and one that is back is heard again', async () => {
  await stage.product.kill()
  await tv.getByText(/^As of \d\d:\d\d$/).waitFor()
  await shows('House records')
  await stage.product.start()
  await shows('House records')
  const { results } = await stage.owner.call<{ results: { id: number; name: string }[] }>('GET', '/api/tv/')
  const boards = await stage.owner.call<{ results: { id: number }[] }>('GET', `/api/scoreboard/?is_public=false`)
  await stage.owner.call('PUT', `/api/tv/${results[0]!.id}/`, { name: 'Bar left', board: { type: 'scoreboard', id: boards.results[0]!.id } })
  await shows('Lobby wall')
})

test('a TV that lost its storage shows a code, and gets its name and board back', async () => {
  await tv.evaluate(() => localStorage.clear())
  await tv.reload()
  const code = await codeOnTv()
  await phone.goto(`${stage.product.url}/displays?code=${code}`)
  await phone.getByRole('radio', { name: 'One of my TVs' }).check()
  await phone.getByRole('button', { name: /Choose a TV/ }).click()
  await phone.getByRole('option', { name: /Bar left/ }).click()
  await phone.getByRole('button', { name: 'Pair TV' }).click()
  await phone.getByText('Bar left paired!').waitFor()
  await shows('Lobby wall')
  await phone.getByText('1 TV', { exact: true }).waitFor()
})

test('a TV that is removed shows a code again', async () => {
  await chooseInRow(phone, 'Bar left', 'Remove')
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await phone.getByText('Bar left removed!').waitFor()
  expect(await codeOnTv()).toHaveLength(6)
})
