import type { Page } from 'playwright-core'
import { bringAxe, violationsInBothThemes } from './accessibility'
import { complaintsOf, savedBytes } from './browser'
import { setupCode } from './product'
import { useProduct } from './useProduct'

/* The life of a server's first account, from the code that the server printed to its deletion. */

// Behind a proxy, others reach it.
const rig = useProduct(undefined, { environment: () => ({ TRUST_PROXY: '1' }) })
let page: Page
let complaints: string[]

beforeAll(async () => {
  const context = await rig.browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  await bringAxe(context)
  page = await context.newPage()
  complaints = complaintsOf(page)
})

const password = 'Plunger-7-lane'

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function logIn(secret: string) {
  await page.getByLabel('Username').fill('maria')
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The browser says of each refused call that it was refused. */
const takeRefusal = () => expect(complaints.splice(0)).toEqual([expect.stringContaining('400')])

test('ACC-25 a wrong code is refused, the printed one makes the first account and signs in; then the server is set up', async () => {
  await page.goto(rig.product.url)
  const hint = page.getByRole('link', { name: 'set it up' })
  await hint.waitFor()
  // It looks like the dashboard before anything of the dashboard was loaded.
  const field = page.getByLabel('Username')
  expect(
    await field.evaluate(
      (input) => getComputedStyle(input).borderTopStyle + getComputedStyle(input.closest('div')!).borderTopStyle,
    ),
  ).toContain('solid')
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('Geist') && status === 'loaded'),
  )
  await hint.click()
  await heading('Set up Multiball')
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill('2222-2222-2222')
  for (const [label, text] of [
    ['Username', 'maria'],
    ['Email', 'maria@example.org'],
    ['First name', 'Maria'],
    ['Last name', 'Okonkwo'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(text)
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=confirmation]').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This is not the code, or it was used or has expired.').waitFor()
  takeRefusal()
  expect(await violationsInBothThemes(page)).toEqual([])

  await code.fill(setupCode(rig.product).toLowerCase())
  await page.getByRole('button', { name: 'Create account' }).click()
  await heading('Home')
  await page.goto(`${rig.product.url}/setup`)
  await page.getByText('This server asks for no setup code. Log in, or register an account.').waitFor()
})

test('ACC-26 a login with a wrong password is in the recent activity', async () => {
  await page.goto(`${rig.product.url}/logout`)
  await logIn('Outlane_9_drain')
  await page.getByText('Incorrect username or password!').waitFor()
  takeRefusal()
  await logIn(password)
  await heading('Home')
  await page.goto(`${rig.product.url}/profile`)
  const activity = page.getByRole('region', { name: 'Recent activity' })
  await activity.getByText('Failed login').waitFor()
  await activity.getByText('Server set up').waitFor()
})

test('ACC-28 the own data is downloaded as a zip', async () => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const bytes = await savedBytes(download)
  expect(bytes.subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04'))
  expect(bytes.includes('README.txt')).toBe(true)
})

test('ACC-27 the account is deleted with its password, and logs in no more', async () => {
  const part = page.getByRole('region', { name: 'Delete account' })
  await part.getByRole('button', { name: 'Delete account' }).click()
  await part.getByText('This deletes your account, your machines and every game').waitFor()
  await part.getByRole('textbox', { name: 'Your password' }).fill('Outlane_9_drain')
  await part.getByRole('button', { name: 'Delete for good' }).click()
  await part.getByText('Incorrect password!').waitFor()
  takeRefusal()
  await part.getByRole('textbox', { name: 'Your password' }).fill(password)
  await part.getByRole('button', { name: 'Delete for good' }).click()
  await heading('Log in')
  await logIn(password)
  await page.getByText('Incorrect username or password!').waitFor()
  takeRefusal()
})
