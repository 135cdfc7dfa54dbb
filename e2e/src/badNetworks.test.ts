import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { addVenueMachine, type Owner } from './account'
import { check, choose, overflow, signedIn } from './dashboard'
import { useProduct } from './useProduct'

/* What comes in between: no network, a broken server, a session that ends, answers out of order, two of everything. */

const failure = 'An error has occurred. Please refresh the page and try again.'

const stage = useProduct('unlucky')
let user: number
let machine: number
let context: BrowserContext
let page: Page

beforeAll(async () => {
  machine = await addVenueMachine(stage.owner, 'The Back Room', 'Medieval')
  await addVenueMachine(stage.owner, 'Window', 'Monster Bash')
  user = (await stage.owner.call<{ id: number }>('GET', '/api/user_profile/get/')).id
  context = await signedIn(stage.browser, stage.product.url, stage.owner, { width: 1280, height: 800 })
  page = await context.newPage()
})

const title = (on = page) => on.getByLabel('Title', { exact: true })
const create = () => page.getByRole('button', { name: 'Create Scoreboard' })
const update = (on = page) => on.getByRole('button', { name: 'Update Scoreboard' })
const titles = async () => (await stage.owner.call<{ results: { title: string }[] }>('GET', `/api/scoreboard/?owner=${user}&limit=100`)).results.map((board) => board.title)
const makeBoard = (words: string) => stage.owner.call<{ id: number }>('POST', '/api/scoreboard/', { title: words, venuemachine_items: [{ venuemachine: machine }] })

async function fillForm(words: string) {
  await page.goto(`${stage.product.url}/scoreboards/add`)
  await title().fill(words)
  await choose(page, 'Machine', 'medieval', /Medieval/)
}

/** Answers the writes of scoreboards like this, until it is told to stop. */
async function onWrite(answer: (route: Route) => Promise<unknown>): Promise<() => Promise<void>> {
  const handler = async (route: Route) => void (route.request().method() === 'GET' ? await route.fallback() : await answer(route))
  await page.route('**/api/scoreboard/**', handler)
  return () => page.unroute('**/api/scoreboard/**', handler)
}

test('LST-07 a list that cannot be read says so, and the rest of the page stays', async () => {
  await page.route('**/api/scoreboard/?*', (route) => route.fulfill({ status: 500, json: { detail: 'no' } }))
  await page.goto(`${stage.product.url}/scoreboards`)
  await page.getByRole('alert').filter({ hasText: failure }).waitFor()
  await page.getByRole('heading', { name: 'My Scoreboards' }).waitFor()
  await page.unroute('**/api/scoreboard/?*')
})

test('FRM-02 LST-07 offline, then a broken server, then a slow one pressed three times: nothing typed is lost, one board is made', async () => {
  await fillForm('Third time lucky')
  await context.setOffline(true)
  await create().click()
  await page.getByRole('alert').filter({ hasText: failure }).waitFor()
  expect(await title().inputValue()).toBe('Third time lucky')
  await context.setOffline(false)

  const stopBreaking = await onWrite((route) => route.fulfill({ status: 500, json: { detail: 'no' } }))
  await create().click()
  await page.getByRole('alert').filter({ hasText: failure }).waitFor()
  expect(await title().inputValue()).toBe('Third time lucky')
  await stopBreaking()

  let writes = 0
  let release = () => {}
  const stopWaiting = await onWrite(async (route) => {
    writes += 1
    await new Promise<void>((resolve) => (release = resolve))
    await route.continue()
  })
  await create().click()
  await page.getByRole('progressbar', { name: 'Busy' }).waitFor()
  await create().click({ force: true })
  await title().press('Enter')
  release()
  await page.getByText('Third time lucky created!').waitFor()
  await stopWaiting()
  expect(writes).toBe(1)
  expect(await titles()).toEqual(['Third time lucky'])
})

