import type { BrowserContext, Frame, Page } from 'playwright-core'
import { postState } from './account'
import { complaintsOf } from './browser'
import { serveFramingSite, type FramingSite } from './partnerSite'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { useProduct } from './useProduct'

/* Boards in frames of other people's pages, each served from an origin of its own. */

const rig = useProduct('embeds')
let context: BrowserContext
let boards: OneOfEach
let partner: FramingSite
let stranger: FramingSite
let deviceKey: string
let sequence = 0
const session = crypto.randomUUID()

beforeAll(async () => {
  ;[partner, stranger] = await Promise.all([serveFramingSite(), serveFramingSite()])
  boards = await makeOneOfEach(rig.owner)
  const { venuemachine_items: items } = await rig.owner.call<{ venuemachine_items: { venuemachine: number }[] }>(
    'GET',
    `/api/scoreboard/${boards.scoreboard}/`,
  )
  deviceKey = (await rig.owner.call<{ key: string }>('POST', `/api/venuemachine/${items[0]!.venuemachine}/device_key/`))
    .key
  // Room for six frames: in one out of sight nothing is drawn.
  context = await rig.browser.newContext({
    viewport: { width: 1400, height: 1200 },
    permissions: ['local-network-access'],
  })
  await post(1_046_218_340)
})

afterAll(async () => {
  partner?.close()
  stranger?.close()
})

const post = (score: number) =>
  postState(rig.product.url, deviceKey, {
    session_uuid: session,
    session_sequence: (sequence += 1),
    current_ball: 1,
    current_p1_score: score,
  })

const frameOf = (
  place: string,
  attributes = 'sandbox="allow-scripts allow-same-origin" referrerpolicy="strict-origin"',
) =>
  `<iframe src="${rig.product.url}/embed/v1/${place}" width="640" height="360" title="Scores" ${attributes} style="border:0;color-scheme:light"></iframe>`

interface Heard {
  origin: string
  /** its place among the frames of the page */
  frame: number
  event: string
  detail: Record<string, unknown>
}

const heardBy = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => (window as unknown as { heard: Heard[] }).heard.filter(({ event }) => event))

/** Resolves with what the page has heard of its frames for which it is so, once that is so much. */
async function hears(page: Page, isSo: (heard: Heard) => boolean, count = 1): Promise<Heard[]> {
  for (;;) {
    const heard = (await heardBy(page)).filter(isSo)
    if (heard.length >= count) return heard
    await page.waitForTimeout(20)
  }
}
const named =
  (name: string) =>
  ({ event }: Heard) =>
    event === name
const isLive = ({ event, detail }: Heard) => event === 'state' && detail.connection === 'live'

const frameAt = (page: Page, place: string): Frame =>
  page.frames().find((frame) => frame.url().includes(`/embed/v1/${place}`))!

async function open(url: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(url)
  return { page, complaints }
}

test('EMB-01 all five types come on screen in a partner’s page, say so, go on live, and leave nothing in the browser; a frame needs no storage', async () => {
  const places = Object.entries(boards).map(([type, id]) => `${type}/${id}`)
  const looks = '?theme=light&accent=%23b3261e&lang=en-GB&title=Our%20machine'
  // As blogs put a frame that they do not know: its page has no origin at all, and all that keeps something throws.
  const unknown = frameOf(places[0]! + looks, 'sandbox="allow-scripts"')
  const { page, complaints } = await open(
    partner.page('/all', places.map((place) => frameOf(place + looks)).join('') + unknown),
  )
  const ready = await hears(page, named('ready'), places.length + 1)
  const expected = Object.entries(boards).map(([type, board]) => [
    rig.product.url,
    { type, board, title: expect.any(String) },
  ])
  expect(ready.sort((one, other) => one.frame - other.frame).map(({ origin, detail }) => [origin, detail])).toEqual([
    ...expected,
    ['null', expected[0]![1]],
  ])
  const sizes = (await heardBy(page)).filter(named('resize')).map(({ detail }) => `${detail.width} ${detail.height}`)
  expect([...new Set(sizes)].sort()).toEqual(['1280 720', '640 360'])

  await post(1_046_218_341)
  const players = [{ name: null, score: '1046218341' }]
  const told = await hears(
    page,
    ({ event, detail }) =>
      event === 'score' && detail.type === 'scoreboard' && JSON.stringify(detail.players) === JSON.stringify(players),
    2,
  )
  expect(told.map(({ origin }) => origin).sort()).toEqual([rig.product.url, 'null'].sort())
  for (const { detail } of told)
    expect(detail).toEqual({ type: 'scoreboard', board: boards.scoreboard, seq: expect.any(Number), players })
  await hears(page, ({ event, detail }) => event === 'score' && detail.type === 'streamboard')
  for (const type of ['scoreboard', 'streamboard'])
    await frameAt(page, type).getByText('1,046,218,341').first().waitFor({ state: 'attached' })
  expect(
    await frameAt(page, 'scoreboard').evaluate(() => [
      document.title,
      document.documentElement.lang,
      document.querySelector('[data-tone]')?.getAttribute('data-tone'),
    ]),
  ).toEqual(['Our machine', 'en-GB', 'light'])

  for (const place of places) {
    const kept = await frameAt(page, place).evaluate(() => {
      // The browser may refuse them to a frame of another site.
      const count = (read: () => number) => {
        try {
          return read()
        } catch {
          return 0
        }
      }
      return count(() => document.cookie.length) + count(() => localStorage.length) + count(() => sessionStorage.length)
    })
    expect([place, kept]).toEqual([place, 0])
  }
  expect(await context.cookies()).toEqual([])
  expect(complaints).toEqual([])
  await page.close()
})

