import type { Page } from 'playwright-core'
import { addVenueMachine, logInOwner } from './account'
import { complaintsOf } from './browser'
import { choose, signedIn } from './dashboard'
import { makeOneOfEach } from './oneOfEach'
import { useProduct } from './useProduct'

/* Who is let in: to the dashboard by a login, to a board by its key or its owner's login. */

const rig = useProduct('access-owner')
let board: { id: number; viewer_key: string }

beforeAll(async () => {
  const machine = await addVenueMachine(rig.owner, 'The Back Room', 'Twilight')
  board = await rig.owner.call('POST', '/api/scoreboard/', {
    title: 'Behind the bar',
    venuemachine_items: [{ venuemachine: machine, order: 0 }],
  })
})

async function logIn(page: Page, password: string) {
  await page.getByLabel('Username').fill(rig.owner.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value

test('ACC-02 ACC-04 ACC-09 LOG-03 a wrong password is said and cleared, the right one opens the path that was asked for, and logging out ends the session on the server', async () => {
  const page = await rig.browser.newPage()
  const complaints = complaintsOf(page)
  await page.goto(`${rig.product.url}/scoreboards`)
  await logIn(page, 'wrong')
  await page.getByText('Incorrect username or password!').waitFor()
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')])
  await logIn(page, rig.owner.password)
  await page.getByText('Behind the bar').waitFor()
  expect(new URL(page.url()).pathname).toBe('/scoreboards')

  const session = await tokenOf(page)
  // The page does not wait for the server.
  const revoked = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/logout/'))
  await page.goto(`${rig.product.url}/logout`)
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  expect([new URL(page.url()).pathname, await tokenOf(page)]).toEqual(['/', undefined])
  await revoked
  const after = await fetch(`${rig.product.url}/api/user_profile/get/`, {
    headers: { authorization: `Token ${session}` },
  })
  expect(after.status).toBe(401)
  expect(complaints).toEqual([])
})

test('ACC-07 ACC-08 a session that ends in the middle of a form: the login says so, and leads back to everything typed', async () => {
  const { token } = await logInOwner(rig.product.url, rig.owner)
  const page = await (
    await signedIn(rig.browser, rig.product.url, { ...rig.owner, token }, { width: 1280, height: 800 })
  ).newPage()
  await page.goto(`${rig.product.url}/scoreboards/add`)
  await page.getByLabel('Title', { exact: true }).fill('Typed before the 401')
  await choose(page, 'Machine', 'twilight', /Twilight/)
  await fetch(`${rig.product.url}/api/auth/logout/`, { method: 'POST', headers: { authorization: `Token ${token}` } })
  await page.getByRole('button', { name: 'Create Scoreboard' }).click()
  await page.getByText('Your login has ended. What you typed is kept.').waitFor()
  expect([new URL(page.url()).pathname, await tokenOf(page)]).toEqual(['/', undefined])
  await logIn(page, rig.owner.password)
  await page.getByText('We restored your unsaved changes.').waitFor()
  await page.getByRole('combobox', { name: 'Machine' }).and(page.locator('[value*="Twilight"]')).waitFor()
  await page.getByRole('button', { name: 'Create Scoreboard' }).click()
  await page.getByText('Typed before the 401 created!').waitFor()
})

test('a private board looks missing without its key, opens with it, and closes within 5 s of a renewed key', async () => {
  const page = await rig.browser.newPage()
  await page.goto(`${rig.product.url}/viewer/scoreboards/${board.id}`)
  await page.getByText('Item not found.').first().waitFor()
  await page.goto(`${rig.product.url}/viewer/scoreboards/${board.id}?key=${board.viewer_key}`)
  await page.getByText('Behind the bar').first().waitFor()
  await page.locator('[data-connection="live"]').first().waitFor()
  await rig.owner.call('POST', `/api/scoreboard/${board.id}/viewer_key/`)
  await page.getByText('Item not found.').first().waitFor({ timeout: 5000 })
})

const isRead = (url: string) => /\/bootstrap\/$|\/api\/slideshow\/\d+\/$/.test(new URL(url).pathname)

test('API-12 who is signed in has a private board at its plain address at once, of whatever type: nothing was asked for without the token', async () => {
  const { slideshow } = await makeOneOfEach(rig.owner)
  await rig.owner.call('PATCH', `/api/slideshow/${slideshow}/`, { is_public: false })
  const { id: eventboard } = await rig.owner.call<{ id: number }>('POST', '/api/board/eventboard/', {
    title: 'Friday night',
    machines: [],
  })
  const context = await rig.browser.newContext()
  await context.addCookies([{ name: 'token', value: rig.owner.token, url: rig.product.url, sameSite: 'Strict' }])
  for (const [type, id] of Object.entries({ scoreboard: board.id, slideshow, eventboard })) {
    const page = await context.newPage()
    const reads: (string | undefined)[] = []
    page.on(
      'request',
      (request) =>
        void (
          isRead(request.url()) &&
          request.url().includes(`/${type}/${id}/`) &&
          reads.push(request.headers().authorization)
        ),
    )
    await page.goto(`${rig.product.url}/viewer/${type}s/${id}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect([type, reads]).toEqual([type, [`Token ${rig.owner.token}`]])
    await page.close()
  }
})

test('API-12 what a stranger’s page asks ahead is what it asks: a refusal is read once, and the board comes with a later answer', async () => {
  await rig.owner.call('PATCH', `/api/scoreboard/${board.id}/`, { is_public: true })
  const page = await rig.browser.newPage()
  await page.clock.install()
  let isRefused = true
  let reads = 0
  await page.route(
    ({ href }) => isRead(href),
    (route) => {
      reads += 1
      return isRefused ? route.fulfill({ status: 503, json: { detail: 'Not now.' } }) : route.continue()
    },
  )
  await page.goto(`${rig.product.url}/viewer/scoreboards/${board.id}`)
  await page.getByRole('alert').waitFor()
  expect(reads).toBe(1)
  isRefused = false
  await page.clock.fastForward(70_000)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
})

test('the pages run under their content security policy, Trusted Types included', async () => {
  const page = await rig.browser.newPage()
  const complaints = complaintsOf(page)
  const answer = await page.goto(`${rig.product.url}/viewer/scoreboards/${board.id}?key=x`)
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
})
