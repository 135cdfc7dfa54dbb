import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { builtInTypes } from '@multiball/shared/schema'
import { chromium, type Browser, type Page } from 'playwright-core'
import { demoOwner } from '../../server/src/demo/cast'
import { logInOwner, registerOwner, type Owner } from './account'
import { buildPages, mailsPage, startProduct } from './product'
import { publishedSections, type Section } from './sections'

const usage = `Usage: npm run shots [-- FOLDER [WORD…]]
  Pictures of every screen of the demo at phone, desktop and TV size, the dashboard in both themes, in FOLDER, ./shots by default.
  With words, only of the screens whose name has one of them.`

function typed(): string[] {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' } },
    })
    if (!values.help) return positionals
  } catch {
    console.error(usage)
    process.exit(1)
  }
  console.log(usage)
  process.exit()
}

const [folderName = 'shots', ...words] = typed()
const folder = path.resolve(folderName)
const portrait = path.resolve(import.meta.dirname, '../fixtures/portrait.png')

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
  tv: { width: 1920, height: 1080 },
}
const themes = ['light', 'dark'] as const

interface Screen {
  name: string
  path: string
  /** what must be there, and what is to be done, before the picture is taken */
  until(page: Page): Promise<unknown>
  /** whose screen it is; nobody's where it is missing */
  owner?: Owner
  /** viewers have one theme and are also taken at TV size */
  viewer?: boolean
}

async function take(
  browser: Browser,
  url: string,
  { name, path: route, until, owner, viewer }: Screen,
  size: keyof typeof sizes,
) {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: viewer ? 'dark' : 'light' })
  context.setDefaultTimeout(15_000)
  if (owner) await context.addCookies([{ name: 'token', value: owner.token, url }])
  const page = await context.newPage()
  try {
    await page.goto(url + route)
    await until(page)
    await page.evaluate(() => document.fonts.ready)
    await page.waitForTimeout(1200)
    for (const colorScheme of viewer ? [undefined] : themes) {
      if (colorScheme) await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(250)
      const file = [name, colorScheme, size].filter(Boolean).join('-')
      await page.screenshot({ path: path.join(folder, `${file}.png`) })
      console.log(`  ${file}.png`)
    }
  } catch (error) {
    console.error(`  ${name} at ${size} size: ${String(error).split('\n')[0]}`)
    process.exitCode = 1
  }
  await context.close()
}

const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first().waitFor()
const heading = (content: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name: content }).waitFor()
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names)
      await page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first().click()
  }

/** Of a server without an account. */
const unready: Screen = {
  name: 'setup',
  path: '/setup',
  until: (page) => page.getByRole('button', { name: 'Create account' }).waitFor(),
}

const isWanted = ({ name }: Screen) => words.length === 0 || words.some((word) => name.includes(word))

type Boards = Partial<Record<string, number>>

/** The demo's first board of each type. */
async function firstBoards(owner: Owner): Promise<Boards> {
  const first = async (type: string) =>
    (await owner.call<{ results: { id: number }[] }>('GET', `/api/${type}/?is_public=true&limit=1&ordering=id`))
      .results[0]?.id
  return Object.fromEntries(await Promise.all(builtInTypes.map(async (type) => [type, await first(type)] as const)))
}

const loggedOut: Screen[] = [
  { name: 'login', path: '/', until: heading('Log in') },
  {
    name: 'login-refused',
    path: '/',
    until: async (page) => (await press('Log in')(page), text('Incorrect username or password!')(page)),
  },
  {
    name: 'register',
    path: '/',
    until: async (page) => (await press('Register', 'Register')(page), text('Email should not be empty')(page)),
  },
  { name: 'resend', path: '/', until: press('Resend verification Email') },
  { name: 'forgotten', path: '/', until: press('Forgot username or password') },
  {
    name: 'mail-sent',
    path: '/',
    until: async (page) => (
      await press(/^Forgot/)(page),
      await page.getByLabel('Email').fill('nobody@example.org'),
      press('Send link')(page)
    ),
  },
  { name: 'verify-used', path: '/verify/none', until: text('This link has already been used') },
  { name: 'reset-used', path: '/reset-password/none', until: text('This link has already been used') },
  { name: 'api-docs', path: '/api/docs/', until: (page) => page.locator('#docs .info').first().waitFor() },
]

