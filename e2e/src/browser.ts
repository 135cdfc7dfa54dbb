import { chromium, type Browser, type Page } from 'playwright-core'
import { chromiumSwitches, findChromium } from '@multiball/platform/chromium'

/**
 * A headless Chromium that calls nobody. Its pages have no service workers unless a context asks for them: what a worker
 * answers, a test's own routes do not see.
 */
export async function launchBrowser(switches: readonly string[] = [], executablePath = findChromium()): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: [...chromiumSwitches, ...switches] })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = (options) => newContext({ serviceWorkers: 'block', ...options })
  return browser
}

/** Collects what a page complains of: uncaught errors and console errors. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}
