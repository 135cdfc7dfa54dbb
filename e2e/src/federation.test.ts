import { breakSections, breakTile, dashboardOf, inDashboard, link, makeWall, reportsOf, title } from './brokenRemotes'
import { complaintsOf } from './browser'
import { changeOneByte, type Fault } from './faults'
import { useProduct } from './useProduct'

/* Remotes in the real pages: a page has each thing once, and a remote that is broken costs its own place. */

const rig = useProduct('federation-owner')
let wall: number

beforeAll(async () => {
  wall = await makeWall(rig.owner)
})

interface FederationInstance {
  name: string
  /** scope → name → version → share */
  shareScopeMap: Record<string, Record<string, Record<string, { loaded?: boolean; useIn: string[] }>>>
}

const rooms = ['client', 'live', 'session', 'remotes', 'boards', 'routing', 'display', 'queries', 'forms', 'ui'].map(
  (room) => `@multiball/shared/${room}`,
)

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
  const page = await dashboardOf(rig)
  const complaints = complaintsOf(page)
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) void response.text().then((text) => scripts.push(text))
  })
  await page.goto(`${rig.product.url}/scoreboards`)
  await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
  await page
    .getByRole('link', { name: /Add Scoreboard/ })
    .first()
    .click()
  await page.getByLabel('Title', { exact: true }).waitFor()
  await page.getByText('Powered by').first().waitFor({ state: 'attached' })

  const shares = await page.evaluate(() => {
    const { __INSTANCES__: instances } = (
      globalThis as unknown as { __FEDERATION__: { __INSTANCES__: FederationInstance[] } }
    ).__FEDERATION__
    return instances.map(({ name, shareScopeMap }) => ({
      name,
      shares: Object.entries(shareScopeMap.default!).map(([share, versions]) => ({
        share,
        versions: Object.keys(versions).length,
        users: Object.values(versions).flatMap(({ useIn }) => useIn),
      })),
    }))
  })
  const [shell] = shares
  expect(shares.map(({ name }) => name)).toEqual(['shell', 'mf_scoreboards'])
  expect(shell!.shares.map(({ share }) => share)).toEqual(
    expect.arrayContaining(['react', 'react-dom', 'jotai', ...rooms]),
  )
  expect(shell!.shares.filter(({ versions }) => versions !== 1)).toEqual([])
  // The shell's own modules import each other as in any bundle: that they have the same copy is what the marks show.
  for (const share of ['react', 'jotai', '@multiball/shared/client', '@multiball/shared/boards']) {
    expect({ share, users: shell!.shares.find((one) => one.share === share)!.users }).toEqual({
      share,
      users: ['mf_scoreboards'],
    })
  }

  const copies = Object.entries(marks).map(([what, mark]) => [
    what,
    scripts.filter((text) => text.includes(mark)).length,
  ])
  expect(Object.fromEntries(copies)).toEqual(Object.fromEntries(Object.keys(marks).map((what) => [what, 1])))
  expect(complaints).toEqual([])
})

const ofKind = (kind: string): Fault => inDashboard.find((fault) => fault.kind === kind)!

// One of each code. brokenRemotes.large.test.ts has all kinds.
const kinds = [
  'a server that never answers',
  'connection refused',
  'another file than the published one',
  'a foreign origin',
  'a range that the page does not meet',
  'a late style of which one byte is another',
  'a throw when its module starts',
  'a throw while it is drawn',
]

test('ACC-06 SHP-03 SHP-10 remotes that are broken each in their way leave the rest of the dashboard usable, are named and reported, and Retry brings them', async () => {
  const ways = kinds.map(ofKind)
  const { uncaught, reports, remotes } = await breakSections(rig, ways)
  expect(uncaught).toEqual([])
  expect(Object.fromEntries(reports.map(({ remote, code }) => [remote, code]))).toEqual(
    Object.fromEntries(remotes.map((remote, at) => [remote, ways[at]!.code])),
  )
  expect(reports.find(({ code }) => code === 'REMOTE_ENTRY_FAILED')).toEqual({
    visit: expect.stringMatching(/^[\w-]+\.\w+\.[\w-]+$/),
    remote: remotes[1],
    version: expect.stringMatching(/^1\.0\.0-/),
    code: 'REMOTE_ENTRY_FAILED',
    message: expect.stringContaining('REMOTE_ENTRY_FAILED'),
    frames: expect.stringMatching(/^shell\/\S+\.js:\d+:\d+/),
  })
})

test('ACC-06 a broken display costs a wall its own tile', () =>
  breakTile(rig, wall, ofKind('another file than the published one')))

test('SHP-10 where the file of menus, or that of a dialog, does not come as it was published, its own place says so and the page goes on', async () => {
  const page = await dashboardOf(rig)
  const reports = await reportsOf(page)
  const userMenu = page.getByRole('button', { name: /^User menu/ })
  await page.route(/\/page-controls\./, (route) => route.abort())
  await page.goto(rig.product.url)
  await title(page, 'Home').waitFor()
  await userMenu.click()
  await page.getByRole('banner').getByRole('alert').filter({ hasText: 'Something has gone wrong!' }).waitFor()
  await title(page, 'Home').waitFor()
  await page.unroute(/\/page-controls\./)

  await link(page, 'Scoreboards').click()
  await title(page, 'Scoreboards').waitFor()
  await userMenu.click()
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForLoadState('networkidle')
  const more = page.getByRole('button', { name: /^More/ })
  await more.first().click()
  await page.getByRole('menuitem', { name: 'Show on a TV' }).waitFor()
  await page.route(/\/r\/.*\.js/, changeOneByte)
  await page.getByRole('menuitem', { name: 'Show on a TV' }).click()
  const failure = page.getByRole('main').getByRole('alert').filter({ hasText: 'This did not load. Please try again.' })
  await failure.waitFor()
  expect(await failure.textContent()).toMatch(/\(\S+\.js\)/)
  // Nothing of it is there by half.
  expect([await more.count(), await page.getByRole('dialog').count()]).toEqual([1, 0])
  expect(reports.map(({ code }) => code)).toContain('REMOTE_CHUNK_FAILED')
  await link(page, 'Leaderboards').click()
  await title(page, 'Leaderboards').waitFor()
})

test('what a tab overrides is shown and reset, and where it is not allowed nothing changes', async () => {
  const page = await dashboardOf(rig)
  const query = '/leaderboards?mf-disable=mf-scoreboards'
  await page.goto(`${rig.product.url}${query}&mf-dev=mf-scoreboards:3001@evil.example`)
  const badge = page.getByRole('complementary', { name: 'Overrides of this tab' })
  await badge.getByText('mf-scoreboards off').waitFor()
  await badge.getByText('a port of this machine').waitFor()
  await title(page, 'Leaderboards').waitFor()
  expect(await link(page, 'Scoreboards').count()).toBe(0)
  await badge.getByRole('button', { name: 'Reset' }).click()
  await link(page, 'Scoreboards').waitFor()
  expect(await badge.count()).toBe(0)

  await page.route(
    ({ pathname }) => pathname === '/leaderboards',
    async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('"overrides":true', '"overrides":false'),
      })
    },
  )
  await page.goto(rig.product.url + query)
  await link(page, 'Scoreboards').waitFor()
  expect(await badge.count()).toBe(0)
})
