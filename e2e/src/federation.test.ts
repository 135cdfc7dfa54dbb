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
  /** scope → name → version → share */
  shareScopeMap: Record<string, Record<string, Record<string, { loaded?: boolean; useIn: string[] }>>>
}

const rooms = ['schema', 'api', 'live', 'session', 'remotes', 'boards', 'routing', 'display', 'forms', 'ui'].map((room) => `@multiball/shared/${room}`)

/** A text that only one package or room brings along. */
const marks: Record<string, string> = {
  'react and react-dom': 'Minified React error',
  jotai: 'onMount',
  'the router': 'Unexpected Application Error',
  schema: 'Title must not be blank',
  live: 'GET_SCORES',
  session: 'SameSite=Strict',
  remotes: 'REMOTE_ENTRY_TIMEOUT',
  boards: 'DISPLAY_THREW',
  display: 'Powered by ',
  forms: 'mb-draft',
  ui: 'things need fixing',
}

test('react, react-dom, jotai, the router and each room of shared exist once in shell, list and form', async () => {
  const page = await dashboard()
  const complaints = complaintsOf(page)
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) void response.text().then((text) => scripts.push(text))
  })
  await page.goto(`${product.url}/scoreboards`)
  await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
  await page.getByRole('link', { name: /Add Scoreboard/ }).first().click()
  await page.getByLabel('Title', { exact: true }).waitFor()
  await page.getByText('Powered by').first().waitFor({ state: 'attached' })

  const shares = await page.evaluate(() => {
    const { __INSTANCES__: instances } = (globalThis as unknown as { __FEDERATION__: { __INSTANCES__: FederationInstance[] } }).__FEDERATION__
    return instances.map(({ name, shareScopeMap }) => ({
      name,
      shares: Object.entries(shareScopeMap.default!).map(([share, versions]) => ({ share, versions: Object.keys(versions).length, users: Object.values(versions).flatMap(({ useIn }) => useIn) })),
    }))
  })
  const [shell] = shares
  expect(shares.map(({ name }) => name)).toEqual(['shell', 'mf_scoreboards'])
  expect(shell!.shares.map(({ share }) => share)).toEqual(expect.arrayContaining(['react', 'react-dom', 'jotai', ...rooms]))
  expect(shell!.shares.filter(({ versions }) => versions !== 1)).toEqual([])
  for (const share of ['react', 'jotai', '@multiball/shared/api', '@multiball/shared/boards']) {
    expect({ share, users: [...shell!.shares.find((one) => one.share === share)!.users].sort() }).toEqual({ share, users: ['mf_scoreboards', 'shell'] })
  }

  const copies = Object.entries(marks).map(([what, mark]) => [what, scripts.filter((text) => text.includes(mark)).length])
  expect(Object.fromEntries(copies)).toEqual(Object.fromEntries(Object.keys(marks).map((what) => [what, 1])))
  expect(complaints).toEqual([])
  await page.context().close()
})

test('ACC-06 a dead mf-scoreboards leaves the rest of the shell usable, and Retry brings it back without a reload', async () => {
  const page = await dashboard()
  await page.route('**/r/mf-scoreboards/**', (route) => route.abort('connectionrefused'))
  await page.goto(`${product.url}/scoreboards`)
  const panel = page.getByRole('main').filter({ hasText: 'This section did not load' })
  await panel.waitFor()
  expect(await panel.textContent()).toMatch(/mf-scoreboards.*1\.0\.0-.*REMOTE_ENTRY_FAILED/)

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
  const panel = page.getByRole('main').filter({ hasText: 'This section did not load' })
  await panel.waitFor()
  expect(await panel.textContent()).toMatch(/REMOTE_ENTRY_INTEGRITY/)
  expect(await page.evaluate(() => 'forged' in globalThis)).toBe(false)
  await page.context().close()
})
