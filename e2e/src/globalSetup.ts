import { chromium, type BrowserServer } from 'playwright-core'
import { chromiumSwitches, findChromium } from '@multiball/platform/chromium'
import { sharedBrowser } from './browser'
import { mailsPage, preparedData, sharedServer, startProduct, type Product } from './product'

declare global {
  var multiballShared: { product: Product; browser: BrowserServer } | undefined
}

/**
 * jest's globalSetup: what a first start of the product makes, once, for all products of the run to begin with; and the one
 * product and the one browser for all files that need none of their own.
 */
export default async function globalSetup(): Promise<void> {
  const first = await startProduct()
  await first.end()
  process.env[preparedData] = first.dataFolder
  // First: one that cannot be launched would leave the product behind.
  const browser = await chromium.launchServer({ executablePath: findChromium(), args: [...chromiumSwitches] })
  const product = await startProduct()
  globalThis.multiballShared = { product, browser }
  process.env[sharedBrowser] = browser.wsEndpoint()
  process.env[sharedServer] = JSON.stringify({
    url: product.url,
    dataFolder: product.dataFolder,
    output: ` ${await mailsPage(product)} `,
  })
}
