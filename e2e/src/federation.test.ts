import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { writeDeltas } from '../../platform/src/deltas'
import { integrityOf } from '../../platform/src/fileHashes'
import { addVenueMachine } from './account'
import { complaintsOf } from './browser'
import { copyDeploy } from './deployCopy'
import { changeOneByte, drawn, faults, startFaultyHost, type Fault, type FaultyHost } from './faults'
import { publishedSections, type Section } from './sections'
import { useProduct } from './useProduct'

jest.setTimeout(process.env.FAULTS === 'every' ? 600_000 : 180_000)

const deploy = copyDeploy()
const stage = useProduct('federation-owner', {
  environment: async () => {
    host = await startFaultyHost(() => stage.product.url)
    return { REMOTE_ORIGINS: host.origin, DEPLOY_DIR: deploy.folder }
  },
})
let host: FaultyHost
let wall: { comboboard: number }

/** A public wall of a scoreboard and a leaderboard. */
async function makeWall(): Promise<{ comboboard: number }> {
  const machine = await addVenueMachine(stage.owner, 'The Lane', 'Medieval')
  const { id: scoreboard } = await stage.owner.call<{ id: number }>('POST', '/api/scoreboard/', { title: 'Lobby', is_public: true, venuemachine_items: [{ venuemachine: machine }] })
  const { id: leaderboard } = await stage.owner.call<{ id: number }>('POST', '/api/leaderboard/', { title: 'House records', is_public: true, items: [{ id: machine, type: 'venuemachine', order: 0 }] })
  const items = [{ item_type: 'scoreboard', item_id: scoreboard, order: 0 }, { item_type: 'leaderboard', item_id: leaderboard, order: 1 }]
  const { id: comboboard } = await stage.owner.call<{ id: number }>('POST', '/api/comboboard/', { title: 'Wall', is_public: true, items })
  return { comboboard }
}

beforeAll(async () => {
  wall = await makeWall()
})

afterAll(async () => {
  host?.stop()
  deploy.remove()
})

// A page that passed through the test's hands counts as one of the internet, and Chromium asks before it may call this machine.
const permissions = ['local-network-access']

async function dashboard(): Promise<Page> {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 }, permissions })
  await context.addCookies([{ name: 'token', value: stage.owner.token, url: stage.product.url }])
  // What is not there by then will not come; the failure should name it before the test's own time is up.
  context.setDefaultTimeout(25_000)
  return context.newPage()
}

interface FederationInstance {
  name: string
  /** scope → name → version → share */
  shareScopeMap: Record<string, Record<string, Record<string, { loaded?: boolean; useIn: string[] }>>>
}

const rooms = ['client', 'live', 'session', 'remotes', 'boards', 'routing', 'display', 'queries', 'forms', 'ui'].map((room) => `@multiball/shared/${room}`)

/** A text of one module of each package or room, which nothing else has. */
const marks: Record<string, string> = {
  'react and react-dom': 'Minified React error',
  jotai: 'onMount',
  'the router': 'Unexpected Application Error',
  live: '?session=',
  session: 'SameSite=Strict',
  remotes: 'REMOTE_ENTRY_TIMEOUT',
  boards: 'This display cannot be shown.',
  display: 'data-tone',
  queries: 'No QueryClient set',
  forms: 'We restored your unsaved changes',
  ui: 'things need fixing',
}

test('react, react-dom, jotai, the router and each room of shared that holds something exist once in shell, list and form', async () => {
  const page = await dashboard()
  const complaints = complaintsOf(page)
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) void response.text().then((text) => scripts.push(text))
  })
  await page.goto(`${stage.product.url}/scoreboards`)
  await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
  await page.getByRole('link', { name: /Add Scoreboard/ }).first().click()
  await page.getByLabel('Title', { exact: true }).waitFor()
  await page.getByText('Powered by').first().waitFor({ state: 'attached' })

  const shares = await page.evaluate(() => {
    const { __INSTANCES__: instances } = (globalThis as unknown as { __FEDERATION__: { __INSTANCES__: FederationInstance[] } }).__FEDERATION__
    return instances.map(({ name, shareScopeMap }) => ({
      name,
      shares: Object.entries(shareScopeMap.default!).map(([share, versions]) => ({ share, versions: Object.keys(versions).length, users: Object.values(versions).flatMap(({ useIn }) => useIn) })),
    }))
  })
  const [shell] = shares
  expect(shares.map(({ name }) => name)).toEqual(['shell', 'mf_scoreboards'])
  expect(shell!.shares.map(({ share }) => share)).toEqual(expect.arrayContaining(['react', 'react-dom', 'jotai', ...rooms]))
  expect(shell!.shares.filter(({ versions }) => versions !== 1)).toEqual([])
  // The shell's own modules import each other as in any bundle: that they have the same copy is what the marks show.
  for (const share of ['react', 'jotai', '@multiball/shared/client', '@multiball/shared/boards']) {
    expect({ share, users: shell!.shares.find((one) => one.share === share)!.users }).toEqual({ share, users: ['mf_scoreboards'] })
  }

  const copies = Object.entries(marks).map(([what, mark]) => [what, scripts.filter((text) => text.includes(mark)).length])
  expect(Object.fromEntries(copies)).toEqual(Object.fromEntries(Object.keys(marks).map((what) => [what, 1])))
  expect(complaints).toEqual([])
  await page.context().close()
})

