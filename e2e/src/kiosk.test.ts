import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { addVenueMachine, postState, registerOwner, type Owner } from './account'
import { copyDeploy } from './deployCopy'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { useProduct } from './useProduct'

/* Screens that nobody looks after: loaded again without their server, at night, and in front of a player with a phone. */

const deploy = copyDeploy()
const stage = useProduct('kiosk-owner', { environment: () => ({ DEPLOY_DIR: deploy.folder }) })
let player: Owner
let boards: OneOfEach
let club: { id: number; viewer_key: string }
let machine: number
let deviceKey: string
let wall: BrowserContext

beforeAll(async () => {
  player = await registerOwner(stage.product.url, 'kiosk-player')
  boards = await makeOneOfEach(stage.owner)
  machine = await addVenueMachine(stage.owner, 'Club room', 'Funhouse')
  deviceKey = (await stage.owner.call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)).key
  club = await stage.owner.call('POST', '/api/scoreboard/', { title: 'Club night', is_public: false, venuemachine_items: [{ venuemachine: machine }] })
  wall = await stage.browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'allow' })
  wall.setDefaultTimeout(40_000)
})

afterEach(() => wall.setOffline(false))
afterAll(() => deploy.remove())

const session = crypto.randomUUID()
let sequence = 0

const play = (fields: object) => postState(stage.product.url, deviceKey, { session_uuid: session, session_sequence: (sequence += 1), ...fields })

const clubPath = (key = club.viewer_key) => `/viewer/scoreboards/${club.id}?key=${key}`

/** waitForFunction does not wait for what a promise says. */
async function until(condition: () => Promise<boolean>, what: string, patienceMs = 40_000) {
  const deadline = Date.now() + patienceMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Everything of the page is kept: the worker has it, and the boards' last scores lie beside it. */
const isKept = (page: Page, boardsWith: string) => until(() => keeps(page, boardsWith), `A copy of ${boardsWith}`)

const keeps = (page: Page, boardsWith: string) =>
  page.evaluate(async (text) => {
    const names = await caches.keys()
    const read = async (part: string) => {
      const cache = await caches.open(names.find((name) => name.includes(part)) ?? 'none')
      return Promise.all((await cache.keys()).map(async (request) => `${request.url} ${part === 'boards' ? await (await cache.match(request))!.text() : ''}`))
    }
    const [pages, files, kept] = await Promise.all([read('pages'), read('files'), read('boards')])
    // All that the page has loaded is among them.
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ pathname }) => pathname.startsWith('/r/'))
    return pages.some((page) => page.includes(location.pathname)) && loaded.every(({ href }) => files.some((file) => file.startsWith(href))) && kept.some((board) => board.includes(text))
  }, boardsWith)

const isBoardKept = (page: Page, part: string) =>
  page.evaluate(async (text) => (await (await caches.open((await caches.keys()).find((name) => name.includes('boards')) ?? 'none')).keys()).some(({ url }) => url.includes(text)), part)

const asOf = (page: Page) => page.getByText(/^As of \d\d:\d\d$/).waitFor()
const shown = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()
const score = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

