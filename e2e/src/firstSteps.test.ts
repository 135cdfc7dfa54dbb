import type { Page } from 'playwright-core'
import { bringAxe, violationsOf } from './accessibility'
import { complaintsOf } from './browser'
import { overflow } from './dashboard'
import { useProduct } from './useProduct'

/* A new owner with a phone: from the login screen to a board on a TV, every tap and every field counted. */

const rig = useProduct()
let tv: Page
let phone: Page
let complaints: string[]
let taps = 0
let fields = 0

const mostTaps = 14
const mostFields = 8

const tap = async (role: 'button' | 'link', name: string | RegExp) => {
  taps += 1
  await phone.getByRole(role, { name }).first().click()
}
const fill = async (label: string, text: string) => {
  fields += 1
  await phone.getByLabel(label, { exact: true }).fill(text)
}

beforeAll(async () => {
  const tvContext = await rig.browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const phoneContext = await rig.browser.newContext({ viewport: { width: 390, height: 844 } })
  await bringAxe(phoneContext)
  tv = await tvContext.newPage()
  phone = await phoneContext.newPage()
  complaints = complaintsOf(phone)
})

test('TON-04 registers and goes on without typing anything twice', async () => {
  await phone.goto(rig.product.url)
  await tap('button', 'Register')
  const form = phone.getByRole('main')
  for (const [label, text] of [
    ['Username', 'first-steps'],
    ['Email', 'first-steps@example.org'],
    ['First name', 'Ada'],
    ['Last name', 'Lane'],
    ['Password', 'Plunger-7-lane'],
    ['Confirm password', 'Plunger-7-lane'],
  ] as const) {
    fields += 1
    await form.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text)
  }
  await tap('button', 'Register')
  await tap('button', 'Continue')
  await phone.getByRole('heading', { name: 'From nothing to a board on a TV' }).waitFor()
  await phone.getByText('0 of 4 done').waitFor()
  expect(await overflow(phone)).toBeLessThanOrEqual(0)
  expect(await violationsOf(phone)).toEqual([])
})

test('TON-04 finds the way to a first score from the card', async () => {
  await tap('link', 'Add your venue')
  await fill('Name', 'Flipper Bar')
  await tap('button', 'Create Venue')
  fields += 1
  await phone.getByLabel('Search name, maker or year').fill('fish tales')
  await tap('button', /^Add .*Fish Tales/)
  await phone.getByRole('heading', { level: 1, name: /Fish Tales/ }).waitFor()
  await tap('button', 'Make a device key')
  await tap('button', 'Play a test game')
  await phone.getByText('It works.').waitFor()
})

test('TON-04 TON-07 TON-08 puts a board on a TV: 14 taps and 8 fields at most', async () => {
  await tap('button', 'I have stored it')
  await tap('button', 'Create a scoreboard')
  await phone.getByRole('button', { name: /^Show on a TV: Fish Tales/ }).waitFor()
  const step = phone.getByRole('list', { name: 'Set-up' }).getByRole('listitem').filter({ hasText: 'On a TV' })
  expect(await step.getAttribute('data-state')).toBe('next')

  await tv.goto(`${rig.product.url}/tv`)
  const panel = tv.locator('[aria-hidden="false"] [data-code]')
  await panel.waitFor()
  // The phone's camera opens the address of the TV's QR code.
  taps += 1
  await phone.goto(`${rig.product.url}/displays?code=${(await panel.getAttribute('data-code'))!}`)
  await phone.getByRole('combobox', { name: 'Board' }).and(phone.locator('[value]:not([value=""])')).waitFor()
  await tap('button', 'Pair TV')
  await tv
    .getByText(/Fish Tales/i)
    .first()
    .waitFor()
  await phone.getByText('TV paired!').waitFor()

  expect(taps).toBeLessThanOrEqual(mostTaps)
  expect(fields).toBeLessThanOrEqual(mostFields)
  expect(complaints).toEqual([])
})

test('API-04 the test game opens to how it went: a chart, ball by ball, and every score change in digits', async () => {
  await phone.goto(`${rig.product.url}/venues`)
  await phone.getByRole('link', { name: 'Fish Tales' }).first().click()
  await phone.getByRole('link', { name: /^How the game went/ }).click()
  await phone
    .getByRole('img', { name: /^Scores of all players/ })
    .locator('canvas')
    .waitFor()
  await phone.getByText(/Not counted$/).waitFor()
  const balls = phone.getByRole('table', { name: 'Ball by ball' })
  await balls.getByText('Ball 3', { exact: true }).waitFor()
  await balls.getByText('Multiball, Test game').waitFor()
  await phone.getByText(/score changes as a table$/).click()
  await phone.getByRole('region', { name: 'Every score change' }).getByRole('cell', { name: '250,000' }).waitFor()
  expect(await overflow(phone)).toBeLessThanOrEqual(0)
  expect(await violationsOf(phone)).toEqual([])
})

test('TON-05 TON-06 another board is on the TV with two taps, and Undo puts the first one back', async () => {
  const { token } = Object.fromEntries((await phone.context().cookies()).map(({ name, value }) => [name, value]))
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(rig.product.url + path, {
      method,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as { id: number; results: { id: number }[] }
  }
  const { id: owner } = await call('GET', '/api/user_profile/get/')
  const { results } = await call('GET', `/api/venuemachine/?owner=${owner}`)
  await call('POST', '/api/leaderboard/', {
    title: 'House records',
    is_public: false,
    items: [{ id: results[0]!.id, type: 'venuemachine' }],
  })
  await phone.goto(`${rig.product.url}/leaderboards`)
  await phone.getByRole('button', { name: 'More for House records' }).click()
  await phone.getByRole('menuitem', { name: 'Show on a TV' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: /^TV/ }).click()
  await phone.getByText('TV now shows House records').waitFor()
  await tv.getByRole('heading', { level: 1, name: 'House records' }).waitFor()
  expect(await overflow(phone)).toBeLessThanOrEqual(0)
  expect(await violationsOf(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Undo' }).click()
  await phone.getByText(/^TV now shows Fish Tales/).waitFor()
  await tv
    .getByText(/Fish Tales/i)
    .first()
    .waitFor()
})

test('TON-01 TON-02 Home has what is going on tonight', async () => {
  await phone.goto(rig.product.url)
  await phone.getByRole('heading', { name: 'Tonight' }).waitFor()
  await phone.getByRole('link', { name: /TVs/ }).filter({ hasText: '1 of 1 online' }).waitFor()
  expect(await violationsOf(phone)).toEqual([])
})
