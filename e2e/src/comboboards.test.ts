import type { Page } from 'playwright-core'
import { addKeyedMachines, postState, type KeyedMachine, type Owner } from './account'
import { complaintsOf } from './browser'
import { choose, chooseInRow, overflow, useOwnersPage, widths } from './dashboard'
import { useProduct } from './useProduct'

/* An owner's way from three machines to a wall of three live boards, and back to none, at desktop and phone width. */

const stage = useProduct()

const titles = ['Medieval Madness', 'Attack from Mars', 'Monster Bash']

const post = ({ deviceKey }: KeyedMachine, session: string, sequence: number, score: number) =>
  postState(stage.product.url, deviceKey, { session_uuid: session, session_sequence: sequence, current_p1_score: score })

const itemTitles = (page: Page) => page.getByRole('combobox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))

async function expectItems(page: Page, expected: string[]) {
  const deadline = Date.now() + 10_000
  while (JSON.stringify(await itemTitles(page)) !== JSON.stringify(expected) && Date.now() < deadline) await page.waitForTimeout(50)
  expect(await itemTitles(page)).toEqual(expected)
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

const listOf = async (owner: Owner, type: string) => {
  const { id } = await owner.call<{ id: number }>('GET', '/api/user_profile/get/')
  return (await owner.call<{ results: { id: number; title: string }[] }>('GET', `/api/${type}/?owner=${id}`)).results.map(({ title }) => title).sort()
}

describe.each(widths)('at $name width', ({ name, viewport }) => {
  let page: Page
  let owner: Owner
  let machines: KeyedMachine[]
  let complaints: string[]
  const boardOf = (at: number) => `Back wall – ${machines[at]!.name}`

  useOwnersPage(stage, `combo-${name}`, viewport, (own) => ({ owner, page, complaints } = own))
  beforeAll(async () => {
    machines = (await addKeyedMachines(owner, 'The Back Room', titles)).sort((one, other) => one.name.localeCompare(other.name))
  })

  test('LST-01 LST-06 the empty list offers bulk create', async () => {
    await page.goto(`${stage.product.url}/comboboards`)
    await page.getByText('You have not created any Comboboards!').waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: 'Bulk create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bulk create' }).waitFor()
  })

  test('CB-03 CB-04 the wizard refuses a single machine', async () => {
    await page.getByLabel('Title', { exact: true }).fill('Back wall')
    await page.getByRole('checkbox', { name: new RegExp(machines[0]!.name) }).check()
    await page.getByRole('button', { name: 'Create Comboboard' }).click()
    await page.getByText('Please select at least two machines').first().waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('CB-05 LST-04 with all three it makes seven boards', async () => {
    await page.getByRole('checkbox', { name: 'Select All' }).check()
    await page.getByRole('button', { name: 'Create Comboboard' }).click()
    await page.getByText('Back wall created!').waitFor()
    await page.getByText(/^3 boards/).waitFor()
    expect(await listOf(owner, 'leaderboard')).toEqual([0, 1, 2].map(boardOf))
    expect(await listOf(owner, 'scoreboard')).toEqual([0, 1, 2].map(boardOf))
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('VCB-01 the viewer shows three live boards, and a score moves one of them', async () => {
    const sessions = machines.map(() => crypto.randomUUID())
    for (const [at, machine] of machines.entries()) await post(machine, sessions[at]!, 1, 1000 * (at + 1))
    const opened = page.context().waitForEvent('page')
    await chooseInRow(page, 'Back wall', 'View')
    const viewer = await opened
    const troubles = complaintsOf(viewer)
    for (const [at, { name: title }] of machines.entries()) {
      await viewer.getByRole('heading', { level: 2, name: title }).waitFor()
      await viewer.getByText(`${at + 1},000`, { exact: true }).waitFor()
    }
    await viewer.getByText('Live', { exact: true }).waitFor()
    await post(machines[1]!, sessions[1]!, 2, 777_000)
    await viewer.getByText('777,000', { exact: true }).waitFor()
    await viewer.getByText('1,000', { exact: true }).waitFor()
    await viewer.getByText('3,000', { exact: true }).waitFor()
    expect(await viewer.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)).toBeLessThanOrEqual(0)
    expect(troubles).toEqual([])
    await viewer.close()
  })

  test('CB-01 items are reordered by keyboard, deleted and added', async () => {
    await chooseInRow(page, 'Back wall', 'Edit')
    await page.getByRole('combobox', { name: 'Item 3' }).waitFor()
    await expectItems(page, [0, 1, 2].map(boardOf))
    await page.getByRole('button', { name: `Move ${boardOf(2)} up` }).focus()
    await page.keyboard.press('Enter')
    await expectItems(page, [0, 2, 1].map(boardOf))
    expect(await focused(page)).toBe(`Move ${boardOf(2)} up`)
    await page.keyboard.press('Enter')
    await expectItems(page, [2, 0, 1].map(boardOf))
    expect(await focused(page)).toBe(`Move ${boardOf(2)} down`)
    await page.getByRole('button', { name: `Delete ${boardOf(0)}` }).click()
    await page.getByRole('button', { name: 'Add Item' }).click()
    await choose(page, 'Item 3', machines[0]!.name, new RegExp(`${boardOf(0)}\\s*Leaderboard`))
    await expectItems(page, [2, 1, 0].map(boardOf))
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Update Comboboard' }).click()
    await page.getByText('Back wall updated').waitFor()
  })

  test('CB-02 the same board twice is refused', async () => {
    await chooseInRow(page, 'Back wall', 'Edit')
    await page.getByRole('combobox', { name: 'Item 3' }).waitFor()
    await page.getByRole('button', { name: 'Add Item' }).click()
    await choose(page, 'Item 4', `${boardOf(2)} scoreboard`, new RegExp(`${boardOf(2)}\\s*Scoreboard`))
    await page.getByRole('button', { name: 'Update Comboboard' }).click()
    await page.getByText('Each item must be unique').first().waitFor()
    await page.getByRole('button', { name: `Delete ${boardOf(2)}` }).last().click()
    await page.getByRole('button', { name: 'Update Comboboard' }).click()
    await page.getByText('Back wall updated').waitFor()
  })

  test('LST-03 the comboboard is deleted, its boards stay', async () => {
    await chooseInRow(page, 'Back wall', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Back wall deleted!').waitFor()
    await page.getByText('You have not created any Comboboards!').waitFor()
    expect(await listOf(owner, 'scoreboard')).toHaveLength(3)
  })

  test('nothing on the way complained', () => {
    expect(complaints).toEqual([])
  })

  test('CB-05 CB-06 a wizard whose answer is lost creates nothing twice when it is sent again', async () => {
    let isCut = true
    await page.route('**/api/comboboard/from_machines/', async (route) => {
      if (!isCut) return route.continue()
      isCut = false
      // The server creates the boards, the answer never comes.
      await route.fetch()
      await route.abort()
    })
    await page.goto(`${stage.product.url}/comboboards/wizard`)
    await page.getByLabel('Title', { exact: true }).fill('Side wall')
    await page.getByRole('checkbox', { name: 'Select All' }).check()
    await page.getByRole('button', { name: 'Create Comboboard' }).click()
    await page.getByText('An error has occurred. Please refresh the page and try again. If you press Create Comboboard again, nothing is created twice.').waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Create Comboboard' }).click()
    await page.getByText('Side wall created!').waitFor()
    const made = machines.map(({ name: machine }) => `Side wall – ${machine}`)
    for (const type of ['leaderboard', 'scoreboard']) expect((await listOf(owner, type)).filter((title) => title.startsWith('Side wall'))).toEqual(made)
    expect(await listOf(owner, 'comboboard')).toEqual(['Side wall'])
  })

  test('CB-05 a wizard that is refused leaves nothing behind', async () => {
    await page.goto(`${stage.product.url}/comboboards/wizard`)
    await page.getByLabel('Title', { exact: true }).fill('Third wall')
    await page.getByRole('checkbox', { name: 'Select All' }).check()
    // Somebody takes the title before it is sent.
    await owner.call('POST', '/api/comboboard/from_machines/', { title: 'Third wall', machines: machines.slice(1).map(({ id }) => id) })
    await page.getByRole('button', { name: 'Create Comboboard' }).click()
    await page.getByText('Title must be unique').first().waitFor()
    expect((await listOf(owner, 'scoreboard')).filter((title) => title.startsWith('Third wall'))).toHaveLength(2)
  })
})
