import path from 'node:path'
import type { Page } from 'playwright-core'
import { bringAxe, violationsInBothThemes, violationsOf } from './accessibility'
import { overflow } from './dashboard'
import { makeOneOfEach, playOn } from './oneOfEach'
import { mailsPage, makeOperator } from './product'
import { publishedSections } from './sections'
import { useProduct } from './useProduct'

/* Every screen of the dashboard, as it is published: against WCAG 2.2 AA in both themes, as wide as a phone, and with the focus at its heading. */

const rig = useProduct('everywhere')
const desk = { width: 1280, height: 800 }
let page: Page
let found: string[]

beforeAll(async () => {
  // Colours that are still changing belong to neither theme.
  const context = await rig.browser.newContext({ viewport: desk, reducedMotion: 'reduce' })
  await bringAxe(context)
  page = await context.newPage()
})
beforeEach(() => void (found = []))
afterEach(() => expect(found).toEqual([]))

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Nothing on the page is still being waited for. */
const settled = () =>
  page.waitForFunction(
    () =>
      document.querySelector('main h1') !== null &&
      document.querySelector('main [role=progressbar], main [aria-label^=Loading]') === null,
  )

/** What is wrong with what is shown now, or with this part of it, which lies over the rest. */
const look = async (part?: string) => void found.push(...(await violationsInBothThemes(page, part)))

/** The page is no wider than a small phone. */
async function narrow() {
  await page.setViewportSize({ width: 320, height: 640 })
  // A page that is made narrow takes a moment.
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth, undefined, {
      timeout: 5_000,
    })
    .catch(async () => found.push(`${page.url()} is ${await overflow(page)} px too wide`))
  await page.setViewportSize(desk)
}

test('LOG-01 the modes of the login screen, and the pages of mailed links', async () => {
  await page.goto(rig.product.url)
  await heading('Log in')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('Incorrect username or password!').waitFor()
  await look()
  await narrow()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Email should not be empty').waitFor()
  await look()
  await narrow()
  await page.getByRole('button', { name: 'Return to login' }).click()
  await page.getByRole('button', { name: 'Resend verification Email' }).click()
  await page.getByLabel('Email').fill('nobody@example.org')
  await look()
  await page.getByRole('button', { name: 'Send email' }).click()
  await heading('Check your email')
  await look()
  // Once: while a page has a route, its browser keeps no file, and asks the test about each.
  await page.route('**/api/account/reset-password/good/', (route) => route.fulfill({ json: { username: 'maria' } }), {
    times: 1,
  })
  for (const [route, shown] of [
    ['/verify/none', page.getByRole('heading', { name: /Confirm your/ })],
    ['/reset-password/good', page.getByRole('button', { name: 'Change password' })],
  ] as const) {
    await page.goto(rig.product.url + route)
    await shown.waitFor()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await look()
  }
  await page.goto(await mailsPage(rig.product))
  await page.getByRole('heading', { level: 1 }).waitFor()
  found.push(...(await violationsOf(page)))
})

