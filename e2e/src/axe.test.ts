import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { bringAxe, violationsInBothThemes, violationsOf } from './accessibility'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { mailsPage, makeOperator } from './product'
import { publishedSections, type Section } from './sections'
import { useProduct } from './useProduct'

/* Every screen of the dashboard, as it is published, against WCAG 2.2 AA in both themes: what axe finds is a failure. */

const stage = useProduct('axe-owner')
let boards: OneOfEach
let context: BrowserContext
let page: Page

beforeAll(async () => {
  boards = await makeOneOfEach(stage.owner)
  // Colours that are still changing belong to neither theme.
  context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  await bringAxe(context)
  page = await context.newPage()
})

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Nothing on the page is still being waited for. */
const settled = () => page.waitForFunction(() => document.querySelector('main h1') !== null && document.querySelector('main [role=progressbar], main [aria-label^=Loading]') === null)

test('LOG-01 the modes of the login screen, and the pages of mailed links', async () => {
  const found: string[] = []
  await page.goto(stage.product.url)
  await heading('Log in')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('Incorrect username or password!').waitFor()
  found.push(...(await violationsInBothThemes(page)))
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Email should not be empty').waitFor()
  found.push(...(await violationsInBothThemes(page)))
  await page.getByRole('button', { name: 'Return to login' }).click()
  await page.getByRole('button', { name: 'Resend verification Email' }).click()
  await page.getByLabel('Email').fill('nobody@example.org')
  found.push(...(await violationsInBothThemes(page)))
  await page.getByRole('button', { name: 'Send email' }).click()
  await heading('Check your email')
  found.push(...(await violationsInBothThemes(page)))
  for (const [route, name] of [['/verify/none', /Confirm your/], ['/reset-password/none', /Choose a new/]] as const) {
    await page.goto(stage.product.url + route)
    await heading(name)
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    found.push(...(await violationsInBothThemes(page)))
  }
  await page.route('**/api/account/reset-password/good/', (route) => route.fulfill({ json: { username: 'maria' } }))
  await page.goto(`${stage.product.url}/reset-password/good`)
  await page.getByRole('button', { name: 'Change password' }).waitFor()
  found.push(...(await violationsInBothThemes(page)))
  expect(found).toEqual([])
})

test('the API’s own page, its calls closed and one open, and the page of mails', async () => {
  const found: string[] = []
  await page.goto(`${stage.product.url}/api/docs/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.opblock-tag').first().waitFor()
  found.push(...(await violationsOf(page)))
  for (const at of [0, 1, 2, 3]) await page.locator('.opblock-tag').nth(at).click()
  await page.locator('.opblock-summary-control').first().click()
  await page.locator('.opblock-body').first().waitFor()
  found.push(...(await violationsOf(page)))
  await page.goto(await mailsPage(stage.product))
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violationsOf(page)))
  }
  expect(found).toEqual([])
})

test('home, profile and a path that is none', async () => {
  await context.addCookies([{ name: 'token', value: stage.owner.token, url: stage.product.url }])
  const found: string[] = []
  for (const [route, name] of [['/', 'Home'], ['/profile', 'Profile'], ['/nowhere', 'Page not found']] as const) {
    await page.goto(stage.product.url + route)
    await heading(name)
    await settled()
    found.push(...(await violationsInBothThemes(page)))
  }
  expect(found).toEqual([])
})

test('PLT-04 the operators’ page, its menus and what they failed to read', async () => {
  await makeOperator(stage.product, stage.owner.username)
  await page.goto(`${stage.product.url}/platform`)
  await page.getByRole('list', { name: 'What runs' }).waitFor()
  await page.getByRole('list', { name: 'Changes' }).waitFor()
  await page.getByText(stage.owner.username).first().waitFor()
  const found = await violationsInBothThemes(page)
  await page.getByRole('button', { name: 'More for mf-scoreboards', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Switch off' }).waitFor()
  found.push(...(await violationsInBothThemes(page)))
  await page.route('**/api/platform/**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  found.push(...(await violationsInBothThemes(page)))
  await page.unroute('**/api/platform/**')
  expect(found).toEqual([])
})

test('PRO-01 the user menu, and the crop editor', async () => {
  await page.goto(`${stage.product.url}/profile`)
  await page.getByRole('button', { name: /user menu/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  const found = await violationsInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('Profile picture').setInputFiles(path.resolve(import.meta.dirname, '../fixtures/portrait.png'))
  await page.getByRole('dialog').waitFor()
  found.push(...(await violationsInBothThemes(page)))
  expect(found).toEqual([])
})

test('JMP-01 Jump, and the list of keys', async () => {
  await page.goto(`${stage.product.url}/scoreboards`)
  await heading('My Scoreboards')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /Add Scoreboard/ }).waitFor()
  // While remotes answer, results come in between those that axe is reading.
  await page.locator('[role=listbox][data-loading=false]').waitFor()
  const found = await violationsInBothThemes(page)
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  found.push(...(await violationsInBothThemes(page)))
  expect(found).toEqual([])
})

/** A route, ids left out: pages that differ by them are checked once. */
const shape = (address: string) => new URL(address).pathname.replaceAll(/\/\d+/g, '/:id')

/** The pages of a section, found as people find them: by the links of its pages. */
async function checkSection({ path: root, type }: Section): Promise<string[]> {
  const edit = type && type in boards ? [`${root}/${boards[type as keyof OneOfEach]}/edit`] : []
  const waiting = [root, ...edit].map((route) => stage.product.url + route)
  const seen = new Set<string>()
  const found: string[] = []
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    if (seen.has(shape(address))) continue
    seen.add(shape(address))
    await page.goto(address)
    await settled()
    found.push(...(await violationsInBothThemes(page)))
    const links = await page.locator('main a[href]:not([target])').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    waiting.push(...links.filter((link) => new URL(link).pathname.startsWith(`${root}/`)))
  }
  return found
}

test('every page of every section that the registry names', async () => {
  const found: string[] = []
  for (const section of await publishedSections(stage.product.url)) found.push(...(await checkSection(section)))
  expect(found).toEqual([])
})

test('LST-03 the dialogs of a row, the refused form, and the question before leaving', async () => {
  const found: string[] = []
  await page.goto(`${stage.product.url}/scoreboards`)
  const more = page.getByRole('button', { name: 'More for Lobby wall' })
  await more.click()
  found.push(...(await violationsInBothThemes(page)))
  await page.getByRole('menuitem', { name: 'QR code' }).click()
  await page.getByRole('dialog').waitFor()
  found.push(...(await violationsInBothThemes(page)))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete Lobby wall' }).click()
  await page.getByText(/It will be removed from/).waitFor()
  found.push(...(await violationsInBothThemes(page)))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Add Scoreboard/ }).click()
  await page.getByRole('button', { name: 'Create Scoreboard' }).click()
  await page.getByText('things need fixing').waitFor()
  found.push(...(await violationsInBothThemes(page)))
  await page.getByLabel('Title', { exact: true }).fill('Half a board')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor()
  found.push(...(await violationsInBothThemes(page)))
  await page.getByRole('button', { name: 'Leave' }).click()
  await heading('My Scoreboards')
  expect(found).toEqual([])
})

test('a remote that did not load', async () => {
  const [section] = await publishedSections(stage.product.url)
  await page.route(`**/r/${section!.remote}/**`, (route) => route.abort())
  await page.goto(stage.product.url + section!.path)
  await page.getByRole('heading', { name: 'This section did not load' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.unroute(`**/r/${section!.remote}/**`)
})
