import type { BrowserContext, Page } from 'playwright-core'
import { addVenueMachine, registerOwner, type Owner } from './account'
import { complaintsOf } from './browser'
import { check, chooseInRow, overflow, widths } from './dashboard'
import { useProduct } from './useProduct'

/* An owner's way from the login screen to a deleted scoreboard, at desktop and phone width. */

const stage = useProduct()

async function logIn(page: Page, owner: Owner) {
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: /^log in$/i }).click()
}

describe.each(widths)('at $name width', ({ name, viewport }) => {
  let context: BrowserContext
  let page: Page
  let owner: Owner
  let complaints: string[]

  beforeAll(async () => {
    owner = await registerOwner(stage.product.url, `owner-${name}`)
    await addVenueMachine(owner, 'The Back Room', 'Medieval')
    context = await stage.browser.newContext({ viewport })
    page = await context.newPage()
    complaints = complaintsOf(page)
  })
  afterAll(() => context?.close())

  test('ACC-02 LOG-02 LOG-03 without a cookie a dashboard path shows the login screen; a wrong password is said and cleared', async () => {
    await page.goto(`${stage.product.url}/scoreboards`)
    await logIn(page, { ...owner, password: 'wrong' })
    await page.getByText('Incorrect username or password!').waitFor()
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    complaints.length = 0
  })

  test('ACC-04 LST-01 after login the path stays, and a new owner finds an empty list', async () => {
    await logIn(page, owner)
    await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
    await page.getByText('You have not created any Scoreboards!').waitFor()
    expect(new URL(page.url()).pathname).toBe('/scoreboards')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('FRM-01 FRM-04 SB-01 SB-05 LST-04 a scoreboard is made with the real form', async () => {
    await page.getByRole('link', { name: /Add Scoreboard/ }).first().click()
    await page.getByRole('button', { name: 'Create Scoreboard' }).click()
    await page.getByText('Title must not be blank').first().waitFor()
    await page.getByText('Please select at least 1 machine').first().waitFor()
    await page.getByLabel('Title', { exact: true }).fill('Lobby wall')
    await page.getByRole('combobox', { name: 'Machine' }).fill('medieval')
    await page.getByRole('option', { name: /Medieval/ }).first().click()
    expect(await page.getByRole('radio', { name: 'Private' }).isChecked()).toBe(true)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Create Scoreboard' }).click()
    await page.getByText('Lobby wall created!').waitFor()
  })

  test('FRM-03 a second board of the same title is refused on the title, and nothing typed is lost', async () => {
    await page.getByRole('link', { name: /Add Scoreboard/ }).first().click()
    await page.getByLabel('Title', { exact: true }).fill('Lobby wall')
    await page.getByRole('combobox', { name: 'Machine' }).fill('medieval')
    await page.getByRole('option', { name: /Medieval/ }).first().click()
    await page.getByRole('button', { name: 'Create Scoreboard' }).click()
    await page.getByText('Title must be unique').first().waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Lobby wall')
    complaints.length = 0
    await page.getByLabel('Title', { exact: true }).fill('Window screen')
    await check(page, 'Public')
    await page.getByRole('button', { name: 'Create Scoreboard' }).click()
    await page.getByText('Window screen created!').waitFor()
  })

  test('ACC-12 ACC-03 the viewer of a private board opens in a new tab, without dashboard chrome', async () => {
    const opened = context.waitForEvent('page')
    await chooseInRow(page, 'Lobby wall', 'View')
    const viewer = await opened
    await viewer.getByText('Waiting for data...').first().waitFor()
    expect(new URL(viewer.url()).pathname).toMatch(/^\/viewer\/scoreboards\/\d+$/)
    expect(await viewer.getByRole('navigation').count()).toBe(0)
    await viewer.close()
  })

  test('LST-02 FRM-05 a board is edited', async () => {
    await chooseInRow(page, 'Lobby wall', 'Edit')
    const title = page.getByLabel('Title', { exact: true })
    await title.waitFor()
    await title.fill('Lobby wall 2')
    await page.getByRole('button', { name: /Update Scoreboard|Save/ }).click()
    await page.getByText('Lobby wall 2 updated').waitFor()
  })

  test('LST-03 a board is deleted after being asked; a cancelled delete does nothing', async () => {
    await chooseInRow(page, 'Lobby wall 2', 'Delete')
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.getByText('Are you sure?!').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('listitem').filter({ hasText: 'Lobby wall 2' }).count()).toBe(1)
    await chooseInRow(page, 'Lobby wall 2', 'Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Lobby wall 2 deleted!').waitFor()
    await page.reload()
    await page.getByRole('listitem').filter({ hasText: 'Window screen' }).waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'Lobby wall 2' }).count()).toBe(0)
  })

  test('LST-05 another owner’s board cannot be edited, a missing one is not found', async () => {
    const other = await registerOwner(stage.product.url, `other-${name}`)
    const machine = await addVenueMachine(other, 'Elsewhere', 'Medieval')
    const { id } = await other.call<{ id: number }>('POST', '/api/scoreboard/', { title: 'Theirs', is_public: true, venuemachine_items: [{ venuemachine: machine, order: 0 }] })
    await page.goto(`${stage.product.url}/scoreboards/${id}/edit`)
    await page.getByText('You do not authorized to edit the requested resource.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/scoreboards')
    await page.goto(`${stage.product.url}/scoreboards/999999/edit`)
    await page.getByText('Item not found.').waitFor()
    complaints.length = 0
  })

  test('ACC-05 an unknown path shows the not-found page', async () => {
    await page.goto(`${stage.product.url}/nowhere`)
    await page.getByText('OH NO! 404 - The requested page does not exist.').waitFor()
  })

  test('HOME-01 HOME-02 home shows the newest public scoreboards with owner and view link', async () => {
    await page.goto(stage.product.url)
    const row = page.getByRole('listitem').filter({ hasText: 'Window screen' }).first()
    await row.waitFor()
    expect(await row.textContent()).toMatch(/by Maria Okonkwo/)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('ACC-09 logout clears the cookie, ends the session on the server and goes to /', async () => {
    const session = (await context.cookies()).find(({ name }) => name === 'token')!.value
    // The page does not wait for the server.
    const revoked = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/logout/'))
    await page.goto(`${stage.product.url}/logout`)
    await page.getByRole('button', { name: /^log in$/i }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect((await context.cookies()).filter((cookie) => cookie.name === 'token')).toEqual([])
    await revoked
    const after = await fetch(`${stage.product.url}/api/user_profile/get/`, { headers: { authorization: `Token ${session}` } })
    expect(after.status).toBe(401)
  })

  test('nothing on the way complained', () => {
    expect(complaints).toEqual([])
  })
})