test('EMB-07 a frame believes the page around it, and nobody else; a flood does not slow it', async () => {
  const { page } = await open(partner.page('/messages', frameOf(`scoreboard/${boards.scoreboard}?theme=dark`)))
  await hears(page, named('ready'))
  const frame = frameAt(page, 'scoreboard')
  const toneIs = (tone: string) =>
    frame.waitForFunction((tone) => document.querySelector('[data-tone]')?.getAttribute('data-tone') === tone, tone)
  await toneIs('dark')
  const configure = { multiball: 1, command: 'configure', detail: { theme: 'light' } }
  // A frame of somebody else beside it, and the frame itself.
  const forger = stranger.page(
    '/forger',
    `<script>for (let at = 0; at < 200; at += 1) parent.frames[0].postMessage(${JSON.stringify(configure)}, '*'); parent.postMessage('sent', '*')</script>`,
  )
  await page.evaluate(
    (src) =>
      new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) => data === 'sent' && resolve())
        document.body.append(Object.assign(document.createElement('iframe'), { src }))
      }),
    forger,
  )
  await frame.evaluate((message) => window.postMessage(message, '*'), configure)
  await page.evaluate((wish) => {
    const board = document.querySelector('iframe')!.contentWindow!
    const nonsense = [
      null,
      7,
      'x'.repeat(10_000),
      { multiball: 2 },
      { ...wish, multiball: 2 },
      { ...wish, detail: { theme: 'neon', accent: 'url(x)' } },
      { ...wish, command: 'reload' },
      [],
    ]
    for (let at = 0; at < 5_000; at += 1) board.postMessage(nonsense[at % nonsense.length], '*')
  }, configure)
  // What was sent before it was heard before it: the next wish of the page is the first that counts.
  await page.evaluate(() =>
    document
      .querySelector('iframe')!
      .contentWindow!.postMessage({ multiball: 1, command: 'configure', detail: { lang: 'en-AU' } }, '*'),
  )
  await frame.waitForFunction(() => document.documentElement.lang === 'en-AU')
  expect(await frame.evaluate(() => document.querySelector('[data-tone]')?.getAttribute('data-tone'))).toBe('dark')
  await page.evaluate((wish) => document.querySelector('iframe')!.contentWindow!.postMessage(wish, '*'), configure)
  await toneIs('light')
  await page.close()
})

