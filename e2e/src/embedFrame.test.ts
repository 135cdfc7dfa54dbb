import type { BrowserContext, Frame, Page } from 'playwright-core'
import { postState } from './account'
import { complaintsOf } from './browser'
import { serveFramingSite, type FramingSite } from './partnerSite'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { useProduct } from './useProduct'

/* Boards in frames of other people's pages, each served from an origin of its own. */

const stage = useProduct('embeds')
let context: BrowserContext
let boards: OneOfEach
let partner: FramingSite
let stranger: FramingSite
let deviceKey: string
let sequence = 0
const session = crypto.randomUUID()

beforeAll(async () => {
  ;[partner, stranger] = await Promise.all([serveFramingSite(), serveFramingSite()])
  boards = await makeOneOfEach(stage.owner)
  const { venuemachine_items: items } = await stage.owner.call<{ venuemachine_items: { venuemachine: number }[] }>('GET', `/api/scoreboard/${boards.scoreboard}/`)
  deviceKey = (await stage.owner.call<{ key: string }>('POST', `/api/venuemachine/${items[0]!.venuemachine}/device_key/`)).key
  context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ['local-network-access'] })
  await post(1_046_218_340)
})

afterAll(async () => {
  partner?.close()
  stranger?.close()
})

const post = (score: number) => postState(stage.product.url, deviceKey, { session_uuid: session, session_sequence: (sequence += 1), current_ball: 1, current_p1_score: score })

const frameOf = (place: string, attributes = 'sandbox="allow-scripts allow-same-origin" referrerpolicy="strict-origin"') =>
  `<iframe src="${stage.product.url}/embed/v1/${place}" width="640" height="360" title="Scores" ${attributes} style="border:0;color-scheme:light"></iframe>`

interface Heard {
  origin: string
  /** its place among the frames of the page */
  frame: number
  event: string
  detail: Record<string, unknown>
}

const heardBy = (page: Page): Promise<Heard[]> => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard.filter(({ event }) => event))

/** Resolves when two frames have said that they are live. */
const bothLive = (page: Page) =>
  page.waitForFunction(() => {
    const live = (window as unknown as { heard: Heard[] }).heard.filter(({ event, detail }) => event === 'state' && detail.connection === 'live')
    return new Set(live.map(({ frame }) => frame)).size === 2
  })

/** Resolves with the first event of this name for which it is so. */
async function hears(page: Page, name: string, isSo: (detail: Record<string, unknown>) => boolean = () => true): Promise<Heard> {
  await page.waitForFunction(
    ([name, isSo]) => (window as unknown as { heard: Heard[] }).heard.some(({ event, detail }) => event === name && (new Function('detail', `return (${isSo})(detail)`) as typeof Boolean)(detail)),
    [name, isSo.toString()] as const,
  )
  return (await heardBy(page)).find(({ event, detail }) => event === name && isSo(detail))!
}

const frameAt = (page: Page, place: string): Frame => page.frames().find((frame) => frame.url().includes(`/embed/v1/${place}`))!

async function open(url: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(url)
  return { page, complaints }
}