describe('without its server', () => {
  const pages: Record<string, Page> = {}

  test('LIV-02 KIO-01 a killed server, and a reload: every kind of viewer shows what it showed, and says as of when', async () => {
    await play({ current_p1_score: 4_711, current_p2_score: 12 })
    const paths = {
      club: [clubPath(), 'Club night', '4711'],
      comboboard: [`/viewer/comboboards/${boards.comboboard}`, 'Back wall', 'Back wall'],
      slideshow: [`/viewer/slideshows/${boards.slideshow}`, 'Round and round', 'Round and round'],
    } as const
    for (const [name, [address, title]] of Object.entries(paths)) {
      pages[name] = await wall.newPage()
      await pages[name].goto(stage.product.url + address)
      await shown(pages[name], title)
    }
    await score(pages.club!, '4,711')
    for (const [name, [, , text]] of Object.entries(paths)) await isKept(pages[name]!, text)
    await stage.product.kill()
    for (const [name, [, title]] of Object.entries(paths)) {
      await pages[name]!.reload()
      await shown(pages[name]!, title)
      await asOf(pages[name]!)
    }
    await score(pages.club!, '4,711')
  })

  test('KIO-02 nor is a board shown to who does not bring its key', async () => {
    const stranger = await wall.newPage()
    await stranger.goto(stage.product.url + clubPath('wrong'))
    await stranger.getByText('Waiting for data...').waitFor()
    expect(await stranger.getByText('4,711').count()).toBe(0)
    await stranger.goto(`${stage.product.url}/viewer/scoreboards/${club.id}`)
    await stranger.getByText('Waiting for data...').waitFor()
    expect(await stranger.getByText('4,711').count()).toBe(0)
    await stranger.close()
  })

  test('KIO-01 when the server is back a new score arrives by itself', async () => {
    await stage.product.start()
    await play({ current_p1_score: 5_822, current_p2_score: 12 })
    await score(pages.club!, '5,822')
    await Promise.all(['comboboard', 'slideshow'].map((name) => pages[name]!.close()))
  })

  test('KIO-01 a server that takes the call and says nothing is waited for a little, then the last scores stand', async () => {
    await isKept(pages.club!, '5822')
    process.kill(stage.product.pid(), 'SIGSTOP')
    try {
      await pages.club!.reload()
      await shown(pages.club!, 'Club night')
      await score(pages.club!, '5,822')
      await asOf(pages.club!)
    } finally {
      process.kill(stage.product.pid(), 'SIGCONT')
    }
    await pages.club!.getByText(/^As of/).waitFor({ state: 'detached' })
  })

  test('KIO-02 a key that was renewed takes the board off the wall, and out of what is kept', async () => {
    const old = club.viewer_key
    club.viewer_key = (await stage.owner.call<{ key: string }>('POST', `/api/scoreboard/${club.id}/viewer_key/`)).key
    await pages.club!.getByText('Item not found.').waitFor()
    expect(await isBoardKept(pages.club!, `/scoreboard/${club.id}?key=${old}`)).toBe(false)
    await wall.setOffline(true)
    await pages.club!.reload()
    await pages.club!.getByText('Waiting for data...').waitFor()
    expect(await pages.club!.getByText('5,822').count()).toBe(0)
    await wall.setOffline(false)
    await pages.club!.close()
  })

  test('KIO-01 a TV that is opened by its short address shows its board', async () => {
    const tv = await wall.newPage()
    await tv.goto(`${stage.product.url}/tv`)
    const panel = tv.locator('[aria-hidden="false"] [data-code]')
    await panel.waitFor()
    await stage.owner.call('POST', '/api/tv/', { code: await panel.getAttribute('data-code'), name: 'Bar left', board: { type: 'scoreboard', id: club.id } })
    await shown(tv, 'Club night')
    await score(tv, '5,822')
    await isKept(tv, '5822')
    await wall.setOffline(true)
    await tv.goto(`${stage.product.url}/tv?dim=00:00-23:59`)
    await shown(tv, 'Club night')
    await score(tv, '5,822')
    await asOf(tv)
    expect(await tv.locator('[data-light]').getAttribute('data-light')).toMatch(/^(35|100)$/)
    await wall.setOffline(false)
    await tv.close()
  })
})

