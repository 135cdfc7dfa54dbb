import { addVenueMachine, registerOwner, type Owner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'
import { publishedSections } from '@multiball/e2e/sections'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { quantile, type Row } from '../table'
import { typeIntoForm } from './typing'

const cpuSlowdown = 4
const latencyMs = 40
const visits = 3
const boardCount = 30
const listTargetMs = 3000
const usableTargetMs = 1200
const paintTargetMs = 200
const shellTargetKilobytes = 260
const remoteTargetKilobytes = 60
const firstListTargetKilobytes = 200

const kilobytes = (bytes: number) => bytes / 1000

/** An owner with a venue of three machines and a list that fills the screen. */
async function makeOwner(url: string): Promise<Owner> {
  const owner = await registerOwner(url, 'bench')
  const machine = await addVenueMachine(owner, 'Bench', 'Medieval')
  for (let at = 0; at < boardCount; at += 1)
    await owner.call('POST', '/api/scoreboard/', {
      title: `Board ${at}`,
      is_public: true,
      venuemachine_items: [{ venuemachine: machine }],
    })
  return owner
}

/** ms from some moment to a list whose first row takes a press. */
interface Usable {
  /** as Playwright finds it, whose own looking runs on the slow processor, at times half a second apart */
  found: number
  /** as the page itself sees it */
  seen: number
}

/** In the page: marks when a press in the middle of the link with this title would hit it. */
const markUsable = (title: string): void => {
  const timer = setInterval(() => {
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === title)
    if (!link) return
    const { x, y, width, height } = link.getBoundingClientRect()
    if (!link.contains(document.elementFromPoint(x + width / 2, y + height / 2))) return
    performance.mark('usable')
    clearInterval(timer)
  }, 16)
}

const newestBoard = `Board ${boardCount - 1}`

const firstRow = (page: Page) => page.getByRole('link', { name: newestBoard, exact: true })

async function usable(page: Page, since: string): Promise<Usable> {
  await firstRow(page).click({ trial: true })
  return page.evaluate((mark) => {
    const from = performance.getEntriesByName(mark)[0]?.startTime ?? 0
    return { found: performance.now() - from, seen: performance.getEntriesByName('usable')[0]!.startTime - from }
  }, since)
}

/** From the press of Log in, the cache warm. */
async function logIn(context: BrowserContext, url: string, { username, password }: Owner): Promise<Usable> {
  await context.clearCookies()
  const page = await slowPage(context)
  await page.addInitScript(markUsable, newestBoard)
  await page.goto(`${url}/scoreboards`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const button = page.getByRole('button', { name: 'Log in' })
  await button.evaluate((element) =>
    element.addEventListener('click', () => performance.mark('pressed'), { capture: true }),
  )
  await button.click()
  const taken = await usable(page, 'pressed')
  await page.close()
  return taken
}

/** From the navigation, signed in already. */
async function openList(context: BrowserContext, url: string): Promise<Usable> {
  const page = await slowPage(context)
  await page.addInitScript(markUsable, newestBoard)
  await page.goto(`${url}/scoreboards`)
  const taken = await usable(page, 'navigation')
  await page.close()
  return taken
}

async function signedIn(browser: Browser, url: string, { token }: Owner): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name: 'token', value: token, url }])
  return context
}

async function timeRows(browser: Browser, url: string, owner: Owner): Promise<Row[]> {
  const context = await signedIn(browser, url, owner)
  await openList(context, url)
  await logIn(context, url, owner)
  const logins: Usable[] = []
  const openings: Usable[] = []
  for (let at = 0; at < visits; at += 1) {
    logins.push(await logIn(context, url, owner))
    openings.push(await openList(context, url))
  }
  await context.close()
  const said = (all: Usable[]) => all.map(({ found, seen }) => `${found.toFixed(0)} (${seen.toFixed(0)})`).join(', ')
  console.log(`  logged in within ${said(logins)} ms, opened within ${said(openings)} ms`)
  const row = (what: string, all: number[], targetMs?: number): Row => {
    const middle = quantile(all, 0.5)
    return {
      what: `${what}, median of ${visits}`,
      ours: `${middle.toFixed(0)} ms`,
      ...(targetMs && { target: `<= ${targetMs} ms`, holds: middle <= targetMs }),
    }
  }
  const found = (all: Usable[]) => all.map((one) => one.found)
  const seen = (all: Usable[]) => all.map((one) => one.seen)
  return [
    row('log in to usable list, warm cache', found(logins), listTargetMs),
    row('the same, as the page sees it', seen(logins), usableTargetMs),
    row('open the list signed in, warm cache', found(openings)),
    row('the same, as the page sees it', seen(openings)),
  ]
}

