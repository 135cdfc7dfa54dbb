import { addVenueMachine } from './account'
import { complaintsOf } from './browser'
import { useProduct } from './useProduct'

const stage = useProduct('access-owner')
let board: { id: number; viewer_key: string }

beforeAll(async () => {
  const machine = await addVenueMachine(stage.owner, 'The Back Room', 'Twilight')
  board = await stage.owner.call('POST', '/api/scoreboard/', { title: 'Behind the bar', venuemachine_items: [{ venuemachine: machine, order: 0 }] })
})

test('a private board looks missing without its key, opens with it, and closes within 5 s of a renewed key', async () => {
  const page = await stage.browser.newPage()
  await page.goto(`${stage.product.url}/viewer/scoreboards/${board.id}`)
  await page.getByText('Item not found.').first().waitFor()
  await page.goto(`${stage.product.url}/viewer/scoreboards/${board.id}?key=${board.viewer_key}`)
  await page.getByText('Behind the bar').first().waitFor()
  await page.locator('[data-connection="live"]').first().waitFor()
  await stage.owner.call('POST', `/api/scoreboard/${board.id}/viewer_key/`)
  await page.getByText('Item not found.').first().waitFor({ timeout: 5000 })
  await page.close()
})

test('ACC-07 ACC-08 a token that the server no longer knows leads back to the login screen', async () => {
  const context = await stage.browser.newContext()
  await context.addCookies([{ name: 'token', value: 'stale', url: stage.product.url }])
  const page = await context.newPage()
  await page.goto(`${stage.product.url}/scoreboards`)
  await page.getByRole('button', { name: /^log in$/i }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
  await context.close()
})

test('the pages run under their content security policy, Trusted Types included', async () => {
  const page = await stage.browser.newPage()
  const complaints = complaintsOf(page)
  const answer = await page.goto(`${stage.product.url}/viewer/scoreboards/${board.id}?key=x`)
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
  const answer = await fetch(stage.product.url + path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toMatch(/json/)
  expect(answer.headers.get('cache-control') ?? 'no-store').not.toMatch(/immutable/)
})
