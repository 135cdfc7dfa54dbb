import { chromium, type Browser, type Page } from 'playwright-core'
import { chromiumSwitches, findChromium } from '@multiball/platform/chromium'

/** A headless Chromium that calls nobody. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: findChromium(), args: chromiumSwitches })

/** Collects what a page complains of: uncaught errors and console errors. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}
