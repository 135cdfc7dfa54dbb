import { addVenueMachine } from './account'
import { complaintsOf } from './browser'
import { makeOneOfEach } from './oneOfEach'
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

const isRead = (url: string) => /\/bootstrap\/$|\/api\/slideshow\/\d+\/$/.test(new URL(url).pathname)

test('API-12 who is signed in has a private board of every type at its plain address at once: nothing was asked for without the token', async () => {
  const made: Record<string, number> = await makeOneOfEach(stage.owner)
  for (const type of ['scoreboard', 'leaderboard', 'comboboard', 'slideshow']) await stage.owner.call('PATCH', `/api/${type}/${made[type]}/`, { is_public: false })
  const { id: eventboard } = await stage.owner.call<{ id: number }>('POST', '/api/board/eventboard/', { title: 'Friday night', machines: [] })
  const context = await stage.browser.newContext()
  await context.addCookies([{ name: 'token', value: stage.owner.token, url: stage.product.url, sameSite: 'Strict' }])
  for (const [type, id] of Object.entries({ ...made, eventboard })) {
    const page = await context.newPage()
    const reads: (string | undefined)[] = []
    page.on('request', (request) => void (isRead(request.url()) && request.url().includes(`/${type}/${id}/`) && reads.push(request.headers().authorization)))
    await page.goto(`${stage.product.url}/viewer/${type}s/${id}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect([type, reads]).toEqual([type, [`Token ${stage.owner.token}`]])
    await page.close()
  }
  await context.close()
})

test.each([403, 429, 503])('API-12 what a stranger’s page asks ahead is what it asks: a first answer of %i is read once, and the board comes with a later one', async (status) => {
  await stage.owner.call('PATCH', `/api/scoreboard/${board.id}/`, { is_public: true })
  const page = await stage.browser.newPage()
  await page.clock.install()
  let isRefused = true
  let reads = 0
  await page.route(({ href }) => isRead(href), (route) => {
    reads += 1
    return isRefused ? route.fulfill({ status, json: { detail: 'Not now.' } }) : route.continue()
  })
  await page.goto(`${stage.product.url}/viewer/scoreboards/${board.id}`)
  await page.getByRole('alert').waitFor()
  expect(reads).toBe(1)
  isRefused = false
  await page.clock.fastForward(70_000)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
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