test('EMB-05 EMB-06 a private board is shown with its key and goes when it is deleted; without it, and for a board that is missing, there is a quiet card and a code', async () => {
  const { venuemachine_items } = await rig.owner.call<{ venuemachine_items: object[] }>(
    'GET',
    `/api/scoreboard/${boards.scoreboard}/`,
  )
  const { id, viewer_key: key } = await rig.owner.call<{ id: number; viewer_key: string }>('POST', '/api/scoreboard/', {
    title: 'Hidden',
    is_public: false,
    venuemachine_items,
  })
  const missing = [`scoreboard/${id}?key=wrong`, `scoreboard/${id}`, 'scoreboard/987654321', 'users/1']
  const { page, complaints } = await open(
    partner.page('/private', [`scoreboard/${id}?key=${key}`, ...missing].map((place) => frameOf(place)).join('')),
  )
  await hears(page, named('error'), missing.length)
  const [ready] = await hears(page, named('ready'))
  expect(ready!.detail).toMatchObject({ board: id, title: 'Hidden' })
  expect(
    (await heardBy(page)).filter(({ frame }) => frame > 0).map(({ event, detail }) => ({ event, detail })),
  ).toEqual(
    missing.map(() => ({
      event: 'error',
      detail: { code: 'BOARD_NOT_FOUND', message: 'This board is not available.' },
    })),
  )
  for (const frame of page.frames().slice(2))
    await frame.getByRole('status').getByText('This board is not available.').waitFor()
  // Nothing was asked for that is not there.
  expect(complaints).toEqual([])
  await hears(page, isLive)
  await rig.owner.call('DELETE', `/api/scoreboard/${id}/`)
  const [gone] = await hears(page, ({ event, frame }) => event === 'error' && frame === 0)
  expect(gone!.detail).toMatchObject({ code: 'BOARD_NOT_FOUND' })
  await page.close()
})

test('EMB-04 a board with a list of sites is shown by those alone: in frames, by calls and by sockets', async () => {
  await rig.owner.call('PUT', `/api/scoreboard/${boards.scoreboard}/embed/`, { sites: [partner.origin] })
  const frame = frameOf(`scoreboard/${boards.scoreboard}`)
  const { page } = await open(partner.page('/listed', frame))
  await hears(page, isLive)

  const asked = (where: Page) =>
    where.evaluate(
      async ([url, id]) => {
        const paths = ['bootstrap', 'scores'].map((what) => `${url}/api/scoreboard/${id}/${what}/`)
        const statuses = await Promise.all(paths.map(async (path) => (await fetch(path)).status))
        const socket = new WebSocket(`${url.replace('http', 'ws')}/scoreboard/${id}/scores/websocket/`)
        socket.onopen = () => socket.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${id}:scores` }))
        const heard = new Promise<string>(
          (resolve) =>
            (socket.onmessage = ({ data }) => resolve((JSON.parse(data as string) as { type: string }).type)),
        )
        const type = await heard
        const code =
          type === 'ERROR'
            ? await new Promise<number>((resolve) => (socket.onclose = ({ code }) => resolve(code)))
            : undefined
        socket.onclose = null
        socket.close()
        return [...statuses, type, code]
      },
      [rig.product.url, String(boards.scoreboard)] as const,
    )
  expect(await asked(page)).toEqual([200, 200, 'SCORES', undefined])
  await page.close()

  const { page: hiding } = await open(
    stranger.page(
      '/hiding',
      frameOf(
        `scoreboard/${boards.scoreboard}`,
        'sandbox="allow-scripts allow-same-origin" referrerpolicy="no-referrer"',
      ),
    ),
  )
  // The browser shows a page of its own in place of ours.
  await hiding.waitForFunction(() => document.querySelector('iframe')!.contentDocument === null)
  expect(hiding.frames().filter((one) => one.url().startsWith(rig.product.url))).toEqual([])
  expect(await heardBy(hiding)).toEqual([])
  await hiding.close()

  const { page: other } = await open(stranger.page('/unlisted', frame))
  expect((await hears(other, named('error')))[0]!.detail).toMatchObject({ code: 'BOARD_NOT_FOUND' })
  expect(await asked(other)).toEqual([404, 404, 'ERROR', 4404])
  await rig.owner.call('PUT', `/api/scoreboard/${boards.scoreboard}/embed/`, { sites: [] })
  await other.reload()
  await hears(other, named('ready'))
  expect(await asked(other)).toEqual([200, 200, 'SCORES', undefined])
  await other.close()
})

test('EMB-02 no other page of ours is ever in a frame', async () => {
  const paths = ['/', '/embed', `/viewer/scoreboards/${boards.scoreboard}`, '/api/docs/']
  const { page } = await open(
    partner.page(
      '/dashboard',
      paths.map((path) => `<iframe src="${rig.product.url}${path}" width="300" height="200"></iframe>`).join(''),
    ),
  )
  await page.waitForLoadState('load')
  expect(page.frames().filter((frame) => frame.url().startsWith(rig.product.url))).toEqual([])
  expect(page.frames()).toHaveLength(paths.length + 1)
})
