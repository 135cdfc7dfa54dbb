import type { Browser, BrowserContext } from 'playwright-core'
import { registerOwner, type Owner } from './account'
import { launchBrowser } from './browser'
import { startProduct, type Product } from './product'

/** Filled before the first test. */
export interface Stage {
  product: Product
  browser: Browser
}

interface Options {
  /** what the server is started with */
  environment?: () => Record<string, string> | Promise<Record<string, string>>
  /** of the browser's command line, besides those that all have */
  switches?: readonly string[]
  /** the path of another Chromium than the installed one */
  chromium?: () => string
}

/**
 * The real product and a browser for the tests of a file, and an owner of this name where one is given. What a test opens is
 * closed with it, since pages that move would slow those after it down; the product and the browser end after the last test.
 */
export function useProduct(username?: undefined, options?: Options): Stage
export function useProduct(username: string, options?: Options): Stage & { owner: Owner }
export function useProduct(username?: string, { environment, switches, chromium }: Options = {}): Partial<Stage & { owner: Owner }> {
  const stage: Partial<Stage & { owner: Owner }> = {}

  beforeAll(async () => {
    const given = await environment?.()
    await Promise.all([startProduct(given).then((product) => (stage.product = product)), launchBrowser(switches, chromium?.()).then((browser) => (stage.browser = browser))])
    if (username !== undefined) stage.owner = await registerOwner(stage.product!.url, username)
  })

  let opened = new Set<BrowserContext>()
  beforeEach(() => {
    opened = new Set(stage.browser!.contexts())
  })
  afterEach(async () => {
    await Promise.all(stage.browser!.contexts().map((context) => opened.has(context) || context.close()))
  })

  afterAll(async () => {
    await Promise.all([stage.browser?.close(), stage.product?.stop()])
  })

  return stage
}
