import type { Browser } from 'playwright-core'
import { registerOwner, type Owner } from './account'
import { launchBrowser } from './browser'
import { startProduct, type Product } from './product'

/** Filled before the first test. */
export interface Stage {
  product: Product
  browser: Browser
}

type Environment = () => Record<string, string> | Promise<Record<string, string>>

/**
 * The real product and a browser for the tests of a file, and an owner of this name where one is given. The product and
 * the browser end after the last test.
 * @param environment what the server is started with
 */
export function useProduct(): Stage
export function useProduct(username: string, environment?: Environment): Stage & { owner: Owner }
export function useProduct(username?: string, environment: Environment = () => ({})): Partial<Stage & { owner: Owner }> {
  const stage: Partial<Stage & { owner: Owner }> = {}

  beforeAll(async () => {
    stage.product = await startProduct(await environment())
    stage.browser = await launchBrowser()
    if (username !== undefined) stage.owner = await registerOwner(stage.product.url, username)
  })

  afterAll(async () => {
    await stage.browser?.close()
    await stage.product?.stop()
  })

  return stage
}