/** Ends what the browser says aloud of a script that it could not read. */
const withoutSyntaxError = (complaints: string[]) => complaints.filter((complaint) => !/SyntaxError|Unexpected token/.test(complaint))

/** What nobody caught. */
function uncaughtIn(page: Page): string[] {
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(`${error.name}: ${error.message}`))
  return uncaught
}

const keepDocument = (page: Page) => page.evaluate(() => void ((globalThis as { sameDocument?: boolean }).sameDocument = true))
const isSameDocument = (page: Page) => page.evaluate(() => (globalThis as { sameDocument?: boolean }).sameDocument === true)

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
const title = (page: Page, words: string) => page.getByRole('heading', { level: 1, name: new RegExp(words, 'i') })

/** Waits for what a page says of a fault; the time in which it waits for a server that does not answer is passed over. */
async function waitOut({ code }: Fault, said: Locator): Promise<void> {
  const isLate = async () => code === 'REMOTE_ENTRY_TIMEOUT' && !(await said.isVisible())
  for (const deadline = Date.now() + 25_000; (await isLate()) && Date.now() < deadline; ) {
    await said.page().clock.fastForward(8_000)
    await said.waitFor({ timeout: 500 }).catch(() => {})
  }
  await said.waitFor()
}

/** A remote that is broken in one way, in the dashboard: whoever broke it, the shell and the other remotes do not mind. */
async function breakSection(fault: Fault, broken: Section, other: Section) {
  const { code, bring } = fault
  const page = await dashboard()
  if (code === 'REMOTE_ENTRY_TIMEOUT') await page.clock.install()
  const uncaught = uncaughtIn(page)
  const mend = await bring(page, broken.remote)
  await page.goto(stage.product.url + broken.path, { waitUntil: 'commit' })
  // Also while the remote is still waited for.
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('heading', { name: 'Newest Public Scoreboards' }).waitFor()
  await link(page, other.label).click()
  await title(page, other.label).waitFor()
  await link(page, broken.label).click()

  const panel = page.getByRole('main').filter({ hasText: /This section did not load|Something has gone wrong/ })
  await waitOut(fault, panel)
  expect(await panel.textContent()).toMatch(new RegExp(`${broken.remote}.*1\\.0\\.0-.*${code}`))
  await keepDocument(page)
  if (mend) {
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await title(page, `${broken.label}|Mended`).waitFor()
  } else {
    await page.getByRole('button', { name: 'Retry' }).click()
    await panel.waitFor()
  }
  expect(await isSameDocument(page)).toBe(true)
  expect(await page.evaluate(() => 'forged' in globalThis)).toBe(false)
  await page.context().close()
  return uncaught
}

/** Each fault meets another remote; with FAULTS=every each meets them all, which takes a quarter of an hour. */
async function meets(fault: Fault, turn: number): Promise<void> {
  const sections = await publishedSections(stage.product.url)
  const at = (place: number) => sections[place % sections.length]!
  const turns = process.env.FAULTS === 'every' ? sections.keys() : [turn]
  for (const place of turns) {
    const uncaught = await breakSection(fault, at(place), at(place + 1))
    expect({ remote: at(place).remote, uncaught: fault.isLoud ? withoutSyntaxError(uncaught) : uncaught }).toEqual({ remote: at(place).remote, uncaught: [] })
  }
}

describe('ACC-06 a broken remote leaves the rest of the dashboard usable, and is named', () => {
  const all = [...faults, ...drawn.map((fault) => ({ ...fault, code: `REMOTE_${fault.code}` }))]
  test.each(all.map((fault, turn) => ({ ...fault, turn })))('$kind: $code', async ({ turn, ...fault }) => meets(fault, turn))

  test('a host that sends a few bytes a second, or half of a file', async () => {
    for (const [turn, fault] of host.faults.entries()) await meets(fault, all.length + turn)
  })
})

