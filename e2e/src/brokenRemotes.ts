import type { Locator, Page } from 'playwright-core'
import { addVenueMachine, type Owner } from './account'
import { drawn, faults, type Fault } from './faults'
import { publishedSections } from './sections'
import type { Rig } from './useProduct'

/* Remotes that are broken in one way or another, in the dashboard and on a wall. */

/** A page that passed through the test's hands counts as one of the internet, and Chromium asks before it may call this machine. */
const permissions = ['local-network-access']

/** A page of a window in which the owner is logged in. */
export async function dashboardOf({ browser, product, owner }: Rig & { owner: Owner }): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions })
  await context.addCookies([{ name: 'token', value: owner.token, url: product.url }])
  // What is not there by then will not come; the failure should name it before the test's own time is up.
  context.setDefaultTimeout(25_000)
  return context.newPage()
}

/** Collects what the page reports of remotes that failed. */
export async function reportsOf(page: Page): Promise<Record<string, string>[]> {
  const reports: Record<string, string>[] = []
  await page.route('**/api/client-errors/', (route) => {
    reports.push(route.request().postDataJSON() as Record<string, string>)
    return route.fulfill({ status: 204 })
  })
  return reports
}

/** The errors of a page that its scripts did not catch. */
function uncaughtIn(page: Page): string[] {
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(`${error.name}: ${error.message}`))
  return uncaught
}

const keepDocument = (page: Page) => page.evaluate(() => void Reflect.set(globalThis, 'isSameDocument', true))
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in globalThis)

export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
export const title = (page: Page, words: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(words, 'i') })

const isTimeout = ({ code }: Fault) => code === 'REMOTE_ENTRY_TIMEOUT'

/** Waits for what a page says of a fault; the time in which it waits for a server that does not answer is passed over. */
async function waitOut(fault: Fault, said: Locator): Promise<void> {
  const isLate = async () => isTimeout(fault) && !(await said.isVisible())
  for (const deadline = Date.now() + 25_000; (await isLate()) && Date.now() < deadline;) {
    await said.page().clock.fastForward(8_000)
    await said.waitFor({ timeout: 500 }).catch(() => {})
  }
  await said.waitFor()
}

/** Faults by their kind, with the codes that they have in the dashboard. */
export const inDashboard: Fault[] = [...faults, ...drawn.map((fault) => ({ ...fault, code: `REMOTE_${fault.code}` }))]

/**
 * Opens the dashboard with one remote broken in each of these ways, as many as it has sections but one: each says so in its own
 * place, is there after Retry once it is mended, and neither the shell nor the section that is left minds.
 * @param turn the place of the first broken section in the navigation
 * @returns the errors that were not caught, and what the page reported
 */
export async function breakSections(rig: Rig & { owner: Owner }, ways: readonly Fault[], turn = 1) {
  const sections = await publishedSections(rig.product.url)
  const at = (place: number) => sections[(turn + place) % sections.length]!
  const broken = ways.map((fault, place) => ({ fault, section: at(place) }))
  const whole = at(ways.length)
  const page = await dashboardOf(rig)
  if (ways.some(isTimeout)) await page.clock.install()
  const [uncaught, reports] = [uncaughtIn(page), await reportsOf(page)]
  const mends = new Map<Fault, Awaited<ReturnType<Fault['bring']>>>()
  for (const { fault, section } of broken) mends.set(fault, await fault.bring(page, section.remote))
  await page.goto(rig.product.url + broken[0]!.section.path, { waitUntil: 'commit' })
  // Also while the remote is still waited for.
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('heading', { name: 'Newest Public Scoreboards' }).waitFor()
  // The clock that is put forward for a remote that does not answer would time out one that is still loaded, too.
  if (broken.every(({ section }) => section.remote !== 'mf-venues'))
    await page.getByRole('heading', { name: 'From nothing to a board on a TV' }).waitFor()
  await keepDocument(page)
  for (const { fault, section } of broken) {
    await link(page, section.label).click()
    const panel = page.getByRole('main').filter({ hasText: /This section did not load|Something has gone wrong/ })
    await waitOut(fault, panel)
    expect([fault.kind, await panel.textContent()]).toEqual([
      fault.kind,
      expect.stringMatching(new RegExp(`${section.remote}.*1\\.0\\.0-.*${fault.code}`)),
    ])
    const mend = mends.get(fault)
    await mend?.()
    await page.getByRole('button', { name: 'Retry' }).click()
    await (mend ? title(page, `${section.label}|Mended`) : panel).waitFor()
    await link(page, whole.label).click()
    await title(page, whole.label).waitFor()
  }
  expect(await isSameDocument(page)).toBe(true)
  expect(await page.evaluate(() => 'forged' in globalThis)).toBe(false)
  return { uncaught, reports, remotes: broken.map(({ section }) => section.remote) }
}

/** A public wall of a scoreboard and a leaderboard: its id. */
export async function makeWall(owner: Owner): Promise<number> {
  const machine = await addVenueMachine(owner, 'The Lane', 'Medieval')
  const make = async (type: string, body: object) =>
    (await owner.call<{ id: number }>('POST', `/api/${type}/`, { is_public: true, ...body })).id
  const scoreboard = await make('scoreboard', { title: 'Lobby', venuemachine_items: [{ venuemachine: machine }] })
  const leaderboard = await make('leaderboard', {
    title: 'House records',
    items: [{ id: machine, type: 'venuemachine', order: 0 }],
  })
  return make('comboboard', {
    title: 'Wall',
    items: [
      { item_type: 'scoreboard', item_id: scoreboard, order: 0 },
      { item_type: 'leaderboard', item_id: leaderboard, order: 1 },
    ],
  })
}

/** Opens a wall on which scoreboards are broken in this way: their tile says so, is live once it is mended, and the leaderboard beside it does not mind. */
export async function breakTile({ browser, product }: Rig, comboboard: number, fault: Fault): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, permissions })
  context.setDefaultTimeout(25_000)
  const page = await context.newPage()
  if (isTimeout(fault)) await page.clock.install()
  const uncaught = uncaughtIn(page)
  const mend = await fault.bring(page, 'mf-scoreboards')
  await page.goto(`${product.url}/viewer/comboboards/${comboboard}`, { waitUntil: 'commit' })
  const tile = page.getByRole('alert').filter({ hasText: 'This display cannot be shown.' })
  await page.getByText('All time').first().waitFor()
  await waitOut(fault, tile)
  expect(await tile.textContent()).toMatch(
    new RegExp(`mf-scoreboards 1\\.0\\.0-.*${fault.code === 'THREW' ? 'DISPLAY_THREW' : fault.code}`),
  )
  await keepDocument(page)
  if (mend) {
    await mend()
    await tile.getByRole('button', { name: 'Retry' }).click()
    await tile.waitFor({ state: 'detached' })
    expect(await isSameDocument(page)).toBe(true)
  }
  expect(uncaught).toEqual([])
}
