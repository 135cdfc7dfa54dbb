import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { addKeyedMachines, postState, type KeyedMachine } from './account'
import { copyDeploy } from './deployCopy'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { useProduct } from './useProduct'

/* Screens on a wall, which have no visitor to help them: their server dies, falls silent and comes back, and they are loaded again without it. */

const deploy = copyDeploy()
const rig = useProduct('kiosk-owner', { environment: () => ({ DEPLOY_DIR: deploy.folder }) })
let boards: OneOfEach
let club: { id: number; viewer_key: string }
let machine: KeyedMachine
let wall: BrowserContext
const pages: Record<'club' | 'comboboard' | 'slideshow' | 'tv', Page> = Object.create(null)

const shown = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()
const score = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const asOf = (page: Page) => page.getByText(/^As of \d\d:\d\d$/).waitFor()
const clubPath = (key = club.viewer_key) => `/viewer/scoreboards/${club.id}?key=${key}`

async function open(at: string): Promise<Page> {
  const page = await wall.newPage()
  await page.goto(rig.product.url + at)
  return page
}

beforeAll(async () => {
  boards = await makeOneOfEach(rig.owner)
  machine = (await addKeyedMachines(rig.owner, 'Club room', ['Funhouse']))[0]!
  club = await rig.owner.call('POST', '/api/scoreboard/', {
    title: 'Club night',
    is_public: false,
    venuemachine_items: [{ venuemachine: machine.id }],
  })
  wall = await rig.browser.newContext({
    viewport: { width: 1280, height: 720 },
    serviceWorkers: 'allow',
    reducedMotion: 'reduce',
  })
  // The pauses between its questions are long; its timers can be moved on.
  await wall.clock.install()
  await play(4_711)
  pages.club = await open(clubPath())
  pages.comboboard = await open(`/viewer/comboboards/${boards.comboboard}`)
  pages.slideshow = await open(`/viewer/slideshows/${boards.slideshow}`)
  pages.tv = await open('/tv')
  const code = await pages.tv.locator('[aria-hidden="false"] [data-code]').getAttribute('data-code')
  await rig.owner.call('POST', '/api/tv/', { code, name: 'Bar left', board: { type: 'scoreboard', id: club.id } })
})

afterAll(() => deploy.remove())

const session = crypto.randomUUID()
let sequence = 0
const play = (points: number) =>
  postState(rig.product.url, machine.deviceKey, {
    session_uuid: session,
    session_sequence: (sequence += 1),
    current_p1_score: points,
    current_p2_score: 12,
  })

/** waitForFunction does not wait for what a promise says. */
async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Everything of the page is kept: the worker has it, and the boards' last scores lie beside it. */
const isKept = (page: Page, boardsWith: string) =>
  until(() =>
    page.evaluate(async (text) => {
      const names = await caches.keys()
      const read = async (part: string) => {
        const cache = await caches.open(names.find((name) => name.includes(part)) ?? 'none')
        return Promise.all(
          (await cache.keys()).map(
            async (request) => `${request.url} ${part === 'boards' ? await (await cache.match(request))!.text() : ''}`,
          ),
        )
      }
      const [pages, files, kept] = await Promise.all([read('pages'), read('files'), read('boards')])
      // All that the page has loaded is among them.
      const loaded = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter(({ pathname }) => pathname.startsWith('/r/'))
      return (
        pages.some((page) => page.includes(location.pathname)) &&
        loaded.every(({ href }) => files.some((file) => file.startsWith(href))) &&
        kept.some((board) => board.includes(text))
      )
    }, boardsWith),
  )

const isBoardKept = (page: Page, part: string) =>
  page.evaluate(
    async (text) =>
      (await (await caches.open((await caches.keys()).find((name) => name.includes('boards')) ?? 'none')).keys()).some(
        ({ url }) => url.includes(text),
      ),
    part,
  )