test('SHP-10 of a chunk that is asked for late one byte is another: what it was for says so and names the file, and the page goes on', async () => {
  const page = await dashboard()
  const reports: string[] = []
  await page.route('**/api/client-errors/', (route) => {
    reports.push(route.request().postData() ?? '')
    return route.fulfill({ status: 204 })
  })
  await page.goto(`${stage.product.url}/scoreboards`)
  await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: /^More/ }).first().click()
  await page.getByRole('menuitem', { name: 'Show on a TV' }).waitFor()
  await page.route(/\/r\/.*\.js/, changeOneByte)
  await page.getByRole('menuitem', { name: 'Show on a TV' }).click()
  const failure = page.getByRole('main').getByRole('alert').filter({ hasText: 'This did not load. Please try again.' })
  await failure.waitFor()
  expect(await failure.textContent()).toMatch(/\(\S+\.js\)/)
  expect(await page.getByRole('button', { name: /^More/ }).count()).toBeGreaterThan(0)
  expect(reports.join()).toContain('REMOTE_CHUNK_FAILED')
  // Nothing of it is there by half.
  expect(await page.getByRole('dialog').count()).toBe(0)
  await link(page, 'Leaderboards').click()
  await title(page, 'Leaderboards').waitFor()
  await page.context().close()
})

test('SHP-10 where the file of menus does not come, the frame says so in the place of the menu alone, until the next page', async () => {
  const page = await dashboard()
  await page.route(/\/page-controls\./, (route) => route.abort())
  await page.goto(stage.product.url)
  await title(page, 'Home').waitFor()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('banner').getByRole('alert').filter({ hasText: 'Something has gone wrong!' }).waitFor()
  await title(page, 'Home').waitFor()
  await page.unroute(/\/page-controls\./)
  await link(page, 'Leaderboards').click()
  await title(page, 'Leaderboards').waitFor()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  await page.context().close()
})

test('SHP-03 what failed is reported with remote, version and code', async () => {
  const page = await dashboard()
  const reports: string[] = []
  await page.route('**/api/client-errors/', (route) => {
    reports.push(route.request().postData() ?? '')
    return route.fulfill({ status: 204 })
  })
  await faults.find(({ kind }) => kind === '500')!.bring(page, 'mf-scoreboards')
  await page.goto(`${stage.product.url}/scoreboards`)
  await page.getByText('REMOTE_ENTRY_FAILED').waitFor()
  const version = deploy.activeVersion('mf-scoreboards')
  expect(reports.map((text) => JSON.parse(text) as unknown)).toEqual([
    { visit: expect.stringMatching(/^[\w-]+\.\w+\.[\w-]+$/), remote: 'mf-scoreboards', version, code: 'REMOTE_ENTRY_FAILED', message: expect.stringContaining('REMOTE_ENTRY_FAILED'), frames: expect.stringMatching(/^shell\/\S+\.js:\d+:\d+/) },
  ])
  await page.context().close()
})

describe('a broken display costs a wall its own tile', () => {
  const inTile = (kind: string) => [...faults, ...drawn].find((fault) => fault.kind === kind)!
  const kinds = ['connection refused', 'a server that never answers', 'another file than the published one', 'a range that the page does not meet', 'a late chunk that is missing', 'a throw when its module starts', 'a throw while it is drawn']

  test.each(kinds)('%s', async (kind) => {
    const fault = inTile(kind)
    const { bring, code } = fault
    const context = await stage.browser.newContext({ viewport: { width: 1280, height: 720 }, permissions })
    context.setDefaultTimeout(25_000)
    const page = await context.newPage()
    if (code === 'REMOTE_ENTRY_TIMEOUT') await page.clock.install()
    const uncaught = uncaughtIn(page)
    const mend = await bring(page, 'mf-scoreboards')
    await page.goto(`${stage.product.url}/viewer/comboboards/${wall.comboboard}`, { waitUntil: 'commit' })
    const tile = page.getByRole('alert').filter({ hasText: 'This display cannot be shown.' })
    // The tile beside it shows its board.
    await page.getByText('All time').first().waitFor()
    await waitOut(fault, tile)
    expect(await tile.textContent()).toMatch(new RegExp(`mf-scoreboards 1\\.0\\.0-.*${code === 'THREW' ? 'DISPLAY_THREW' : code}`))
    await keepDocument(page)
    if (mend) {
      await mend()
      await tile.getByRole('button', { name: 'Retry' }).click()
      await tile.waitFor({ state: 'detached' })
      expect(await isSameDocument(page)).toBe(true)
    }
    expect(uncaught).toEqual([])
    await context.close()
  })
})

