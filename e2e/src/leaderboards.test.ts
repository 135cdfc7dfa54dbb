import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { addKeyedMachines, postEntry, scoresOf, type Owner } from './account'
import { complaintsOf } from './browser'
import { check, choose, chooseInRow, overflow, useOwnersPage, widths } from './dashboard'
import { useProduct } from './useProduct'

/* An owner's way from an empty list over leaderboards of every time type to an empty list, at desktop and phone width. */

const stage = useProduct()

/** A machine that can post the results of games. */
async function makeMachine(owner: Owner) {
  const [machine] = await addKeyedMachines(owner, 'The Back Room', ['Medieval'])
  return async (...scores: number[]) => {
    expect(await postEntry(stage.product.url, machine!.deviceKey, { session_uuid: randomUUID(), active: false, ...scoresOf(...scores) })).toBe(200)
  }
}

const day = (daysFromNow: number) => {
  const moment = new Date(Date.now() + daysFromNow * 86_400_000)
  return `${moment.getFullYear()}-${String(moment.getMonth() + 1).padStart(2, '0')}-${String(moment.getDate()).padStart(2, '0')}`
}

describe.each(widths)('at $name width', ({ name, viewport }) => {
  let page: Page
  let owner: Owner
  let complaints: string[]
  let settle: Awaited<ReturnType<typeof makeMachine>>

  const title = () => page.getByLabel('Title', { exact: true })
  const save = () => page.getByRole('button', { name: /^(?:Create|Update) Leaderboard$/ }).click()
  const pick = (field: string, text: string, option: RegExp) => choose(page, field, text, option)
  async function startForm(words: string) {
    await page.getByRole('link', { name: /Add Leaderboard|Create the first one/ }).first().click()
    await title().fill(words)
  }

  async function fitsAndIsCreated(words: string) {
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await save()
    await page.getByText(`${words} created!`).waitFor()
  }

  useOwnersPage(stage, `leaderboards-${name}`, viewport, (own) => ({ owner, page, complaints } = own))
  beforeAll(async () => {
    settle = await makeMachine(owner)
    await settle(1_003_284_906_530, 77_000)
    await settle(412_305_870)
  })

  test('LST-01 a new owner finds an empty list', async () => {
    await page.goto(`${stage.product.url}/leaderboards`)
    await page.getByText('You have not created any Leaderboards!').waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('LB-01 LB-06 all time on one machine; what is missing is said', async () => {
    await startForm(' ')
    await save()
    await page.getByText('Title must not be blank').first().waitFor()
    await page.getByText('Please select at least 1 machine').first().waitFor()
    await title().fill('House records')
    await pick('Machine', 'medieval', /Medieval/)
    await fitsAndIsCreated('House records')
  })

  test('LB-02 LB-03 boxed: an end before the start is said and emptied', async () => {
    await startForm('Tournament')
    await check(page, 'Boxed')
    await pick('Machine', 'medieval', /Medieval/)
    await save()
    await page.getByText('Please select a start date').first().waitFor()
    await page.getByLabel('Start date').fill(day(-1))
    await page.getByLabel('End date').fill(day(-2))
    await title().focus()
    await page.getByText('End date can not be before start date').waitFor()
    expect(await page.getByLabel('End date').inputValue()).toBe('')
    await page.getByLabel('End date').fill(day(-1))
    await title().focus()
    await page.getByText('End date can not be same as start date').waitFor()
    await page.getByLabel('End date').fill(day(30))
    await fitsAndIsCreated('Tournament')
  })

  test('LB-02 last calendar: this week in a zone of the list', async () => {
    await startForm('This week')
    await check(page, 'Last Calendar')
    await check(page, 'Week')
    await pick('Time zone', 'new york', /New York/)
    await pick('Machine', 'medieval', /Medieval/)
    await fitsAndIsCreated('This week')
  })

  test('LB-02 LB-04 LB-05 rolling: a title, on the machines and by the users of lists', async () => {
    await startForm('The league')
    await check(page, 'Rolling')
    await page.getByLabel('Days').fill('30')
    await check(page, 'One Score Per Player')
    await check(page, 'Global or Machine List')
    await pick('Machine', 'medieval madness', /Medieval Madness/)
    await pick('Add Machine', 'back room', /The Back Room/)
    await page.getByRole('list', { name: 'Machine whitelist' }).getByText('The Back Room').waitFor()
    await pick('Add User', owner.username, new RegExp(owner.username))
    await page.getByRole('button', { name: 'Remove Maria Okonkwo' }).click()
    await check(page, 'Public')
    await fitsAndIsCreated('The league')
  })

  test('LST-02 the list says what each counts', async () => {
    const row = (words: string) => page.getByRole('listitem').filter({ hasText: words })
    for (const [words, scope] of Object.entries({ 'House records': 'All time', Tournament: ' – ', 'This week': 'This week', 'The league': 'Last 30 days' })) {
      // A phone has no room for the time.
      await row(words).getByText(name === 'phone' ? 'Medieval Madness' : new RegExp(`Medieval Madness · .*${scope}`)).waitFor()
    }
    await row('House records').getByText('3 scores').waitFor()
    expect(await page.getByRole('list', { name: 'My Leaderboards' }).getByRole('listitem').count()).toBe(4)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('FRM-01 a leaderboard opens with what was stored, and is edited', async () => {
    await chooseInRow(page, 'The league', 'Edit')
    await page.getByRole('list', { name: 'Machine whitelist' }).getByText('The Back Room').waitFor()
    expect(await page.getByRole('combobox', { name: 'Machine', exact: true }).inputValue()).toBe('Medieval Madness')
    expect(await page.getByLabel('Days').inputValue()).toBe('30')
    expect(await page.getByRole('radio', { name: 'One Score Per Player' }).isChecked()).toBe(true)
    await title().fill('The spring league')
    await save()
    await page.getByText('The spring league updated').waitFor()
  })

  test.each(['House records', 'Tournament', 'This week', 'The spring league'])('VLB-01 VLB-02 %s shows the games that were settled', async (words) => {
    const opened = page.context().waitForEvent('page')
    await chooseInRow(page, words, 'View')
    const viewer = await opened
    await viewer.getByRole('heading', { name: 'Medieval Madness' }).waitFor()
    const rows = viewer.getByRole('listitem')
    await rows.nth(2).waitFor()
    expect(await rows.count()).toBe(3)
    expect(await rows.nth(0).textContent()).toMatch(/^1Guest1,003,284,906,530/)
    expect(await rows.nth(2).textContent()).toMatch(/^3Guest77,000/)
    expect(await viewer.getByText(words, { exact: true }).count()).toBeGreaterThan(0)
    await viewer.close()
  })

  test('VLB-02 a game that is settled comes in while the viewer is open', async () => {
    const opened = page.context().waitForEvent('page')
    await chooseInRow(page, 'House records', 'View')
    const viewer = await opened
    const seen = complaintsOf(viewer)
    await viewer.locator('[data-connection="live"]').first().waitFor()
    await settle(9_740_220_510)
    await viewer.getByText('9,740,220,510').first().waitFor({ state: 'attached' })
    expect(await viewer.getByRole('listitem').nth(1).textContent()).toMatch(/^2Guest9,740,220,510/)
    expect(seen).toEqual([])
    await viewer.close()
  })

  test('LST-03 all are deleted, and the list is empty again', async () => {
    for (const words of ['House records', 'Tournament', 'This week', 'The spring league']) {
      await chooseInRow(page, words, 'Delete')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText(`${words} deleted!`).waitFor()
    }
    await page.getByText('You have not created any Leaderboards!').waitFor()
    await page.reload()
    await page.getByText('You have not created any Leaderboards!').waitFor()
  })

  test('nothing on the way complained', () => {
    expect(complaints).toEqual([])
  })
})
