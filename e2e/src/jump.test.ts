import type { Page } from 'playwright-core'
import { choose, signedIn } from './dashboard'
import { makeOneOfEach } from './oneOfEach'
import { useProduct } from './useProduct'

/* Getting about: by Jump, in a low window, and while no server answers. */

const rig = useProduct('jump-owner')

beforeAll(() => makeOneOfEach(rig.owner))

async function open(path: string, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const page = await (await signedIn(rig.browser, rig.product.url, rig.owner, viewport)).newPage()
  await page.clock.install()
  await page.goto(rig.product.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
async function jump(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).waitFor()
  await page.keyboard.type(text)
}

test('JMP-02 JMP-04 by keyboard a board is shown on a TV and taken back, a machine is opened, and a form with something unsaved asks before it is left', async () => {
  const { code } = (await (await fetch(`${rig.product.url}/api/tv/code/`, { method: 'POST' })).json()) as {
    code: string
  }
  const { id: user } = await rig.owner.call<{ id: number }>('GET', '/api/user_profile/get/')
  const { results } = await rig.owner.call<{ results: { id: number }[] }>('GET', `/api/scoreboard/?owner=${user}`)
  const board = { type: 'scoreboard', id: results[0]!.id }
  const tv = await rig.owner.call<{ id: number }>('POST', '/api/tv/', { code, name: 'Over the bar', board })
  const shown = async () => (await rig.owner.call<{ board: object }>('GET', `/api/tv/${tv.id}/`)).board

  const page = await open('/scoreboards/add')
  await page.getByLabel('Title', { exact: true }).fill('Half a board')
  await jump(page, 'bar house show')
  await page.getByRole('option', { name: /Show House records on Over the bar/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(/It will show House records when it’s back|now shows House records/).waitFor()
  expect(await shown()).toMatchObject({ title: 'House records' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await shown()).toMatchObject(board)

  for (const answer of ['Stay', 'Leave']) {
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half a board')
    await jump(page, 'monster window')
    await page
      .getByRole('option', { name: /Monster Bash/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: answer }).click()
  }
  await page
    .getByRole('heading', { level: 1, name: /Monster Bash/ })
    .and(page.locator(':focus'))
    .waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/venues\/\d+\/machines\/\d+$/)
})

test('OFF-11 in a low window, as at 200 %, a field that has the focus is in sight with its label, and its options stay', async () => {
  const page = await open('/scoreboards/add', { width: 640, height: 400 })
  const title = page.getByLabel('Title', { exact: true })
  await title.focus()
  const bar = (await page.getByRole('navigation', { name: 'Sections' }).boundingBox())!
  const label = (await page.locator('label', { hasText: 'Title' }).first().boundingBox())!
  const field = (await title.boundingBox())!
  expect(bar.height).toBeLessThanOrEqual(46)
  expect(label.y).toBeGreaterThanOrEqual(0)
  expect(field.y + field.height).toBeLessThanOrEqual(bar.y)
  // The bar of buttons lies where the form ends, not over it.
  expect((await page.getByRole('button', { name: 'Create Scoreboard' }).boundingBox())!.y).toBeGreaterThan(400)

  const machine = page.getByRole('combobox', { name: 'Machine' })
  await machine.focus()
  await page.keyboard.type('m')
  await page.getByRole('option').first().waitFor()
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowDown')
  expect(await machine.inputValue()).toBe('m')
  expect(await page.getByRole('option').count()).toBeGreaterThan(0)
})

test('OFF-01 OFF-02 LST-07 while no server answers, lists and Home say so with what was known, and a form loses nothing; once one does, a board is made', async () => {
  const [form, list, home] = [await open('/scoreboards/add'), await open('/scoreboards'), await open('/')]
  await form.getByLabel('Title', { exact: true }).fill('Third time lucky')
  await choose(form, 'Machine', 'medieval', /Medieval/)
  await list.locator('main svg').first().waitFor()
  await home.getByRole('heading', { name: 'Tonight' }).waitFor()

  for (const page of [form, list, home]) await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  for (const page of [list, home]) {
    // A page asks again every 20 s.
    await page.clock.fastForward(20_000)
    await page.getByText(/^Can’t reach the server since .+\. Showing what was known\.$/).waitFor()
    expect(await page.locator('[data-on=true]').count()).toBe(0)
  }
  expect(await list.getByText('Lobby wall').isVisible()).toBe(true)
  expect(await home.getByRole('heading', { name: 'Tonight' }).isVisible()).toBe(true)
  const create = form.getByRole('button', { name: 'Create Scoreboard' })
  await create.click()
  await form
    .getByRole('alert')
    .filter({ hasText: 'An error has occurred. Please refresh the page and try again.' })
    .waitFor()
  expect(await form.getByLabel('Title', { exact: true }).inputValue()).toBe('Third time lucky')

  for (const page of [form, list, home]) await page.unrouteAll()
  await create.click()
  await form.getByText('Third time lucky created!').waitFor()
  for (const page of [list, home]) {
    await page.clock.fastForward(5_000)
    await page.getByText(/^Can’t reach the server/).waitFor({ state: 'detached' })
  }
})
