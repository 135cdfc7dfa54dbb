import type { Browser } from 'playwright-core'
import { addVenueMachine, registerOwner, type Owner } from './account'
import { complaintsOf } from './browser'
import type { Product } from './product'
import { useProduct } from './useProduct'

let product: Product
let browser: Browser
let owner: Owner
let board: { id: number; viewer_key: string }

useProduct((stage) => ({ product, browser } = stage))
beforeAll(async () => {
  owner = await registerOwner(product.url, 'access-owner')
  const machine = await addVenueMachine(owner, 'The Back Room', 'Twilight')
  board = await owner.call('POST', '/api/scoreboard/', { title: 'Behind the bar', venuemachine_items: [{ venuemachine: machine, order: 0 }] })
})

test('a private board looks missing without its key, opens with it, and closes within 5 s of a renewed key', async () => {
  const page = await browser.newPage()
  await page.goto(`${product.url}/viewer/scoreboards/${board.id}`)
  await page.getByText('Item not found.').first().waitFor()
  await page.goto(`${product.url}/viewer/scoreboards/${board.id}?key=${board.viewer_key}`)
  await page.getByText('Behind the bar').first().waitFor()
  await page.locator('[data-connection="live"]').first().waitFor()
  await owner.call('POST', `/api/scoreboard/${board.id}/viewer_key/`)
  await page.getByText('Item not found.').first().waitFor({ timeout: 5000 })
  await page.close()
})

test('ACC-07 ACC-08 a token that the server no longer knows leads back to the login screen', async () => {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'token', value: 'stale', url: product.url }])
  const page = await context.newPage()
  await page.goto(`${product.url}/scoreboards`)
  await page.getByRole('button', { name: /^log in$/i }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
  await context.close()
})

test('the pages run under their content security policy, Trusted Types included', async () => {
  const page = await browser.newPage()
  const complaints = complaintsOf(page)
  const answer = await page.goto(`${product.url}/viewer/scoreboards/${board.id}?key=x`)
  expect(answer!.headers()['content-security-policy']).toMatch(/require-trusted-types-for 'script'/)
  const blocked = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x>'
      return false
    } catch {
      return true
    }
  })
  expect(blocked).toBe(true)
  expect(complaints.filter((text) => !/404/.test(text) && !/TrustedHTML/.test(text))).toEqual([])
  await page.close()
})

test.each(['/r/mf-scoreboards/none/remoteEntry.js', '/api/nothing/', '/missing.js'])('%s is a 404 that no cache keeps, never a page', async (path) => {
  const answer = await fetch(product.url + path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toMatch(/json/)
  expect(answer.headers.get('cache-control') ?? 'no-store').not.toMatch(/immutable/)
})