test('what a tab overrides is shown and reset, and where it is not allowed nothing changes', async () => {
  const page = await dashboard()
  await page.goto(`${stage.product.url}/leaderboards?mf-disable=mf-scoreboards`)
  const badge = page.getByRole('complementary', { name: 'Overrides of this tab' })
  await badge.waitFor()
  expect(await badge.textContent()).toContain('mf-scoreboards off')
  expect(await page.getByRole('link', { name: 'Scoreboards', exact: true }).count()).toBe(0)
  await page.goto(`${stage.product.url}/leaderboards`)
  await badge.waitFor()
  await badge.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('link', { name: 'Scoreboards', exact: true }).first().waitFor()
  expect(await badge.count()).toBe(0)

  await page.goto(`${stage.product.url}/leaderboards?mf-dev=mf-scoreboards:3001@evil.example`)
  await badge.waitFor()
  expect(await badge.textContent()).toContain('a port of this machine')
  await badge.getByRole('button', { name: 'Reset' }).click()
  await badge.waitFor({ state: 'detached' })

  await page.route(
    ({ pathname }) => pathname === '/leaderboards',
    async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace('"overrides":true', '"overrides":false') })
    },
  )
  for (const query of ['mf-disable=mf-scoreboards', 'mf-pin=mf-scoreboards@0.0.1', 'mf-dev=mf-scoreboards:3001']) {
    await page.goto(`${stage.product.url}/leaderboards?${query}`)
    await page.getByRole('heading', { name: /My Leaderboards/ }).waitFor()
    await page.getByRole('link', { name: 'Scoreboards', exact: true }).first().click()
    await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
    expect(await badge.count()).toBe(0)
  }
  await page.context().close()
})

describe('a tab that is open when a version changes', () => {
  const next = '9.9.9-next'
  const versionsIn = (requests: readonly string[]) => new Set(requests.map((url) => /\/r\/mf-scoreboards\/([^/]+)\//.exec(url)?.[1]).filter((version) => version !== undefined))
  const listed = (page: Page) => page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()

  /** A tab, and the addresses that it asks for from now on. */
  async function openTab(path: string, context?: BrowserContext) {
    const page = context ? await context.newPage() : await dashboard()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(stage.product.url + path)
    return { page, asked }
  }

  test('goes on with the version it began with; new visits get what was promoted, and what was taken back is gone', async () => {
    const before = deploy.activeVersion('mf-scoreboards')
    deploy.addTwin('mf-scoreboards', next)
    const open = await openTab('/')
    await open.page.getByRole('heading', { name: 'Newest Public Scoreboards' }).waitFor()

    deploy.remotes('promote', 'mf-scoreboards', next)
    const visit = await openTab('/scoreboards')
    await listed(visit.page)
    expect(versionsIn(visit.asked)).toEqual(new Set([next]))
    await open.page.getByRole('link', { name: 'Scoreboards', exact: true }).first().click()
    await listed(open.page)
    expect(versionsIn(open.asked)).toEqual(new Set([before]))

    deploy.remotes('rollback', 'mf-scoreboards')
    const later = await openTab('/scoreboards')
    await listed(later.page)
    expect(versionsIn(later.asked)).toEqual(new Set([before]))
    // The tab that has the version which was taken back still finds its files.
    await visit.page.getByRole('link', { name: /Add Scoreboard/ }).first().click()
    await visit.page.getByLabel('Title', { exact: true }).waitFor()
    expect(versionsIn(visit.asked)).toEqual(new Set([next]))
    for (const { page } of [open, visit, later]) await page.context().close()
  })

  test('of a canary’s share a visitor has it at every visit, preloaded from the second on; without cookies nobody has', async () => {
    const before = deploy.activeVersion('mf-scoreboards')
    deploy.remotes('promote', 'mf-scoreboards', next, '--percent', '99')
    // One in a hundred is not in the share.
    const visitor = 'a0a0a0a0a0a0'
    const context = (await dashboard()).context()
    await context.addCookies([{ name: 'mb-visitor', value: visitor, url: stage.product.url }])
    for (const _visit of [1, 2]) {
      const { page, asked } = await openTab('/scoreboards', context)
      await listed(page)
      expect(versionsIn(asked)).toEqual(new Set([next]))
    }
    await context.close()

    const first = await openTab('/scoreboards')
    await listed(first.page)
    expect(await first.page.evaluate(() => document.cookie)).toMatch(/mb-visitor=[0-9a-f]{20}/)
    await first.page.context().close()

    const shut = await dashboard()
    await shut.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => 'token=kept', set: () => {} }))
    const asked: string[] = []
    shut.on('request', (request) => asked.push(request.url()))
    await shut.goto(`${stage.product.url}/viewer/comboboards/${wall.comboboard}`)
    await shut.getByText('All time').first().waitFor()
    expect(versionsIn(asked)).toEqual(new Set([before]))
    await shut.context().close()
    deploy.remotes('rollback', 'mf-scoreboards')
  })
})

