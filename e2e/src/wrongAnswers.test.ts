import type { BrowserContext, Page } from 'playwright-core'
import { startFaultyProxy, type FaultyProxy, type Manner } from './faultyProxy'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { useProduct } from './useProduct'

/*
 * Screens whose files were answered wrongly for a while, by a proxy, a portal or a dying network, and then rightly. Nobody
 * is there who would reload them: each comes back by itself.
 */

const stage = useProduct('wrong-answers')
let boards: OneOfEach
const proxies: FaultyProxy[] = []

beforeAll(async () => {
  boards = await makeOneOfEach(stage.owner)
})

afterAll(() => {
  for (const proxy of proxies) proxy.stop()
})

interface Screen {
  page: Page
  proxy: FaultyProxy
  context: BrowserContext
}

/** A screen of its own behind a proxy of its own: nothing that one keeps is another's. */
async function hang(options: { serviceWorkers?: 'allow' } = {}): Promise<Screen> {
  const proxy = await startFaultyProxy(stage.product.url)
  proxies.push(proxy)
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 720 }, ...options })
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  // The waits of a screen are long; its timers can be moved on.
  await page.clock.install()
  return { proxy, context, page }
}

const address = ({ proxy }: Screen) => `${proxy.url}/viewer/scoreboards/${boards.scoreboard}`
const open = (screen: Screen) => screen.page.goto(address(screen), { waitUntil: 'commit' })
const shown = ({ page }: Screen, timeout?: number) => page.getByRole('heading', { level: 1, name: 'Lobby wall' }).waitFor({ timeout })
const card = ({ page }: Screen) => page.getByText('This display cannot be shown.')

/** The styles of a remote are there, and none of them is empty. */
const isStyled = ({ page }: Screen, remote = 'mf-scoreboards') =>
  page.evaluate((name) => {
    const sheets = [...document.styleSheets].filter(({ href }) => href?.includes(`/r/${name}/`))
    return sheets.length > 0 && sheets.every(({ cssRules }) => cssRules.length > 0)
  }, remote)

/** A page may just be on its way out. */
async function until(condition: () => Promise<boolean>) {
  const deadline = Date.now() + 60_000
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('It did not come about')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const displayChunk = /\/r\/mf-scoreboards\/[^/]+\/(?!remoteEntry|__federation)[^/]+\.js/
const displayStyle = /\/r\/mf-scoreboards\/[^/]+\/[^/]+\.css/
const displayEntry = /\/r\/mf-scoreboards\/[^/]+\/remoteEntry/
const pageScript = /\/r\/mf-viewer\/[^/]+\/page\.[^/]+\.js/
const pageStyle = /\/r\/mf-viewer\/[^/]+\/page\.[^/]+\.css/

test('KIO-08 a screen whose display came wrong says so, shows no board without its styles, and is back with the next try', async () => {
  const cases: [what: string, files: RegExp, wrongs: Manner[]][] = [
    ['a chunk', displayChunk, ['html', 'half', 'throws', 'hang']],
    ['the entry', displayEntry, ['half']],
    ['the styles', displayStyle, ['hang', 'html', 'half']],
  ]
  const meet = async (what: string, files: RegExp, manner: Manner) => {
    const screen = await hang()
    const mend = screen.proxy.breakFiles(files, manner)
    await open(screen)
    await card(screen).waitFor()
    expect([what, manner, await screen.page.getByRole('heading', { level: 1 }).count()]).toEqual([what, manner, 0])
    mend()
    await screen.page.clock.fastForward(30_000)
    await card(screen).waitFor({ state: 'detached', timeout: 30_000 })
    await shown(screen)
    expect([what, manner, await isStyled(screen)]).toEqual([what, manner, true])
    await screen.context.close()
  }
  await Promise.all(cases.flatMap(([what, files, wrongs]) => wrongs.map((manner) => meet(what, files, manner))))
})

test('KIO-07 a screen whose own page came wrong says so and starts again by itself', async () => {
  const cases: [RegExp, Manner][] = [[pageScript, 'reset'], [pageScript, 'half'], [pageScript, 'hang'], [pageStyle, 'html']]
  await Promise.all(
    cases.map(async ([files, manner]) => {
      const screen = await hang()
      const mend = screen.proxy.breakFiles(files, manner)
      await open(screen)
      const words = screen.page.getByText('This page did not load completely. It tries again by itself.')
      if (manner === 'hang') await screen.page.clock.fastForward(30_000)
      // Without its styles it may have begun before that is known, and says nothing.
      await (files === pageStyle ? words.or(screen.page.getByRole('heading', { level: 1 })).first() : words).waitFor()
      mend()
      // What it asked last may have been on its way: the pause after that begins later.
      await until(async () => {
        await screen.page.clock.fastForward(30_000)
        await shown(screen, 2_000)
        return isStyled(screen, 'mf-viewer')
      })
      await screen.context.close()
    }),
  )
})

test('SHP-10 where the worker is, a font of which one byte is another is not used', async () => {
  const load = async (options: Parameters<typeof hang>[0]) => {
    const screen = await hang(options)
    await screen.page.goto(`${screen.proxy.url}/viewer/tv`)
    if (options?.serviceWorkers) await screen.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const answer = await fetch(`${screen.proxy.url}/registry.json`)
    const { remotes } = (await answer.json()) as { remotes: Record<string, { active: string }> }
    const folder = `/r/mf-viewer/${remotes['mf-viewer']!.active}/`
    const files = Object.keys((await (await fetch(`${screen.proxy.url}${folder}files.json`)).json()) as object)
    const font = folder + files.find((file) => /^noto-sans-arabic-arabic.*woff2$/.test(file))!
    const use = () => screen.page.evaluate((url) => new FontFace('Tried', `url(${url})`).load().then(() => 'used', () => 'refused'), font)
    const mend = screen.proxy.breakFiles(/\.woff2/, 'byte')
    const changed = await use()
    mend()
    const genuine = await use()
    await screen.context.close()
    return [changed, genuine]
  }
  expect(await load({})).toEqual(['used', 'used'])
  expect(await load({ serviceWorkers: 'allow' })).toEqual(['refused', 'used'])
})

/** What the worker keeps of the display's chunk. */
const keptChunks = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('multiball-files-1')
    const kept = (await cache.keys()).filter(({ url }) => /\/r\/mf-scoreboards\/[^/]+\/(?!remoteEntry|__federation)[^/]+\.js/.test(url))
    return Promise.all(kept.map(async (request) => (await (await cache.match(request))!.text()).slice(0, 20)))
  })