async function byteRows(browser: Browser, url: string, owner: Owner): Promise<Row[]> {
  const size = (what: string, bytes: number, target: number): Row => ({
    what,
    ours: `${kilobytes(bytes).toFixed(1)} kB`,
    target: `<= ${target} kB`,
    holds: kilobytes(bytes) <= target,
  })
  const rows: Row[] = []
  for (const [what, route, who] of [
    ['login screen', '/', undefined],
    ['home', '/', owner],
    ['list of scoreboards', '/scoreboards', owner],
  ] as const) {
    const context = who ? await signedIn(browser, url, who) : await browser.newContext()
    const page = await context.newPage()
    await page.goto(url + route, { waitUntil: 'networkidle' })
    const scripts = (await loadedScripts(page)).filter(({ path }) => !path.includes('/r/mf-'))
    rows.push(size(`JavaScript before the first interaction, ${what}`, bytesOf(scripts), shellTargetKilobytes))
    await context.close()
  }
  const first = await signedIn(browser, url, owner)
  const opened = await first.newPage()
  await opened.addInitScript(markRow, newestBoard)
  await opened.goto(`${url}/scoreboards`, { waitUntil: 'networkidle' })
  const rowAt = await opened.evaluate(() => performance.getEntriesByName('row')[0]!.startTime)
  const before = (await loadedScripts(opened)).filter(({ askedAt }) => askedAt <= rowAt)
  rows.push(
    size(
      'JavaScript of shell and remotes, asked for before the list has its first row',
      bytesOf(before),
      firstListTargetKilobytes,
    ),
  )
  await first.close()
  for (const { remote, path } of await publishedSections(url)) {
    const context = await signedIn(browser, url, owner)
    const page = await context.newPage()
    // Its list, then its form with the display in the preview, in one page: all that it ever loads here.
    await page.goto(url + path, { waitUntil: 'networkidle' })
    const add = page.locator(`a[href="${path}/add"]`).first()
    if ((await add.count()) > 0) {
      await add.click()
      await page.waitForLoadState('networkidle')
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    const own = (await loadedScripts(page)).filter(({ path: file }) => file.startsWith(`/r/${remote}/`))
    rows.push(size(`JavaScript of ${remote}: list, form and display`, bytesOf(own), remoteTargetKilobytes))
    await context.close()
  }
  return rows
}

/** Its form comes in a chunk of its own, once somebody asks for it. */
async function openRegister(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
}

type FormVisit = [what: string, route: string, owner?: Owner, open?: (page: Page) => Promise<unknown>]

/** The paint after each key and each press on a field, for every form there is. */
async function typingRows(browser: Browser, url: string, owner: Owner): Promise<Row[]> {
  const sections = await publishedSections(url)
  const forms: FormVisit[] = [
    ['login', '/'],
    ['register', '/', undefined, openRegister],
    ['profile', '/profile', owner],
    ...sections.flatMap(({ path, type }): FormVisit[] => (type ? [[`${path}/add`, `${path}/add`, owner]] : [])),
    ['/comboboards/wizard', '/comboboards/wizard', owner],
  ]
  const rows: Row[] = []
  for (const [what, route, who, open] of forms) {
    const context = who ? await signedIn(browser, url, who) : await browser.newContext()
    const page = await slowPage(context)
    await page.goto(url + route, { waitUntil: 'networkidle' })
    await page.locator('main input:visible').first().waitFor()
    await open?.(page)
    const { keys, presses } = await typeIntoForm(page)
    if (keys.length === 0) throw new Error(`Nothing was typed into the form of ${what}.`)
    const [key, press] = [Math.max(0, ...keys), Math.max(0, ...presses)]
    rows.push({
      what: `worst key to next paint, ${what}`,
      ours: `${key.toFixed(0)} ms`,
      target: `<= ${paintTargetMs} ms`,
      holds: key <= paintTargetMs,
    })
    rows.push({ what: `worst press on a field, which may open a list, ${what}`, ours: `${press.toFixed(0)} ms` })
    await context.close()
  }
  return rows
}

/** The login once more with a page that works for longer than is allowed at each key. */
async function brokenRow(browser: Browser, url: string): Promise<Row> {
  const context = await browser.newContext()
  const page = await slowPage(context)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.locator('main input:visible').first().waitFor()
  await page.evaluate((ms) => {
    addEventListener('keydown', () => {
      const from = performance.now()
      while (performance.now() - from < ms);
    })
  }, paintTargetMs + 50)
  const { keys } = await typeIntoForm(page)
  await context.close()
  const key = Math.max(0, ...keys)
  return {
    what: `broken on purpose: each key has ${paintTargetMs + 50} ms of work`,
    ours: `${key.toFixed(0)} ms`,
    target: `> ${paintTargetMs} ms, or it is not seen`,
    holds: key > paintTargetMs,
  }
}

/** The owners' dashboard in Chromium, with a slow processor and a slow network. */
export async function run(): Promise<Row[]> {
  console.log(`Processor ${cpuSlowdown} times as slow, ${latencyMs} ms a request, ${boardCount} boards.`)
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  const browser = await launch()
  try {
    const owner = await makeOwner(product.url)
    return [
      ...(await timeRows(browser, product.url, owner)),
      ...(await byteRows(browser, product.url, owner)),
      ...(await typingRows(browser, product.url, owner)),
      await brokenRow(browser, product.url),
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** In the page: marks when a row with this title is there. */
const markRow = (title: string): void =>
  new MutationObserver((_changes, observer) => {
    if (![...document.querySelectorAll('a')].some(({ textContent }) => textContent === title)) return
    performance.mark('row')
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })

interface LoadedScript {
  /** such as /r/shell/1.0.0-cb3605bd/page.fb11108e.js */
  path: string
  /** as it went over the wire, brotli */
  bytes: number
  /** ms after the navigation */
  askedAt: number
}

/** The scripts that a page has loaded since its navigation. */
const loadedScripts = (page: Page): Promise<LoadedScript[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize, startTime }) => ({
        path: new URL(name).pathname,
        bytes: encodedBodySize,
        askedAt: startTime,
      }))
      .filter(({ path }) => path.endsWith('.js')),
  )

const bytesOf = (scripts: readonly LoadedScript[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0)

const launch = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })

/** A page on a processor four times as slow as this one, each of whose requests takes 40 ms more. */
async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return page
}
