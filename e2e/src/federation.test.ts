import type { Browser, Page } from 'playwright-core'
import { registerOwner, type Owner } from './account'
import { complaintsOf, launchBrowser } from './browser'
import { startProduct, type Product } from './product'

jest.setTimeout(180_000)

let product: Product
let browser: Browser
let owner: Owner

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
  owner = await registerOwner(product.url, 'federation-owner')
})

afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function dashboard(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name: 'token', value: owner.token, url: product.url }])
  return context.newPage()
}

interface FederationInstance {
  name: string
  shareScopeMap: Record<string, Record<string, Record<string, { from: string; loaded?: boolean }>>>
  loadShare(name: string): Promise<false | (() => object)>
}

test('react, react-dom, jotai, the router and each room of shared exist once in shell, list and form', async () => {
  const page = await dashboard()
  const complaints = complaintsOf(page)
  await page.goto(`${product.url}/scoreboards`)
  await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
  await page.getByRole('link', { name: /Add Scoreboard/ }).first().click()
  await page.getByLabel('Title', { exact: true }).waitFor()

  const shares = await page.evaluate(async () => {
    const { __FEDERATION__ } = globalThis as unknown as { __FEDERATION__: { __INSTANCES__: FederationInstance[] } }
    const [shell, remote] = ['shell', 'mf_scoreboards'].map((name) => __FEDERATION__.__INSTANCES__.find((instance) => instance.name === name)!)
    const scope = shell!.shareScopeMap.default!
    return Promise.all(
      Object.entries(scope).map(async ([name, versions]) => {
        const [own, theirs] = await Promise.all([shell!.loadShare(name), remote!.loadShare(name)])
        return {
          name,
          versions: Object.keys(versions).length,
          same: Boolean(own) && Boolean(theirs) && (own as () => object)() === (theirs as () => object)(),
        }
      }),
    )
  })
  const names = shares.map(({ name }) => name)
  for (const name of ['react', 'react-dom', 'jotai', ...['schema', 'api', 'live', 'session', 'remotes', 'boards', 'routing', 'display', 'forms', 'ui'].map((room) => `@multiball/shared/${room}`)]) {
    expect(names).toContain(name)
  }
  expect(shares.filter(({ versions, same }) => versions !== 1 || !same)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('the published remote carries no copy of react or of a room', async () => {
  const page = await dashboard()
  const scripts: { url: string; text: string }[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) void response.text().then((text) => scripts.push({ url: new URL(response.url()).pathname, text }))
  })
  await page.goto(`${product.url}/scoreboards`)
  await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
  const marks = { 'react-dom': 'Minified React error', jotai: 'onMount', 'session room': 'SameSite=Strict', 'api room': 'An error has occurred. Please refresh the page and try again.' }
  for (const [what, mark] of Object.entries(marks)) {
    const carriers = scripts.filter(({ text }) => text.includes(mark)).map(({ url }) => url)
    expect({ what, remotes: carriers.filter((url) => url.includes('/mf-scoreboards/')) }).toEqual({ what, remotes: [] })
  }
  await page.context().close()
})

test('ACC-06 a dead mf-scoreboards leaves the rest of the shell usable, and Retry brings it back without a reload', async () => {
  const page = await dashboard()
  await page.route('**/r/mf-scoreboards/**', (route) => route.abort('connectionrefused'))
  await page.goto(`${product.url}/scoreboards`)
  const panel = page.getByRole('alert').filter({ hasText: 'mf-scoreboards' })
  await panel.waitFor()
  expect(await panel.textContent()).toMatch(/REMOTE_ENTRY_FAILED/)

  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('heading', { name: 'Newest Public Scoreboards' }).waitFor()
  await page.getByRole('link', { name: 'Scoreboards', exact: true }).first().click()
  await panel.waitFor()

  await page.evaluate(() => ((globalThis as { sameDocument?: boolean }).sameDocument = true))
  await page.unroute('**/r/mf-scoreboards/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
  expect(await page.evaluate(() => (globalThis as { sameDocument?: boolean }).sameDocument)).toBe(true)
  await page.context().close()
})

test('an entry that is not the published one never runs', async () => {
  const page = await dashboard()
  await page.route('**/r/mf-scoreboards/**/remoteEntry.*.js*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${await answer.text()};globalThis.forged = true` })
  })
  await page.goto(`${product.url}/scoreboards`)
  const panel = page.getByRole('alert').filter({ hasText: 'mf-scoreboards' })
  await panel.waitFor()
  expect(await panel.textContent()).toMatch(/REMOTE_ENTRY_INTEGRITY/)
  expect(await page.evaluate(() => 'forged' in globalThis)).toBe(false)
  await page.context().close()
})
