import type { Browser, BrowserContext, Page } from 'playwright-core'
import { registerOwner, type Owner } from './account'
import { complaintsOf } from './browser'
import type { Rig } from './useProduct'

/** What journeys through the dashboard have in common. */

/** A browser window in which this owner is logged in, without motion, whose frames cost more than all else. */
export async function signedIn(
  browser: Browser,
  url: string,
  owner: Owner,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  // What is not there by then will not come; the failure should name it before the test's own time is up.
  context.setDefaultTimeout(20_000)
  await context.addCookies([{ name: 'token', value: owner.token, url }])
  return context
}

interface OwnersPage {
  owner: Owner
  context: BrowserContext
  page: Page
  /** of the page */
  complaints: string[]
}

/** An owner for the tests of a describe block, logged in in a window of this size; `ready` is called before the first test. */
export function useOwnersPage(
  rig: Rig,
  username: string,
  viewport: { width: number; height: number },
  ready: (own: OwnersPage) => void,
): void {
  let context: BrowserContext | undefined
  beforeAll(async () => {
    const owner = await registerOwner(rig.product.url, username)
    context = await signedIn(rig.browser, rig.product.url, owner, viewport)
    const page = await context.newPage()
    ready({ owner, context, page, complaints: complaintsOf(page) })
  })
  afterAll(() => context?.close())
}

/** By how many px the page is wider than its window; nothing may be. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Row buttons stand in the row, or behind its menu on a phone. */
export async function chooseInRow(page: Page, title: string, action: string) {
  const row = page.getByRole('listitem').filter({ hasText: title })
  const button = row.getByRole('link', { name: action }).or(row.getByRole('button', { name: action }))
  await row.waitFor()
  if (await button.first().isVisible()) return button.first().click()
  await row.getByRole('button', { name: /more/i }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Finds an option of a search field by text and chooses it. */
export async function choose(page: Page, field: string, text: string, option: RegExp) {
  await page.getByRole('combobox', { name: field, exact: true }).fill(text)
  await page.getByRole('option', { name: option }).first().click()
}

/** Checks a radio by a click on its label: the input itself is invisible, and Playwright would not wait until it stands still. */
export async function check(page: Page, name: string) {
  const radio = page.getByRole('radio', { name, exact: true })
  await page.locator('label').filter({ has: radio }).click()
  await radio.and(page.locator(':checked')).waitFor({ state: 'attached' })
}