describe('in front of a player', () => {
  test('KIO-03 the code on the wall leads a phone to its slot, and the name is on the wall at once', async () => {
    const page = await wall.newPage()
    await page.goto(`${stage.product.url}${clubPath()}&claim=1&debug=1`)
    await page.locator('[data-claim] svg').waitFor()
    // A TV that hangs upright has it too; a phone, which follows the link, has not.
    await page.setViewportSize({ width: 1080, height: 1920 })
    await page.locator('[data-shape="tall"] [data-claim] svg').waitFor()
    const hand = await stage.browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const held = await hand.newPage()
    await held.goto(`${stage.product.url}${clubPath()}&claim=1`)
    await held.locator('[data-claim]').waitFor()
    expect(await held.locator('[data-claim] svg').isVisible()).toBe(false)
    await hand.close()
    await page.setViewportSize({ width: 1280, height: 720 })
    // The two free slots take turns: this is one of them.
    const link = await page.getByRole('link', { name: /Claim it/ }).getAttribute('href')
    const slot = Number(new URL(link!).pathname.split('/').at(-1))
    const { code } = await stage.owner.call<{ code: string }>('GET', `/api/venuemachine/${machine}/claim_code/`)
    expect(link).toBe(`${stage.product.url}/claim/${machine}/${slot}?code=${code}`)
    expect([1, 2]).toContain(slot)
    const phone = await stage.browser.newContext({ viewport: { width: 390, height: 844 } })
    const claim = await phone.newPage()
    await claim.goto(link!)
    await claim.getByRole('button', { name: 'Log in' }).click()
    await claim.getByLabel('Username').fill(player.username)
    await claim.getByLabel('Password', { exact: true }).fill(player.password)
    await claim.getByRole('button', { name: /^log in$/i }).click()
    await claim.getByRole('button', { name: 'That’s me' }).click()
    await page.getByText('Maria Okonkwo', { exact: true }).waitFor()
    expect(await page.getByText(`Player ${slot}`, { exact: true }).count()).toBe(0)
    // Only the other one can still be claimed.
    await page.locator(`[data-claim="${3 - slot}"]`).waitFor()
    await phone.close()
    await page.close()
  })

  test('KIO-03 KIO-04 debug=1 says what runs; a registry that changed is there with the next load', async () => {
    const page = await wall.newPage()
    await page.goto(`${stage.product.url}/viewer/scoreboards/${boards.scoreboard}?debug=1&safe=0&dim=00:00-23:59,40`)
    const panel = page.getByRole('list', { name: 'Debug' })
    await panel.getByText(/^\d+ fps$/).waitFor()
    await panel.getByText(new RegExp(`^scoreboard ${boards.scoreboard}: live, heard \\d+ s ago`)).waitFor()
    await panel.getByText(`mf-scoreboards ${deploy.activeVersion('mf-scoreboards')}`).waitFor()
    const rev = async () => Number((await panel.getByText(/^registry \d+$/).textContent())!.split(' ')[1])
    const before = await rev()
    // No safe area: the board begins at the very edge, and does not drift out of it.
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('main')!).getPropertyValue('--mb-safe-area'))).toBe('0')
    deploy.addTwin('mf-scoreboards', '9.9.9')
    await page.reload()
    await panel.getByText(`registry ${before + 1}`).waitFor()
    await page.close()
  })

  test('KIO-11 over footage a board that is not there is told in words, and the rest of the picture stays free', async () => {
    const page = await wall.newPage()
    await page.goto(`${stage.product.url}/viewer/scoreboards/999999?transparent=1`)
    await page.getByText('Item not found.').waitFor()
    const grounds = await page.evaluate(() => document.elementsFromPoint(20, 20).map((element) => getComputedStyle(element).backgroundColor))
    expect(new Set(grounds)).toEqual(new Set(['rgba(0, 0, 0, 0)']))
    await page.close()
  })

  test('KIO-05 a worker that is taken back removes itself and all that it kept', async () => {
    // A browser of its own: where a worker has waited for a server that says nothing, Chromium takes five minutes to replace it.
    const fresh = await stage.browser.newContext({ serviceWorkers: 'allow' })
    const page = await fresh.newPage()
    await page.goto(`${stage.product.url}/viewer/scoreboards/${boards.scoreboard}`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const file = path.join(deploy.folder, 'registry.json')
    // As a version of the viewer that has none.
    const registry = JSON.parse(readFileSync(file, 'utf8')) as { remotes: Record<string, { active: string; versions: Record<string, { page?: { worker?: string } }> }> }
    const { active, versions } = registry.remotes['mf-viewer']!
    delete versions[active]!.page!.worker
    writeFileSync(file, JSON.stringify(registry))
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/viewer/'))?.update())
    const isGone = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).every(({ scope }) => !scope.endsWith('/viewer/')) && !(await caches.keys()).some((name) => /multiball-(pages|files)/.test(name)))
    await until(isGone, 'The end of the worker', 330_000)
    await fresh.close()
  }, 400_000)
})
