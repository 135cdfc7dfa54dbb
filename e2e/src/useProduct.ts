import type { Browser, BrowserContext } from 'playwright-core'
import { registerOwner, type Owner } from './account'
import { connectBrowser, launchBrowser } from './browser'
import { sharedProduct, startProduct, type Product } from './product'

/** Filled before the first test. */
export interface Rig {
  product: Product
  browser: Browser
}

interface Options {
  /** A server of the file's own, started with this: for what kills it, or changes what its pages share. */
  environment?: () => Record<string, string> | Promise<Record<string, string>>
  /** A browser of the file's own: what its command line has besides what all have. */
  switches?: readonly string[]
  /** A browser of the file's own: the path of another Chromium than the installed one. */
  chromium?: () => string
}

/**
 * The real product and a browser for the tests of a file, and an owner of this name where one is given: the product and the
 * browser of the whole run, unless the options ask for others, which end after the last test. What a test opens is closed
 * with it, since pages that move would slow those after it down.
 */
export function useProduct(username?: undefined, options?: Options): Rig
export function useProduct(username: string, options?: Options): Rig & { owner: Owner }
export function useProduct(
  username?: string,
  { environment, switches, chromium }: Options = {},
): Partial<Rig & { owner: Owner }> {
  const rig: Partial<Rig & { owner: Owner }> = {}

  beforeAll(async () => {
    const ownBrowser = switches || chromium
    const [product, browser] = await Promise.all([
      environment ? startProduct(await environment()) : sharedProduct(),
      ownBrowser ? launchBrowser(switches, chromium?.()) : connectBrowser(),
    ])
    Object.assign(rig, { product, browser })
    if (username !== undefined) rig.owner = await registerOwner(rig.product!.url, username)
  })

  let opened = new Set<BrowserContext>()
  beforeEach(() => {
    opened = new Set(rig.browser!.contexts())
  })
  afterEach(async () => {
    await Promise.all(rig.browser!.contexts().map((context) => opened.has(context) || context.close()))
  })

  afterAll(async () => {
    await Promise.all([rig.browser?.close(), environment && rig.product?.stop()])
  })

  return rig
}
