import type { BrowserContext, Page } from 'playwright-core'
import { startFaultyProxy, type FaultyProxy, type Manner } from './faultyProxy'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { useProduct } from './useProduct'

/*
 * Screens whose files were answered wrongly for a while, by a proxy, a portal or a dying network, and then rightly. Each
 * comes back without a visitor who reloads it.
 */

const rig = useProduct('wrong-answers')
let boards: OneOfEach
const proxies: FaultyProxy[] = []

beforeAll(async () => {
  boards = await makeOneOfEach(rig.owner)
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
  const proxy = await startFaultyProxy(rig.product.url)
  proxies.push(proxy)
  const context = await rig.browser.newContext({
    viewport: { width: 1280, height: 720 },
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  // The waits of a screen are long; its timers can be moved on.
  await page.clock.install()
  return { proxy, context, page }
}

const address = ({ proxy }: Screen) => `${proxy.url}/viewer/scoreboards/${boards.scoreboard}`
const open = (screen: Screen) => screen.page.goto(address(screen), { waitUntil: 'commit' })
const shown = ({ page }: Screen, timeout?: number) =>
  page.getByRole('heading', { level: 1, name: 'Lobby wall' }).waitFor({ timeout })
const card = ({ page }: Screen) => page.getByText('This display cannot be shown.')

/** The styles of a remote are there, and none of them is empty. */
const isStyled = ({ page }: Screen, remote = 'mf-scoreboards') =>
  page.evaluate((name) => {
    const sheets = [...document.styleSheets].filter(({ href }) => href?.includes(`/r/${name}/`))
    return sheets.length > 0 && sheets.every(({ cssRules }) => cssRules.length > 0)
  }, remote)

/** A page may just be on its way out. */
async function until(condition: () => Promise<boolean>) {
  while (!(await condition().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50))
}

const displayChunk = /\/r\/mf-scoreboards\/[^/]+\/(?!remoteEntry|__federation)[^/]+\.js/
const displayStyle = /\/r\/mf-scoreboards\/[^/]+\/[^/]+\.css/
const displayEntry = /\/r\/mf-scoreboards\/[^/]+\/remoteEntry/
const pageScript = /\/r\/mf-viewer\/[^/]+\/page\.[^/]+\.js/
const pageStyle = /\/r\/mf-viewer\/[^/]+\/page\.[^/]+\.css/

test('KIO-08 a screen whose display came wrong says so, shows no board without its styles, and is back with the next try', async () => {
  const meet = async (files: RegExp, manner: Manner) => {
    const screen = await hang()
    const mend = screen.proxy.breakFiles(files, manner)
    await open(screen)
    // What hangs is known by the waits of a screen, which pass twenty times as fast.
    while (!(await card(screen).isVisible())) {
      await screen.page.clock.fastForward(1_000)
      await screen.page.waitForTimeout(50)
    }
    expect([manner, await screen.page.getByRole('heading', { level: 1 }).count()]).toEqual([manner, 0])
    mend()
    await screen.page.clock.fastForward(30_000)
    await card(screen).waitFor({ state: 'detached' })
    await shown(screen)
    expect([manner, await isStyled(screen)]).toEqual([manner, true])
  }
  // A page in a file's place, a file of which bytes are others, and one that never ends.
  await Promise.all([
    meet(displayEntry, 'html'),
    meet(displayChunk, 'throws'),
    meet(displayChunk, 'hang'),
    meet(displayStyle, 'half'),
    meet(displayStyle, 'hang'),
  ])
})

test('KIO-07 a screen whose own page came wrong says so and starts again', async () => {
  const meet = async (files: RegExp, manner: Manner) => {
    const screen = await hang()
    const mend = screen.proxy.breakFiles(files, manner)
    await open(screen)
    const words = screen.page.getByText('This page did not load completely. It tries again by itself.')
    // Without its styles it may have begun before that is known, and says nothing.
    await (files === pageStyle ? words.or(screen.page.getByRole('heading', { level: 1 })).first() : words).waitFor()
    mend()
    // What it asked last may have been on its way: the pause after that begins later.
    await until(async () => {
      await screen.page.clock.fastForward(30_000)
      await shown(screen, 2_000)
      return isStyled(screen, 'mf-viewer')
    })
  }
  await Promise.all([meet(pageScript, 'half'), meet(pageStyle, 'html')])
})

describe('where the worker is', () => {
  let screen: Screen
  beforeAll(async () => {
    screen = await hang({ serviceWorkers: 'allow' })
    // The worker comes with the TV's page, which needs no display.
    await screen.page.goto(`${screen.proxy.url}/viewer/tv`)
    await screen.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  })
  afterAll(() => screen?.context.close())

  /** How an address is answered within the page. */
  const answered = (url: string) =>
    screen.page.evaluate(
      (asked) =>
        fetch(asked).then(
          ({ headers }) => headers.get('content-type'),
          () => 'refused',
        ),
      url,
    )

  test('SHP-10 a font of which one byte is another is not used', async () => {
    const { remotes } = (await (await fetch(`${screen.proxy.url}/registry.json`)).json()) as {
      remotes: Record<string, { active: string }>
    }
    const folder = `/r/mf-viewer/${remotes['mf-viewer']!.active}/`
    const files = Object.keys((await (await fetch(`${screen.proxy.url}${folder}files.json`)).json()) as object)
    const font = folder + files.find((file) => /^noto-sans-arabic-arabic.*woff2$/.test(file))!
    const use = () =>
      screen.page.evaluate(
        (url) =>
          new FontFace('Tried', `url(${url})`).load().then(
            () => 'used',
            () => 'refused',
          ),
        font,
      )
    const mend = screen.proxy.breakFiles(/\.woff2/, 'byte')
    const changed = await use()
    mend()
    expect([changed, await use()]).toEqual(['refused', 'used'])
  })

  test('KIO-06 no wrong file is kept, and one that is kept is thrown away', async () => {
    const mend = screen.proxy.breakFiles(displayChunk, 'html')
    await open(screen)
    await card(screen).waitFor()
    mend()
    await screen.page.clock.fastForward(30_000)
    await shown(screen)
    /** What is kept of the display's chunks: how each begins. */
    const kept = () =>
      screen.page.evaluate(async () => {
        const cache = await caches.open('multiball-files-1')
        const chunks = (await cache.keys()).filter(({ url }) =>
          /\/r\/mf-scoreboards\/[^/]+\/(?!remoteEntry|__federation)[^/]+\.js/.test(url),
        )
        return Promise.all(chunks.map(async (request) => (await (await cache.match(request))!.text()).slice(0, 9)))
      })
    await until(async () => (await kept()).length > 0)
    expect(await kept()).not.toContain('<!doctype')

    // As an earlier version left it.
    await screen.page.evaluate(async () => {
      const cache = await caches.open('multiball-files-1')
      for (const request of await cache.keys()) {
        if (/\/r\/mf-scoreboards\//.test(request.url))
          await cache.put(request, new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }))
      }
    })
    await screen.page.reload()
    await shown(screen)
    expect(await card(screen).count()).toBe(0)
  })

  /** Uploads a picture of one pixel; answers its address. */
  async function upload(): Promise<string> {
    const form = new FormData()
    const bytes = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    form.set('image', new Blob([bytes], { type: 'image/png' }), 'dot.png')
    const answer = await fetch(`${rig.product.url}/api/slideshow_image/`, {
      method: 'POST',
      headers: { authorization: `Token ${rig.owner.token}` },
      body: form,
    })
    return ((await answer.json()) as { image: string }).image
  }

  test('KIO-14 a page and a picture of somebody else that come with 200 are neither shown nor kept', async () => {
    const isKept = () =>
      screen.page.evaluate(async () =>
        (await (await caches.open('multiball-pages-2')).keys()).some(({ url }) => url.includes('/viewer/scoreboards/')),
      )
    await until(isKept)
    for (const manner of ['html', 'half'] as const) {
      const mend = screen.proxy.breakFiles(/\/viewer\/scoreboards\//, manner)
      await screen.page.reload()
      await shown(screen)
      mend()
    }
    const picture = await upload()
    const mend = screen.proxy.breakFiles(/\/media\//, 'html')
    expect(await answered(picture)).toBe('refused')
    mend()
    expect(await answered(picture)).toMatch(/^image\//)
    screen.proxy.breakFiles(/\/media\//, 'reset')
    expect(await answered(picture)).toMatch(/^image\//)
  })
})