test('EMB-01 all five types come on screen in a partner’s page, say so, and leave nothing in the browser', async () => {
  const places = Object.entries(boards).map(([type, id]) => `${type}/${id}`)
  const { page, complaints } = await open(partner.page('/all', places.map((place) => frameOf(place)).join('')))
  for (const [type, id] of Object.entries(boards)) {
    const { origin, detail } = await page
      .waitForFunction(([type]) => (window as unknown as { heard: Heard[] }).heard.find(({ event, detail }) => event === 'ready' && detail.type === type), [type])
      .then((found) => found.jsonValue() as Promise<Heard>)
    expect([origin, detail]).toEqual([stage.product.url, { type, board: id, title: expect.any(String) }])
  }
  const sizes = (await heardBy(page)).filter(({ event }) => event === 'resize').map(({ detail }) => `${detail.width} ${detail.height}`)
  expect([...new Set(sizes)].sort()).toEqual(['1280 720', '640 360'])
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

test('EMB-01 scores go on in the frame, and the page around hears of them', async () => {
  const { page, complaints } = await open(
    partner.page('/live', frameOf(`scoreboard/${boards.scoreboard}?theme=light&accent=%23b3261e&lang=en-GB&title=Our%20machine`) + frameOf(`streamboard/${boards.streamboard}`)),
  )
  await bothLive(page)
  await post(1_046_218_341)
  const { detail } = await hears(page, 'score', ({ players }) => (players as { score: string }[] | undefined)?.[0]?.score === '1046218341')
  expect(detail).toEqual({ type: 'scoreboard', board: boards.scoreboard, seq: expect.any(Number), players: [{ name: null, score: '1046218341' }] })
  await hears(page, 'score', ({ type }) => type === 'streamboard')

  const wall = frameAt(page, 'scoreboard')
  const ground = () => wall.evaluate(() => [document.title, document.documentElement.lang, document.querySelector('[data-tone]')?.getAttribute('data-tone')])
  expect(await ground()).toEqual(['Our machine', 'en-GB', 'light'])
  await wall.getByText('1,046,218,341').first().waitFor({ state: 'attached' })
  await frameAt(page, 'streamboard').getByText('1,046,218,341').first().waitFor({ state: 'attached' })
  expect(complaints).toEqual([])
  await page.close()
})

test('EMB-07 a frame believes the page around it, and nobody else; a flood does not slow it', async () => {
  const { page } = await open(partner.page('/messages', frameOf(`scoreboard/${boards.scoreboard}?theme=dark`)))
  await hears(page, 'ready')
  const frame = frameAt(page, 'scoreboard')
  const toneIs = (tone: string) => frame.waitForFunction((tone) => document.querySelector('[data-tone]')?.getAttribute('data-tone') === tone, tone)
  await toneIs('dark')
  const configure = { multiball: 1, command: 'configure', detail: { theme: 'light' } }
  // A frame of somebody else beside it, and the frame itself.
  const forger = stranger.page('/forger', `<script>for (let at = 0; at < 200; at += 1) parent.frames[0].postMessage(${JSON.stringify(configure)}, '*'); parent.postMessage('sent', '*')</script>`)
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
    const nonsense = [null, 7, 'x'.repeat(10_000), { multiball: 2 }, { ...wish, multiball: 2 }, { ...wish, detail: { theme: 'neon', accent: 'url(x)' } }, { ...wish, command: 'reload' }, []]
    for (let at = 0; at < 5_000; at += 1) board.postMessage(nonsense[at % nonsense.length], '*')
  }, configure)
  // What was sent before it was heard before it: the next wish of the page is the first that counts.
  await page.evaluate(() => document.querySelector('iframe')!.contentWindow!.postMessage({ multiball: 1, command: 'configure', detail: { lang: 'en-AU' } }, '*'))
  await frame.waitForFunction(() => document.documentElement.lang === 'en-AU')
  expect(await frame.evaluate(() => document.querySelector('[data-tone]')?.getAttribute('data-tone'))).toBe('dark')
  await page.evaluate((wish) => document.querySelector('iframe')!.contentWindow!.postMessage(wish, '*'), configure)
  await toneIs('light')
  await page.close()
})

test('EMB-01 a frame needs no storage: where it throws, and without an origin, scores go on', async () => {
  const blocked = await stage.browser.newContext({ permissions: ['local-network-access'] })
  await blocked.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, { get: refuse })
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse })
  })
  const page = await blocked.newPage()
  const complaints = complaintsOf(page)
  // As blogs put a frame that they do not know: its page has no origin at all.
  await page.goto(partner.page('/blocked', frameOf(`scoreboard/${boards.scoreboard}`) + frameOf(`comboboard/${boards.comboboard}`, 'sandbox="allow-scripts"')))
  await bothLive(page)
  const origins = (await heardBy(page)).filter(({ event }) => event === 'ready').map(({ origin, detail }) => [detail.type, origin])
  expect(Object.fromEntries(origins)).toEqual({ scoreboard: stage.product.url, comboboard: 'null' })
  expect(complaints).toEqual([])
  await blocked.close()
})

