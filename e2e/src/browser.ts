import { buffer } from 'node:stream/consumers'
import { chromium, type Browser, type Download, type Page } from 'playwright-core'
import { chromiumSwitches, findChromium } from '@multiball/platform/chromium'

/** Where globalSetup.ts has put the address of the browser that the files of a run share. */
export const sharedBrowser = 'MULTIBALL_SHARED_BROWSER'

/** Pages have no service workers unless a context asks for them: what a worker answers, a test's own routes do not see. */
function withoutWorkers(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = (options) => newContext({ serviceWorkers: 'block', ...options })
  return browser
}

/** A headless Chromium that calls no address of its own accord. */
export async function launchBrowser(
  switches: readonly string[] = [],
  executablePath = findChromium(),
): Promise<Browser> {
  return withoutWorkers(await chromium.launch({ executablePath, args: [...chromiumSwitches, ...switches] }))
}

/** The browser of the run, with contexts of the caller's own, which end when it is closed. */
export const connectBrowser = async (): Promise<Browser> =>
  withoutWorkers(await chromium.connect(process.env[sharedBrowser]!))

/** A slideshow leaves a board that has nothing to show while its socket is on its way, and browsers call that an error. */
export const saysLeftEarly = (text: string): boolean => text.endsWith('closed before the connection is established.')

/** Collects what a page complains of: uncaught errors and console errors. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !saysLeftEarly(message.text())) complaints.push(message.text())
  })
  return complaints
}

/** What a page saved: over a connection there is no path of it. */
export const savedBytes = async (download: Promise<Download>): Promise<Buffer> =>
  buffer(await (await download).createReadStream())