describe('SHP-13 a browser that was here before a release', () => {
  /** Publishes the same remote again, with what has changed of it; `change` is done to each delta. */
  async function release(version: string, change?: (delta: Buffer) => void) {
    const folderOf = (name: string) => path.join(deploy.folder, 'r/mf-scoreboards', name)
    deploy.addTwin('mf-scoreboards', version)
    await writeDeltas(folderOf(version), [folderOf(deploy.activeVersion('mf-scoreboards'))])
    if (!change) return
    const list = path.join(folderOf(version), 'deltas.json')
    const hashes = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>
    for (const name of Object.keys(hashes)) {
      const delta = readFileSync(path.join(folderOf(version), name))
      change(delta)
      writeFileSync(path.join(folderOf(version), name), delta)
      hashes[name] = integrityOf(delta)
    }
    writeFileSync(list, JSON.stringify(hashes))
  }

  /** Opens the list of scoreboards before and after the release; answers how each file of the new version came. */
  async function visitTwice(version: string) {
    const context = (await dashboard()).context()
    const visit = async () => {
      const page = await context.newPage()
      const came: Promise<{ encoding: string | undefined; bytes: number; isRetry: boolean }>[] = []
      page.on('requestfinished', (request) => {
        if (!request.url().includes(`/r/mf-scoreboards/${version}/`)) return
        came.push(Promise.all([request.response(), request.sizes()]).then(([response, { responseBodySize }]) => ({ encoding: response!.headers()['content-encoding'], bytes: responseBodySize, isRetry: request.url().includes('?retry=') })))
      })
      await page.goto(`${stage.product.url}/scoreboards`)
      await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
      await page.close()
      return Promise.all(came)
    }
    await visit()
    deploy.remotes('promote', 'mf-scoreboards', version)
    const came = await visit()
    deploy.remotes('rollback', 'mf-scoreboards')
    await context.close()
    return came
  }

  test('is sent what has changed, a few hundred bytes a file', async () => {
    await release('9.8.0-same')
    const came = await visitTwice('9.8.0-same')
    expect(came.length).toBeGreaterThan(2)
    expect(new Set(came.map(({ encoding }) => encoding))).toEqual(new Set(['dcz']))
    expect(Math.max(...came.map(({ bytes }) => bytes))).toBeLessThan(500)
  })

  test('is sent the whole file where it cannot read that', async () => {
    await release('9.8.1-broken', (delta) => delta.fill(0, 44))
    const came = await visitTwice('9.8.1-broken')
    expect(came.filter(({ isRetry }) => isRetry).map(({ encoding }) => encoding)).toEqual(expect.arrayContaining(['br']))
  })
})

test('SHP-02 a version that throws in browsers only is found before it is given to all, as a canary and before anybody has it', () => {
  const copy = copyDeploy()
  try {
    for (const [version, day] of [['9.1.0', '2100-01-01T00:00:00Z'], ['9.2.0', '2100-01-02T00:00:00Z']] as const) {
      copy.addTwin('mf-displays', version)
      copy.rewrite('mf-displays', version, `if (CSS.supports('display: grid')) throw new Error('only here');`, day)
    }
    copy.remotes('promote', 'mf-displays', '9.1.0', '--percent', '5')
    let printed = ''
    try {
      copy.remotes('check', 'mf-displays')
    } catch (error) {
      printed = (error as { stdout: string }).stdout
    }
    const verdicts = printed.split('\n').filter((line) => /^[✓✗]/.test(line)).map((line) => line.replace(/ {2}.*KB/, ''))
    expect(verdicts).toEqual([
      `✓ mf-displays ${copy.activeVersion('mf-displays')} (active), opened /displays`,
      '✗ mf-displays 9.1.0 (canary for 5 %), opened /displays',
      '✗ mf-displays 9.2.0 (given to nobody yet), opened /displays',
    ])
    expect(printed.match(/uncaught only here|REMOTE_\w+/g)).toContain('uncaught only here')
  } finally {
    copy.remove()
  }
})