describe('a private board', () => {
  let id: number
  let key: string

  beforeAll(async () => {
    const { venuemachine_items: items } = await stage.owner.call<{ venuemachine_items: object[] }>('GET', `/api/scoreboard/${boards.scoreboard}/`)
    const made = await stage.owner.call<{ id: number; viewer_key: string }>('POST', '/api/scoreboard/', { title: 'Hidden', is_public: false, venuemachine_items: items })
    ;({ id, viewer_key: key } = made)
  })

  test('EMB-05 is shown with its key; without it, and for a board that is missing, there is a quiet card and a code', async () => {
    const { page, complaints } = await open(partner.page('/private', frameOf(`scoreboard/${id}?key=${key}`)))
    expect((await hears(page, 'ready')).detail).toMatchObject({ board: id, title: 'Hidden' })
    for (const place of [`scoreboard/${id}`, `scoreboard/${id}?key=wrong`, 'scoreboard/987654321', 'users/1']) {
      await page.goto(partner.page('/private', frameOf(place)))
      expect((await hears(page, 'error')).detail).toEqual({ code: 'BOARD_NOT_FOUND', message: 'This board is not available.' })
      await frameAt(page, place).getByRole('status').getByText('This board is not available.').waitFor()
      expect((await heardBy(page)).map(({ event }) => event)).toEqual(['error'])
    }
    // Nothing was asked for that is not there.
    expect(complaints).toEqual([])
    await page.close()
  })

  test('EMB-06 goes when it is deleted, and the page around is told', async () => {
    const { page } = await open(partner.page('/deleted', frameOf(`scoreboard/${id}?key=${key}`)))
    await hears(page, 'state', ({ connection }) => connection === 'live')
    await stage.owner.call('DELETE', `/api/scoreboard/${id}/`)
    expect((await hears(page, 'error')).detail).toMatchObject({ code: 'BOARD_NOT_FOUND' })
    await page.close()
  })
})

test('EMB-04 a board with a list of sites is shown by those alone: in frames, by calls and by sockets', async () => {
  await stage.owner.call('PUT', `/api/scoreboard/${boards.scoreboard}/embed/`, { sites: [partner.origin] })
  const frame = frameOf(`scoreboard/${boards.scoreboard}`)
  const { page } = await open(partner.page('/listed', frame))
  await hears(page, 'state', ({ connection }) => connection === 'live')

  const asked = (where: Page) =>
    where.evaluate(
      async ([url, id]) => {
        const paths = ['bootstrap', 'scores'].map((what) => `${url}/api/scoreboard/${id}/${what}/`)
        const statuses = await Promise.all(paths.map(async (path) => (await fetch(path)).status))
        const socket = new WebSocket(`${url.replace('http', 'ws')}/scoreboard/${id}/scores/websocket/`)
        socket.onopen = () => socket.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${id}:scores` }))
        const heard = new Promise<string>((resolve) => (socket.onmessage = ({ data }) => resolve((JSON.parse(data as string) as { type: string }).type)))
        const type = await heard
        const code = type === 'ERROR' ? await new Promise<number>((resolve) => (socket.onclose = ({ code }) => resolve(code))) : undefined
        socket.onclose = null
        socket.close()
        return [...statuses, type, code]
      },
      [stage.product.url, String(boards.scoreboard)] as const,
    )
  expect(await asked(page)).toEqual([200, 200, 'SCORES', undefined])
  await page.close()

  const { page: hiding } = await open(stranger.page('/hiding', frameOf(`scoreboard/${boards.scoreboard}`, 'sandbox="allow-scripts allow-same-origin" referrerpolicy="no-referrer"')))
  // The browser shows a page of its own in place of ours.
  await hiding.waitForFunction(() => document.querySelector('iframe')!.contentDocument === null)
  expect(hiding.frames().filter((one) => one.url().startsWith(stage.product.url))).toEqual([])
  expect(await heardBy(hiding)).toEqual([])
  await hiding.close()

  const { page: other } = await open(stranger.page('/unlisted', frame))
  expect((await hears(other, 'error')).detail).toMatchObject({ code: 'BOARD_NOT_FOUND' })
  expect(await asked(other)).toEqual([404, 404, 'ERROR', 4404])
  await stage.owner.call('PUT', `/api/scoreboard/${boards.scoreboard}/embed/`, { sites: [] })
  await other.reload()
  await hears(other, 'ready')
  expect(await asked(other)).toEqual([200, 200, 'SCORES', undefined])
  await other.close()
})

test('EMB-02 no other page of ours is ever in a frame', async () => {
  const paths = ['/', '/scoreboards', '/embed', `/viewer/scoreboards/${boards.scoreboard}`, '/viewer/tv', '/api/docs/']
  const { page } = await open(partner.page('/dashboard', paths.map((path) => `<iframe src="${stage.product.url}${path}" width="300" height="200"></iframe>`).join('')))
  await page.waitForLoadState('load')
  expect(page.frames().filter((frame) => frame.url().startsWith(stage.product.url))).toEqual([])
  expect(page.frames()).toHaveLength(paths.length + 1)
  await page.close()
})
