import type { Page } from 'playwright-core'
import { signedIn } from './dashboard'
import { makeOneOfEach } from './oneOfEach'
import { publishedSections } from './sections'
import { useProduct } from './useProduct'

/* Getting about: by Jump, by keys, in a low window, with the focus at each page's heading, and without a server. */

jest.setTimeout(180_000)

const stage = useProduct('jump-owner', { environment: () => ({}) })
let page: Page

beforeAll(async () => {
  await makeOneOfEach(stage.owner)
  const context = await signedIn(stage.browser, stage.product.url, stage.owner, { width: 1280, height: 800 })
  page = await context.newPage()
})

const settled = () => page.waitForFunction(() => document.querySelector('main h1') !== null && document.querySelector('main [role=progressbar], main [aria-label^=Loading]') === null)
const focused = () => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.slice(0, 40)}`)
const shape = (path: string) => path.replaceAll(/\/\d+/g, '/:id').replace(/\?.*/, '')

test('OFF-10 whoever follows a link arrives at the heading of the page that it leads to, on every page', async () => {
  const lost: string[] = []
  const seen = new Set<string>()
  const follow = async (selector: string) => {
    await page.locator(selector).first().click()
    await settled()
    // A page that loads for a while takes the focus once it is there.
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1', undefined, { timeout: 5_000 }).catch(async () => lost.push(`${new URL(page.url()).pathname}: ${await focused()}`))
    // Its links are there once its list is.
    await settled()
  }
  const explore = async (root: string) => {
    const links = await page.locator('main a[href]:not([target])').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const href of links.filter((link) => link.startsWith(root) && !seen.has(shape(link)))) {
      if (seen.has(shape(href))) continue
      seen.add(shape(href))
      const here = page.url()
      await follow(`main a[href="${href}"]`)
      await explore(root)
      await page.goto(here)
      await settled()
    }
  }
  await page.goto(stage.product.url)
  await settled()
  for (const { path } of await publishedSections(stage.product.url)) {
    seen.add(path)
    await follow(`nav a[href="${path}"]`)
    await explore(`${path}/`)
  }
  expect(lost).toEqual([])
  expect([...seen]).toEqual(expect.arrayContaining(['/scoreboards/:id/edit', '/venues/:id/machines/:id', '/displays/pair']))
})

test('JMP-02 JMP-04 by keyboard a board is shown on a TV and taken back, and a machine is opened', async () => {
  const { code } = (await (await fetch(`${stage.product.url}/api/tv/code/`, { method: 'POST' })).json()) as { code: string }
  const boards = await stage.owner.call<{ results: { id: number; title: string }[] }>('GET', '/api/scoreboard/?is_public=true&ordering=id')
  const [lobby] = boards.results
  const tv = await stage.owner.call<{ id: number }>('POST', '/api/tv/', { code, name: 'Over the bar', board: { type: 'scoreboard', id: lobby!.id } })
  const shown = async () => (await stage.owner.call<{ board: { title: string } }>('GET', `/api/tv/${tv.id}/`)).board.title

  await page.goto(`${stage.product.url}/scoreboards`)
  await settled()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).waitFor()
  await page.keyboard.type('bar house show')
  await page.getByRole('option', { name: /Show House records on Over the bar/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(/It will show House records when it’s back|now shows House records/).waitFor()
  expect(await shown()).toBe('House records')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await shown()).toBe(lobby!.title)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('monster window')
  await page.getByRole('option', { name: /Monster Bash/ }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Monster Bash/ }).waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  expect(new URL(page.url()).pathname).toMatch(/^\/venues\/\d+\/machines\/\d+$/)
})

test('JMP-02 a form with something unsaved asks before Jump leaves it', async () => {
  await page.goto(`${stage.product.url}/scoreboards/add`)
  await page.getByLabel('Title', { exact: true }).fill('Half a board')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).waitFor()
  await page.keyboard.type('profile')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half a board')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('profile')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
})

test('OFF-11 in a low window, as at 200 %, a field that has the focus is in sight with its label, and its options stay', async () => {
  const low = await signedIn(stage.browser, stage.product.url, stage.owner, { width: 640, height: 400 })
  const small = await low.newPage()
  await small.goto(`${stage.product.url}/scoreboards/add`)
  const title = small.getByLabel('Title', { exact: true })
  await title.focus()
  const isInSight = (top: number, bottom: number, roof: number, floor: number) => top >= roof && bottom <= floor
  const bar = (await small.getByRole('navigation', { name: 'Sections' }).boundingBox())!
  const label = (await small.locator('label', { hasText: 'Title' }).first().boundingBox())!
  const field = (await title.boundingBox())!
  expect(bar.height).toBeLessThanOrEqual(46)
  expect(isInSight(label.y, field.y + field.height, 0, bar.y)).toBe(true)
  // The bar of buttons lies where the form ends, not over it.
  expect((await small.getByRole('button', { name: 'Create Scoreboard' }).boundingBox())!.y).toBeGreaterThan(400)

  const machine = small.getByRole('combobox', { name: 'Machine' })
  await machine.focus()
  await small.keyboard.type('m')
  await small.getByRole('option').first().waitFor()
  for (let presses = 0; presses < 4; presses += 1) await small.keyboard.press('ArrowDown')
  expect(await machine.inputValue()).toBe('m')
  expect(await small.getByRole('option').count()).toBeGreaterThan(0)
  await low.close()
})

test('OFF-01 OFF-02 a server that is gone is told on every page, with what was known, until it is back', async () => {
  await page.clock.install()
  await page.goto(`${stage.product.url}/scoreboards`)
  await page.getByText('Lobby wall').waitFor()
  await page.locator('main svg').first().waitFor()
  await stage.product.kill()
  // A page asks again every 20 s.
  await page.clock.fastForward(20_000)
  const notice = page.getByText(/^Can’t reach the server since .+\. Showing what was known\.$/)
  await notice.waitFor({ timeout: 60_000 })
  await page.getByText('Lobby wall').waitFor()
  expect(await page.locator('[data-on=true]').count()).toBe(0)
  await stage.product.start()
  await notice.waitFor({ state: 'detached', timeout: 60_000 })
})
