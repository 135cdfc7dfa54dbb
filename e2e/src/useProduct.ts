import type { Browser } from 'playwright-core'
import { launchBrowser } from './browser'
import { startProduct, type Product } from './product'

interface Stage {
  product: Product
  browser: Browser
}

/** The real product and a browser for the tests of a file: `ready` is told before the first, both end after the last. */
export function useProduct(ready: (stage: Stage) => void): void {
  let product: Product | undefined
  let browser: Browser | undefined

  beforeAll(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    ready({ product, browser })
  })

  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })
}