const ofOwner = (owner: Owner, first: string): Screen[] => [
  { name: 'home', path: '/', owner, until: text('Back row, left') },
  { name: 'user-menu', path: '/', owner, until: press(/^User menu/) },
  { name: 'profile', path: '/profile', owner, until: heading('Profile') },
  {
    name: 'activity',
    path: '/profile',
    owner,
    until: (page) =>
      page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem').first().scrollIntoViewIfNeeded(),
  },
  {
    name: 'api-token',
    path: '/profile',
    owner,
    until: async (page) => {
      await press('Make an API token')(page)
      await page.getByLabel('Name', { exact: false }).last().fill('Wall clock')
      await page.getByRole('radio', { name: 'No end' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'api-token-made',
    path: '/profile',
    owner,
    until: async (page) => {
      await press('Make an API token')(page)
      await page.getByLabel('Name', { exact: false }).last().fill('Wall clock')
      await press('Make the token')(page)
      await page.getByRole('button', { name: 'I have stored it' }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'webhooks', path: '/venues/webhooks', owner, until: press(/^(\+ )?Add Webhook/i) },
  {
    name: 'webhook-tested',
    path: '/venues/webhooks',
    owner,
    until: async (page) => {
      const add = page.getByRole('button', { name: '+ Add Webhook' })
      await heading('Webhooks')(page)
      await page.getByRole('form').or(add).first().waitFor()
      if (await add.isVisible()) await add.click()
      await page.getByRole('combobox', { name: /^Tells of/ }).click()
      await page.getByRole('option').first().click()
      await page.getByLabel('Address').fill('https://multiball.invalid/hook')
      await press(/^Add webhook/)(page)
      await press('Send a test')(page)
      await text(/no host of this name|could not be looked up/)(page)
    },
  },
  {
    name: 'delete-account',
    path: '/profile',
    owner,
    until: async (page) => (await press('Delete account')(page), text(/This deletes your account, your/)(page)),
  },
  {
    name: 'profile-crop',
    path: '/profile',
    owner,
    until: async (page) => (
      await heading('Profile')(page),
      await page.getByLabel('Profile picture').setInputFiles(portrait),
      page.getByRole('dialog').waitFor()
    ),
  },
  { name: 'not-found', path: '/nowhere', owner, until: text('OH NO! 404') },
  { name: 'qr-code', path: '/scoreboards', owner, until: press(`More for ${first}`, 'QR code') },
  {
    name: 'delete',
    path: '/scoreboards',
    owner,
    until: async (page) => {
      const inRow = page.getByRole('button', { name: `Delete ${first}` })
      await page.getByRole('button', { name: `More for ${first}` }).waitFor()
      if (await inRow.isVisible()) await inRow.click()
      else await press(`More for ${first}`, 'Delete')(page)
      await text(/It will be removed from/)(page)
    },
  },
  {
    name: 'remote-failed',
    path: '/profile',
    owner,
    until: async (page) => {
      await heading('Profile')(page)
      await page.route('**/r/mf-scoreboards/**', (route) => route.abort())
      await page.getByRole('link', { name: 'Scoreboards' }).first().click()
      await text('This section did not load')(page)
    },
  },
]

/** List, form and viewer of a section's boards; the only page of one without boards. */
function ofSection({ path: root, type }: Section, owner: Owner, newcomer: Owner, first: Boards): Screen[] {
  const name = root.slice(1)
  const id = type === undefined ? undefined : first[type]
  if (id === undefined) return [{ name, path: root, owner, until: heading(/./) }]
  return [
    { name, path: root, owner, until: (page) => page.getByRole('list', { name: /^My/ }).waitFor() },
    { name: `${name}-empty`, path: root, owner: newcomer, until: text('You have not created any') },
    { name: `${name}-add`, path: `${root}/add`, owner, until: heading(/^Add/) },
    {
      name: `${name}-refused`,
      path: `${root}/add`,
      owner,
      until: async (page) => (await press(/^Create/)(page), text(/needs? fixing/)(page)),
    },
    { name: `${name}-edit`, path: `${root}/${id}/edit`, owner, until: heading(/^Edit/) },
    {
      name: `${name}-viewer`,
      path: `/viewer${root}/${id}`,
      viewer: true,
      until: (page) => page.locator('#root *').first().waitFor(),
    },
  ]
}

// After the arguments: whoever mistypes them does not wait for a build.
buildPages()

const product = await startProduct({ DEMO: '1' })
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
try {
  mkdirSync(folder, { recursive: true })
  // The demo is made after the server is ready.
  while (!/Watch a game/.test(product.output())) await wait(200)
  const owner = await logInOwner(product.url, demoOwner)
  const newcomer = await registerOwner(product.url, 'newcomer')
  const first = await firstBoards(owner)
  const { results: boards } = await owner.call<{ results: { id: number; title: string }[] }>(
    'GET',
    '/api/scoreboard/?is_public=true&limit=20&ordering=id',
  )
  const sections = await publishedSections(product.url)
  const screens: Screen[] = [
    ...loggedOut,
    { name: 'dev-mail', path: (await mailsPage(product)).slice(product.url.length), until: heading('Mails') },
    ...ofOwner(owner, boards.at(-1)!.title),
    ...sections.flatMap((section) => ofSection(section, owner, newcomer, first)),
    { name: 'comboboards-wizard', path: '/comboboards/wizard', owner, until: heading('Bulk create') },
    ...boards.map(({ id }) => ({
      name: `viewer-${id}`,
      path: `/viewer/scoreboards/${id}`,
      viewer: true,
      until: text(/Player|Waiting|GAME/i),
    })),
    { name: 'viewer-missing', path: '/viewer/scoreboards/999999', viewer: true, until: text('Item not found.') },
  ]
  const wanted = screens.filter(isWanted)
  if (wanted.length === 0 && !isWanted(unready)) {
    console.error(
      `No screen has ${words.join(' or ')} in its name. Screens: ${[unready, ...screens].map(({ name }) => name).join(', ')}`,
    )
    process.exitCode = 1
  }
  // A few games into the demo, boards have a past, modes and players worth a picture.
  if (wanted.length > 0) await wait(15_000)
  for (const screen of wanted) {
    for (const size of ['phone', 'desktop', ...(screen.viewer ? ['tv' as const] : [])] as const)
      await take(browser, product.url, screen, size)
  }
  // A demo has an account; a server that others reach waits for its first.
  if (isWanted(unready)) {
    const waiting = await startProduct({ TRUST_PROXY: '1' })
    for (const size of ['phone', 'desktop'] as const) await take(browser, waiting.url, unready, size)
    await waiting.stop()
  }
} finally {
  await browser.close()
  await product.stop()
}