test('KIO-06 a worker keeps no wrong file, and throws one away that is kept', async () => {
  const wrong = await hang({ serviceWorkers: 'allow' })
  // The worker comes with the TV's page, which needs no display.
  await wrong.page.goto(`${wrong.proxy.url}/viewer/tv`)
  await wrong.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const mend = wrong.proxy.breakFiles(displayChunk, 'html')
  await open(wrong)
  await card(wrong).waitFor()
  mend()
  await wrong.page.clock.fastForward(30_000)
  await shown(wrong)
  await wrong.page.waitForFunction(async () => (await (await caches.open('multiball-files-1')).keys()).some(({ url }) => /\/r\/mf-scoreboards\/[^/]+\/(?!remoteEntry|__federation)[^/]+\.js/.test(url)))
  expect((await keptChunks(wrong.page)).filter((text) => text.startsWith('<!doctype'))).toEqual([])

  // As an earlier version left it.
  await wrong.page.evaluate(async () => {
    const cache = await caches.open('multiball-files-1')
    for (const request of await cache.keys()) {
      if (/\/r\/mf-scoreboards\//.test(request.url)) await cache.put(request, new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }))
    }
  })
  await wrong.page.reload()
  await shown(wrong)
  expect(await wrong.page.getByText('This display cannot be shown.').count()).toBe(0)
  await wrong.context.close()
})

/** Uploads a picture of one pixel; answers its address. */
async function upload(): Promise<string> {
  const form = new FormData()
  const bytes = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  form.set('image', new Blob([bytes], { type: 'image/png' }), 'dot.png')
  const answer = await fetch(`${stage.product.url}/api/slideshow_image/`, { method: 'POST', headers: { authorization: `Token ${stage.owner.token}` }, body: form })
  return ((await answer.json()) as { image: string }).image
}

test('KIO-14 where the worker is, a page and a picture of somebody else that come with 200 are neither shown nor kept', async () => {
  const screen = await hang({ serviceWorkers: 'allow' })
  await open(screen)
  await shown(screen)
  const isKept = () => screen.page.evaluate(async () => (await (await caches.open('multiball-pages-2')).keys()).some(({ url }) => url.includes('/viewer/scoreboards/')))
  await until(isKept)
  for (const manner of ['html', 'empty', 'half', 'reset'] as const) {
    const mend = screen.proxy.breakFiles(/\/viewer\/scoreboards\//, manner)
    await screen.page.reload()
    await shown(screen)
    mend()
  }
  const picture = await upload()
  const load = () => screen.page.evaluate((url) => fetch(url).then(({ headers }) => headers.get('content-type'), () => 'refused'), picture)
  const mend = screen.proxy.breakFiles(/\/media\//, 'html')
  expect(await load()).toBe('refused')
  mend()
  expect(await load()).toMatch(/^image\//)
  screen.proxy.breakFiles(/\/media\//, 'reset')
  expect(await load()).toMatch(/^image\//)
  await screen.context.close()
})