test('LIV-02 KIO-01 a killed server, and a reload: every kind of viewer and a TV show what they showed, and say as of when', async () => {
  const titles = {
    club: 'Club night',
    comboboard: 'Back wall',
    slideshow: 'Round and round',
    tv: 'Club night',
  } as const
  const texts = { club: '4711', comboboard: 'Back wall', slideshow: 'Round and round', tv: '4711' } as const
  for (const name of ['club', 'comboboard', 'slideshow', 'tv'] as const) {
    await shown(pages[name], titles[name])
    await isKept(pages[name], texts[name])
  }
  await rig.product.kill()
  await Promise.all([pages.club, pages.tv].map(asOf))
  for (const name of ['club', 'comboboard', 'slideshow'] as const) {
    await pages[name].reload()
    await shown(pages[name], titles[name])
    await asOf(pages[name])
  }
  await pages.tv.goto(`${rig.product.url}/tv?dim=00:00-23:59`)
  await shown(pages.tv, 'Club night')
  await asOf(pages.tv)
  expect(await pages.tv.locator('[data-light]').getAttribute('data-light')).toMatch(/^(35|100)$/)
  for (const page of [pages.club, pages.tv]) await score(page, '4,711')
})

test('KIO-02 without its server a board is shown only with its key', async () => {
  const stranger = await open(clubPath('wrong'))
  await stranger.getByText('Waiting for data...').waitFor()
  expect(await stranger.getByText('4,711').count()).toBe(0)
  await stranger.close()
})

test('KIO-01 when the server is back it knows each score that it took, and a new one arrives without a reload', async () => {
  await Promise.all([pages.comboboard.close(), pages.slideshow.close()])
  await rig.product.start()
  const { settled_on, scores } = await rig.owner.call<{ settled_on: string | null; scores: { score: number }[] }>(
    'GET',
    `/api/venuemachine/${machine.id}/current/`,
  )
  expect([settled_on, ...scores.map((one) => one.score)]).toEqual([null, 4_711, 12])
  await play(5_822)
  await wall.clock.fastForward(5_500)
  for (const page of [pages.club, pages.tv]) await score(page, '5,822')
  await pages.tv.close()
})

test('KIO-01 a server that takes the call and says nothing is waited for a little, then the last scores stand', async () => {
  await isKept(pages.club, '5822')
  process.kill(rig.product.pid(), 'SIGSTOP')
  try {
    await pages.club.reload()
    await shown(pages.club, 'Club night')
    await score(pages.club, '5,822')
    await wall.clock.fastForward(15_000)
    await asOf(pages.club)
  } finally {
    process.kill(rig.product.pid(), 'SIGCONT')
  }
  await wall.clock.fastForward(66_000)
  await pages.club.getByText(/^As of/).waitFor({ state: 'detached' })
})

test('KIO-02 a key that was renewed takes the board off the wall, and out of what is kept', async () => {
  const old = club.viewer_key
  await rig.owner.call('POST', `/api/scoreboard/${club.id}/viewer_key/`)
  await pages.club.getByText('Item not found.').waitFor()
  expect(await isBoardKept(pages.club, `/scoreboard/${club.id}?key=${old}`)).toBe(false)
  await wall.setOffline(true)
  await pages.club.reload()
  await pages.club.getByText('Waiting for data...').waitFor()
  expect(await pages.club.getByText('5,822').count()).toBe(0)
  await wall.close()
})

test('KIO-11 over footage a board that is not there is told in words, and the rest of the picture stays free', async () => {
  const page = await rig.browser.newPage()
  await page.goto(`${rig.product.url}/viewer/scoreboards/999999?transparent=1`)
  await page.getByText('Item not found.').waitFor()
  const grounds = await page.evaluate(() =>
    document.elementsFromPoint(20, 20).map((element) => getComputedStyle(element).backgroundColor),
  )
  expect(new Set(grounds)).toEqual(new Set(['rgba(0, 0, 0, 0)']))
})

test('KIO-05 a worker that is taken back removes itself and all that it kept', async () => {
  // A browser of its own: where a worker has waited for a server that says nothing, Chromium takes five minutes to replace it.
  const context = await rig.browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto(`${rig.product.url}/viewer/scoreboards/${boards.scoreboard}`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const file = path.join(deploy.folder, 'registry.json')
  // As a version of the viewer that has none.
  const registry = JSON.parse(readFileSync(file, 'utf8')) as {
    remotes: Record<string, { active: string; versions: Record<string, { page?: { worker?: string } }> }>
  }
  const { active, versions } = registry.remotes['mf-viewer']!
  delete versions[active]!.page!.worker
  writeFileSync(file, JSON.stringify(registry))
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/viewer/'))?.update())
  await until(() =>
    page.evaluate(
      async () =>
        (await navigator.serviceWorker.getRegistrations()).every(({ scope }) => !scope.endsWith('/viewer/')) &&
        !(await caches.keys()).some((name) => /multiball-(pages|files)/.test(name)),
    ),
  )
})
