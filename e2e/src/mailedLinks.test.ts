import type { Page } from 'playwright-core'
import { complaintsOf } from './browser'
import { mailsPage } from './product'
import { useProduct } from './useProduct'

/* From registering to a new password, with the mails as they are written. */

const rig = useProduct()
let page: Page
let complaints: string[]

beforeAll(async () => {
  const context = await rig.browser.newContext({ viewport: { width: 390, height: 844 } })
  page = await context.newPage()
  complaints = complaintsOf(page)
})

const oldPassword = 'Plunger-7-lane'
const newPassword = 'Outlane_9_drain'

const username = 'mailed-maria'
const email = 'Mailed.Maria@Example.org'

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function logIn(password: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Clicks the link of her newest mail, as a person does who reads it. */
async function followMail(kind: 'verify' | 'reset-password'): Promise<string> {
  await page.goto(await mailsPage(rig.product))
  await page
    .locator('article')
    .filter({ hasText: new RegExp(`To ${email}`, 'i') })
    .first()
    .locator(`a[href*="/${kind}/"]`)
    .click()
  return page.url()
}

test('LOG-01 LOG-06 LOG-09 who registers confirms the address by the mailed link’s button, and logs in', async () => {
  await page.goto(rig.product.url)
  await page.getByRole('button', { name: 'Register' }).click()
  await heading('Register')
  const fields = {
    Username: username,
    Email: email,
    'First name': 'Maria',
    'Last name': 'Okonkwo',
    Initials: 'MOK',
    Password: oldPassword,
    'Confirm password': oldPassword,
  }
  for (const [label, text] of Object.entries(fields))
    await page
      .getByRole('textbox', { name: label, exact: true })
      .or(page.locator(`input[type=password][name=${label === 'Password' ? 'password' : 'confirmation'}]`))
      .first()
      .fill(text)
  await page.getByRole('button', { name: 'Register' }).click()
  await heading('Check your email')
  await page.getByText('click it within 7 days for your account to remain active').waitFor()

  const link = await followMail('verify')
  await heading('Confirm your email address')
  await page.getByText(`This address belongs to the account ${username}.`).waitFor()
  // Opening alone, as a scanner of mails does, confirms nothing.
  await page.reload()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await heading('Email address confirmed')
  await page.getByRole('link', { name: 'Go to Multiball' }).click()
  await logIn(oldPassword)
  await heading('Home')

  await page.goto(link)
  await page.getByText('This link has already been used or has expired.').waitFor()
  complaints.length = 0
})

test('LOG-08 LOG-09 the mailed reset link sets a new password, once; the old one no longer works', async () => {
  await page.goto(`${rig.product.url}/logout`)
  await page.getByRole('button', { name: 'Forgot username or password' }).click()
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByRole('button', { name: 'Send link' }).click()
  await heading('Check your email')

  const link = await followMail('reset-password')
  await heading('Choose a new password')
  await page.getByText(`It will be the password of the account ${username}.`).waitFor()
  await page.locator('input[name=password]').fill(newPassword)
  await page.locator('input[name=confirmation]').fill(`${newPassword}!`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Please check password').waitFor()
  await page.locator('input[name=confirmation]').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await heading('Password changed')
  await page.getByRole('link', { name: 'Return to login' }).click()

  await logIn(oldPassword)
  await page.getByText('Incorrect username or password!').waitFor()
  complaints.length = 0
  await logIn(newPassword)
  await heading('Home')

  await page.goto(link)
  await page
    .getByText('This link has already been used or has expired. Request a new one on the login screen.')
    .waitFor()
  expect(await page.locator('input').count()).toBe(0)
  complaints.length = 0
})

test('nothing else on the way complained', () => {
  expect(complaints).toEqual([])
})