/** A route, ids left out: pages that differ by them are checked once. */
const shape = (address: string) => address.replaceAll(/\/\d+/g, '/:id').replace(/[?#].*/, '')

const scripts =
  'Ünïcødé Ελληνικά Кириллица Հայերեն ქართული עברית العربية हिन्दी বাংলা தமிழ் ไทย ລາວ မြန်မာ ខ្មែរ 한국어 日本語 ひらがな 汉字 አማርኛ ᏣᎳᎩ ᐃᓄᒃᑎᑐᑦ Tiếng Việt ßıİﬁ 🎱👩‍🚀🏳️‍🌈 '
const longTitle = [...scripts.normalize('NFC').repeat(3)].slice(0, 255).join('').trimEnd().padEnd(255, '終') + '終'

test('OFF-10 FRM-03 LST-01 a person who follows links comes to the heading of each page, and each page is sound and fits a phone, with a title of 256 characters, too', async () => {
  const { scoreboard } = await makeOneOfEach(rig.owner)
  const post = await playOn(rig.product.url, rig.owner, scoreboard)
  await post(41_000)
  const { venuemachine_items: items } = await rig.owner.call<{ venuemachine_items: { venuemachine: number }[] }>(
    'GET',
    `/api/scoreboard/${scoreboard}/`,
  )
  // The newest stands first, so that it is the one whose pages are opened.
  await rig.owner.call('POST', '/api/scoreboard/', { title: longTitle, venuemachine_items: items })
  await page.context().addCookies([{ name: 'token', value: rig.owner.token, url: rig.product.url }])

  const seen = new Set<string>()
  const arrive = async () => {
    await settled()
    // A page that loads for a while takes the focus once it is there.
    await page
      .waitForFunction(() => document.activeElement?.tagName === 'H1', undefined, { timeout: 5_000 })
      .catch(() => found.push(`${page.url()}: the focus is not at its heading`))
    // Its links are there once its list is.
    await settled()
    await look()
    await narrow()
    const here = page.url()
    for (const href of await page
      .locator('main a[href^="/"]:not([target])')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')!))) {
      if (seen.has(shape(href)) || /^\/(?:api|viewer)\//.test(href)) continue
      while (page.url() !== here) await page.goBack()
      await follow(`main a[href="${href}"]`, href)
    }
  }
  const follow = async (selector: string, href: string) => {
    seen.add(shape(href))
    await page.locator(selector).first().click()
    await arrive()
  }
  await page.goto(`${rig.product.url}/profile`)
  await settled()
  for (const { path: section } of [{ path: '/' }, ...(await publishedSections(rig.product.url))])
    await follow(`nav a[href="${section}"]`, section)
  expect([...seen]).toEqual(
    expect.arrayContaining(['/scoreboards/:id/edit', '/venues/:id/machines/:id', '/displays/pair', '/games/:id']),
  )
})

test('ACC-05 PLT-04 pages that nothing links to: the profile, a path that is none, and the operators’ page, its menus and what they failed to read', async () => {
  await makeOperator(rig.product, rig.owner.username)
  for (const route of ['/profile', '/games', '/nowhere', '/platform']) {
    await page.goto(rig.product.url + route)
    await settled()
    if (route === '/nowhere') await page.getByText('OH NO! 404 - The requested page does not exist.').waitFor()
    if (route === '/platform') await page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first().waitFor()
    await look()
    await narrow()
  }
  await page.getByRole('button', { name: 'More for mf-scoreboards', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Switch off' }).waitFor()
  await look('[role=menu]')
  await page.route('**/api/platform/**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await look()
  await page.unroute('**/api/platform/**')
})

test('PRO-01 ACC-27 deleting the account, the user menu, and the crop editor', async () => {
  await page.goto(`${rig.product.url}/profile`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Delete for good' }).waitFor()
  await look()
  await page.getByRole('button', { name: /user menu/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await look('[role=menu]')
  await page.keyboard.press('Escape')
  await page.getByLabel('Profile picture').setInputFiles(path.resolve(import.meta.dirname, '../fixtures/portrait.png'))
  await page.getByRole('dialog').waitFor()
  await look('[role=dialog]')
})

test('JMP-01 LST-03 Jump, the list of keys, the dialogs of a row, the refused form, and the question before leaving', async () => {
  await page.goto(`${rig.product.url}/scoreboards`)
  await heading('My Scoreboards')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /Add Scoreboard/ }).waitFor()
  // While remotes answer, results come in between those that axe is reading.
  await page.locator('[role=listbox][data-loading=false]').waitFor()
  await look('[role=dialog]')
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await look('[role=dialog]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More for Lobby wall' }).click()
  await look('[role=menu]')
  await page.getByRole('menuitem', { name: 'QR code' }).click()
  await page.getByRole('dialog').waitFor()
  await look('[role=dialog]')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete Lobby wall' }).click()
  await page.getByText(/It will be removed from/).waitFor()
  await look('[role=alertdialog]')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Add Scoreboard/ }).click()
  await page.getByRole('button', { name: 'Create Scoreboard' }).click()
  await page.getByText('things need fixing').waitFor()
  await look()
  await page.getByLabel('Title', { exact: true }).fill('Half a board')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor()
  await look('[role=alertdialog]')
  await page.getByRole('button', { name: 'Leave' }).click()
  await heading('My Scoreboards')
})

test('a remote that did not load', async () => {
  const [section] = await publishedSections(rig.product.url)
  await page.route(`**/r/${section!.remote}/**`, (route) => route.abort())
  await page.goto(rig.product.url + section!.path)
  await page.getByRole('heading', { name: 'This section did not load' }).waitFor()
  await look()
})