test('LST-04 a delete that is refused brings the row back, with the reason', async () => {
  const stop = await onWrite((route) => route.fulfill({ status: 500, json: { detail: 'no' } }))
  await page.goto(`${stage.product.url}/scoreboards`)
  await page.getByRole('button', { name: 'Delete Third time lucky' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alert').filter({ hasText: failure }).waitFor()
  await page.getByRole('link', { name: 'Third time lucky', exact: true }).waitFor()
  await stop()
})

test('ACC-07 a session that ends in the middle of a form: the login says so, and leads back to everything typed', async () => {
  await fillForm('Typed before the 401')
  await check(page, 'Public')
  const session = (await context.cookies()).find(({ name }) => name === 'token')!.value
  await fetch(`${stage.product.url}/api/auth/logout/`, { method: 'POST', headers: { authorization: `Token ${session}` } })
  await create().click()
  await page.getByText('Your login has ended. What you typed is kept.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.getByLabel('Username').fill(stage.owner.username)
  await page.getByLabel('Password', { exact: true }).fill(stage.owner.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('We restored your unsaved changes.').waitFor()
  stage.owner = { ...stage.owner, ...(await renewed()) }
  expect(await title().inputValue()).toBe('Typed before the 401')
  await page.getByRole('combobox', { name: 'Machine' }).and(page.locator('[value*="Medieval"]')).waitFor()
  expect(await page.getByRole('radio', { name: 'Public' }).isChecked()).toBe(true)
  await create().click()
  await page.getByText('Typed before the 401 created!').waitFor()
})

/** The owner's calls with the session of the browser: the one from before has ended. */
async function renewed(): Promise<Pick<Owner, 'token' | 'call'>> {
  const token = (await context.cookies()).find(({ name }) => name === 'token')!.value
  return {
    token,
    call: async <Answer>(method: string, route: string, body?: unknown) => {
      const answer = await fetch(stage.product.url + route, { method, headers: { authorization: `Token ${token}`, 'content-type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) })
      return (await answer.json()) as Answer
    },
  }
}

test('SB-01 a search that is answered late does not replace a newer one', async () => {
  await page.goto(`${stage.product.url}/scoreboards/add`)
  let release = () => {}
  const isHeld = new Promise<void>((held) => {
    void page.route(/venuemachine\/\?.*search=medi/, async (route) => {
      const late = await route.fetch()
      held()
      await new Promise<void>((resolve) => (release = resolve))
      // The page may have given it up by then.
      await route.fulfill({ response: late }).catch(() => {})
    })
  })
  const box = page.getByRole('combobox', { name: 'Machine' })
  await box.fill('medi')
  await isHeld
  await box.fill('monster')
  await page.getByRole('option', { name: /Monster Bash/ }).first().waitFor()
  release()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.getByRole('option', { name: /Medieval/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a list that is answered late does not replace a newer one', async () => {
  let release = () => {}
  let count = 0
  await page.route('**/api/scoreboard/?owner=*', async (route) => {
    count += 1
    if (count > 1) return route.continue()
    const late = await route.fetch()
    await new Promise<void>((resolve) => (release = resolve))
    await route.fulfill({ response: late }).catch(() => {})
  })
  await page.goto(`${stage.product.url}/scoreboards`)
  await page.getByRole('heading', { name: 'My Scoreboards' }).waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await makeBoard('Made meanwhile')
  await page.getByRole('link', { name: 'Scoreboards', exact: true }).click()
  await page.getByRole('link', { name: 'Made meanwhile', exact: true }).waitFor()
  release()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.getByRole('link', { name: 'Made meanwhile', exact: true }).count()).toBe(1)
  await page.unroute('**/api/scoreboard/?owner=*')
})

test('FRM-01 two tabs with one board: the second to save is told, and decides', async () => {
  const { id } = await makeBoard('Seen twice')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`${stage.product.url}/scoreboards/${id}/edit`)
    await title(tab).fill(tab === page ? 'From the first tab' : 'From the second tab')
  }
  await update(other).click()
  await other.getByText('From the second tab updated').waitFor()
  await update().click()
  await page.getByRole('alert').filter({ hasText: 'This scoreboard was changed somewhere else since you opened it.' }).waitFor()
  expect(await titles()).toContain('From the second tab')
  expect(await title().inputValue()).toBe('From the first tab')
  await update().click()
  await page.getByText('From the first tab updated').waitFor()
  expect(await titles()).not.toContain('From the second tab')
  await other.close()
})

const scripts = 'Ünïcødé Ελληνικά Кириллица Հայերեն ქართული עברית العربية हिन्दी বাংলা தமிழ் ไทย ລາວ မြန်မာ ខ្មែរ 한국어 日本語 ひらがな 汉字 አማርኛ ᏣᎳᎩ ᐃᓄᒃᑎᑐᑦ Tiếng Việt ßıİﬁ 🎱👩‍🚀🏳️‍🌈 '
const begun = [...scripts.normalize('NFC').repeat(3)].slice(0, 255).join('').trimEnd()
const longTitle = begun + '終'.repeat(256 - [...begun].length)

test('FRM-03 a title of 256 characters of every script is taken whole, a longer one refused; no page bursts', async () => {
  expect([...longTitle]).toHaveLength(256)
  await fillForm(`${longTitle}!`)
  await create().click()
  await page.getByText('Title must be at most 256 characters').first().waitFor()
  await title().fill(longTitle)
  await create().click()
  await page.getByText(`${longTitle} created!`).waitFor()
  expect(await titles()).toContain(longTitle)
  const { id } = (await stage.owner.call<{ results: { id: number; title: string }[] }>('GET', `/api/scoreboard/?owner=${user}`)).results.find((board) => board.title === longTitle)!
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 320, height: 640 }]) {
    await page.setViewportSize(viewport)
    for (const route of ['/scoreboards', `/scoreboards/${id}/edit`]) {
      await page.goto(stage.product.url + route)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText(longTitle).or(title()).first().waitFor()
      expect([route, viewport.width, await overflow(page)]).toEqual([route, viewport.width, 0])
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('LB-02 LB-03 dates that are pasted are taken; an end before the start is said and emptied', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.product.url })
  await page.goto(`${stage.product.url}/leaderboards/add`)
  await check(page, 'Boxed')
  const paste = async (label: string, text: string) => {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text)
    await page.getByLabel(label).focus()
    await page.keyboard.press('ControlOrMeta+v')
  }
  await paste('Start date', '2026-11-02')
  expect(await page.getByLabel('Start date').inputValue()).toBe('2026-11-02')
  await paste('End date', 'next Tuesday or so')
  expect(await page.getByLabel('End date').inputValue()).toBe('')
  await paste('End date', '2026-11-01')
  await title().focus()
  await page.getByText('End date can not be before start date').waitFor()
  expect(await page.getByLabel('End date').inputValue()).toBe('')
  expect(await page.getByLabel('Start date').inputValue()).toBe('2026-11-02')
})

test('PRO-01 a picture of 80 MB is refused before anything is sent', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-large-'))
  const file = path.join(folder, 'wall.png')
  writeFileSync(file, '')
  truncateSync(file, 80 * 1024 * 1024)
  try {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.method()))
    await page.goto(`${stage.product.url}/profile`)
    await page.getByLabel('Profile picture').setInputFiles(file)
    await page.getByRole('alert').filter({ hasText: 'A picture may have at most 10 MB' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(sent).not.toContain('PATCH')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
