import type { Page, WebSocketRoute } from 'playwright-core'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { bundlePackages, eventsOf, heard, startPartnerSite, type PartnerSite } from './partnerSite'
import { useProduct } from './useProduct'

/* Boards in pages of somebody else that are made to be hostile: another host, one product, one browser. */

// Third parties may keep nothing in this browser.
const rig = useProduct('embed-owner', { switches: ['--test-third-party-cookie-phaseout'] })
let site: PartnerSite
let boards: OneOfEach

beforeAll(async () => {
  boards = await makeOneOfEach(rig.owner)
  site = await startPartnerSite()
})

afterAll(() => site?.stop())

const script = () => `<script type="module" src="${rig.product.url}/embed/v1/board.js"></script>`
const element = (attributes: Record<string, unknown>, children = '') =>
  `<multiball-board ${Object.entries({ loading: 'eager', ...attributes })
    .map(([name, value]) => `${name}="${String(value)}"`)
    .join(' ')}>${children}</multiball-board>`
const inline = (type: keyof OneOfEach, more: Record<string, unknown> = {}, children = '') =>
  element({ type, board: boards[type], mode: 'inline', ...more }, children)

/** What stands in the first board of a page, through both shadow roots. */
const shown = (page: Page) => page.locator('multiball-board').first()

test('EMB-03 EMB-07 a board stands in a sandboxed frame of our origin, with a title, and tells the page what happens in it; forged and flooding messages, from the page and from other frames, say nothing', async () => {
  const { page, complaints } = await site.open(rig.browser, {
    html: `${element({ type: 'scoreboard', board: boards.scoreboard })}<iframe id="foreign" src="${site.url}/nothing"></iframe>${script()}`,
  })
  await heard(page, 'ready')
  const frame = shown(page).locator('iframe')
  expect(
    await frame.evaluate((one: HTMLIFrameElement) => [
      one.getAttribute('sandbox'),
      one.referrerPolicy,
      one.title,
      new URL(one.src).pathname,
    ]),
  ).toEqual([
    'allow-scripts allow-same-origin',
    'strict-origin',
    'Lobby wall',
    `/embed/v1/scoreboard/${boards.scoreboard}`,
  ])
  const events = await eventsOf(page)
  expect(events.find(([name]) => name === 'ready')![1]).toEqual({
    version: 1,
    type: 'scoreboard',
    board: boards.scoreboard,
    title: 'Lobby wall',
  })

  await page.evaluate(() => {
    const forge = (target: Window) => {
      for (const event of ['ready', 'score', 'state', 'resize', 'error'])
        target.postMessage(
          {
            multiball: 1,
            event,
            detail: {
              code: 'NETWORK',
              message: 'forged',
              title: 'forged',
              seq: 9e9,
              connection: 'live',
              width: 5,
              height: 5,
            },
          },
          '*',
        )
    }
    for (let times = 0; times < 2000; times += 1) forge(window)
    const { contentWindow } = document.getElementById('foreign') as HTMLIFrameElement
    contentWindow!.addEventListener('message', () => {})
    // A message from another window than the board's.
    const code = `for (let times = 0; times < 500; times += 1) parent.postMessage({ multiball: 1, event: 'error', detail: { code: 'NETWORK', message: 'forged' } }, '*')`
    const script = contentWindow!.document.createElement('script')
    script.textContent = code
    contentWindow!.document.documentElement.append(script)
  })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  const forged = (await eventsOf(page))
    .slice(events.length)
    .filter(([, detail]) => JSON.stringify(detail).includes('forged') || detail.seq === 9e9)
  expect(forged).toEqual([])
  expect(await shown(page).locator('iframe').isVisible()).toBe(true)
  expect(complaints).toEqual([])
})

test('EMB-03 what is transparent in a frame shows a page through that its meta tag says is dark', async () => {
  const { page } = await site.open(rig.browser, {
    head: '<meta name="color-scheme" content="dark"><style>body { margin: 0; background: #204060 } multiball-board { width: 640px; height: 360px }</style>',
    html: element({ type: 'streamboard', board: boards.streamboard }) + script(),
  })
  await heard(page, 'ready')
  const png = (await page.screenshot()).toString('base64')
  const reader = await page.context().newPage()
  const footage = await reader.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const pen = Object.assign(document.createElement('canvas'), {
      width: image.width,
      height: image.height,
    }).getContext('2d')!
    pen.drawImage(image, 0, 0)
    return [...pen.getImageData(440, 180, 1, 1).data]
  }, png)
  expect(footage).toEqual([0x20, 0x40, 0x60, 0xff])
})

test('EMB-03 inline: pages that unset everything, have another base and forbid nearly all show it as it is, and are left as they were', async () => {
  const { origin } = new URL(rig.product.url)
  const policy = [
    `default-src 'none'`,
    `script-src 'self' ${origin}`,
    `style-src 'self' 'nonce-own'`,
    `connect-src ${origin} ${origin.replace('http', 'ws')}`,
    `font-src ${origin}`,
    `img-src ${origin}`,
    `require-trusted-types-for 'script'`,
    `trusted-types multiball multiball#chunks 'allow-duplicates'`,
  ].join('; ')
  const { page, complaints } = await site.open(rig.browser, {
    head: '<base href="https://elsewhere.example/deep/"><style nonce="own">* { all: unset !important } body { font-family: Georgia }</style>',
    // The base is the hostile one's: scripts of the page come by absolute addresses.
    html: `<p id="own">Own</p>${inline('scoreboard')}<p id="after">After</p>${script()}`,
    headers: { 'content-security-policy': policy },
  })
  await heard(page, 'ready').catch((error: unknown) => {
    throw new Error(`${String(error)} ${complaints.join(' | ')}`)
  })
  expect(await shown(page).getByText('Lobby wall').first().isVisible()).toBe(true)
  const box = (await shown(page).locator('[data-shape]').boundingBox())!
  expect(box.width / box.height).toBeCloseTo(16 / 9, 1)
  const traces = await page.evaluate(() => ({
    sheets: [...document.styleSheets].filter(({ ownerNode }) => (ownerNode as Element).getAttribute('nonce') === null)
      .length,
    adopted: document.adoptedStyleSheets.length,
    links: document.querySelectorAll('link').length,
    families: [...document.fonts]
      .map(({ family }) => family.replaceAll('"', ''))
      .filter((family) => !family.startsWith('Multiball ')),
    violations: (globalThis as unknown as { violations: string[] }).violations,
    kept: [document.cookie, localStorage.length, sessionStorage.length],
  }))
  expect(traces).toEqual({ sheets: 0, adopted: 0, links: 0, families: [], violations: [], kept: ['', 0, 0] })
  expect(complaints).toEqual([])
})

test('EMB-03 a page that isolates itself from other origins shows boards, in frames and inline', async () => {
  const { page, complaints } = await site.open(rig.browser, {
    html: element({ type: 'slideshow', board: boards.slideshow }) + inline('slideshow') + script(),
    headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
  })
  await heard(page, 'ready', 2)
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  expect(complaints).toEqual([])
})

test('EMB-03 EMB-08 EMB-12 another React and another federation runtime stand beside it; a partner’s React is used where it fits, and their federation takes boards as a remote', async () => {
  site.addScript(
    '/modern.js',
    bundlePackages({
      React: 'react',
      ReactDOM: 'react-dom',
      ReactDOMClient: 'react-dom/client',
      OtherFederation: '@module-federation/runtime',
    }),
  )
  site.addScript(
    '/application.js',
    `
    import { mountBoard } from '${rig.product.url}/embed/v1/host.js'
    const place = document.getElementById('place')
    const board = { type: 'scoreboard', board: ${boards.scoreboard} }
    const whenReady = (start) => new Promise((resolve, reject) => void start((name) => name === 'ready' && resolve()).catch(reject))
    let hooks = 0
    const counted = { ...React, useState: (...given) => (hooks++, React.useState(...given)) }
    globalThis.outcome = (async () => {
      let mounting
      await whenReady((onEvent) => (mounting = mountBoard(place, { ...board, react: counted, reactDom: { ...ReactDOM, ...ReactDOMClient }, onEvent })))
      const usesTheirs = hooks > 0
      const stood = place.children.length
      ;(await mounting).unmount()
      const old = { version: '17.0.2' }
      const share = (lib, version, range) => ({ version, lib: () => lib, shareConfig: { singleton: true, requiredVersion: range } })
      const federation = OtherFederation.createInstance({
        name: 'embed',
        remotes: [{ name: 'multiball', entry: '${rig.product.url}/embed/v1/mf-manifest.json' }],
        shared: { react: share(old, '17.0.2', '^17.0.0') },
      })
      const { mount } = await federation.loadRemote('multiball/mount')
      await whenReady((onEvent) => mount(place, { ...board, onEvent }))
      return { usesTheirs, stood, otherHasItsOwn: (await federation.loadShare('react'))() === old }
    })()
  `,
  )
  const { page, complaints } = await site.open(rig.browser, {
    head: '<script src="/modern.js"></script>',
    html: '<div id="place" style="width:640px"></div><script type="module" src="/application.js"></script>',
  })
  await page.waitForFunction(() => 'outcome' in globalThis)
  expect(await page.evaluate(() => (globalThis as unknown as { outcome: Promise<unknown> }).outcome)).toEqual({
    usesTheirs: true,
    stood: 1,
    otherHasItsOwn: true,
  })
  expect(complaints).toEqual([])
})

test('EMB-03 twenty boards of a page, four of each type, share one host and one socket', async () => {
  const types = ['scoreboard', 'leaderboard', 'comboboard', 'slideshow', 'streamboard'] as const
  const html = Array.from({ length: 20 }, (_, at) =>
    inline(types[at % 5]!, at % 2 ? { theme: 'light', accent: '#0055ff' } : {}),
  ).join('')
  const { page, complaints, sockets } = await site.open(rig.browser, {
    head: '<style>body{display:grid;grid-template-columns:repeat(5,1fr);gap:8px}</style>',
    html: html + script(),
  })
  await heard(page, 'ready', 20)
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((name) => /^\/r\/embed\/.*\.js$/.test(name)),
  )
  expect(scripts.filter((name) => /\/page\.\w+\.js$/.test(name))).toHaveLength(1)
  expect(new Set(scripts).size).toBe(scripts.length)
  expect(sockets.map((address) => new URL(address).pathname)).toEqual(['/scores/websocket/'])
  expect(complaints).toEqual([])
})

test('EMB-06 wrong values, boards that are not there, private ones and a dead remote: the fallback or a card, an event with a code, a quiet console', async () => {
  const { items } = await rig.owner.call<{ items: object[] }>('GET', `/api/leaderboard/${boards.leaderboard}/`)
  const { id: hidden, viewer_key: key } = await rig.owner.call<{ id: number; viewer_key: string }>(
    'POST',
    '/api/leaderboard/',
    { title: 'Hidden', is_public: false, items },
  )
  const wrong = element({ type: 'pin-board', board: '1' }, '<p>Own fallback</p>')
  const missing = element({ type: 'scoreboard', board: 987_654, mode: 'inline' })
  const closed = element({ type: 'leaderboard', board: hidden, mode: 'inline' })
  const opened = element({ type: 'leaderboard', board: hidden, mode: 'inline', key, theme: 'pink', accent: 'red' })
  const dead = inline('slideshow', {}, '<p>Fallback of the dead</p>')
  const { page, complaints } = await site.open(
    rig.browser,
    { html: wrong + missing + closed + opened + dead + script() },
    {
      before: (page) => page.route('**/r/mf-slideshows/**', (route) => route.abort('connectionrefused')),
    },
  )
  await heard(page, 'ready')
  await heard(page, 'error', 2, { code: 'BOARD_NOT_FOUND' })
  await heard(page, 'error', 1, { code: 'REMOTE_FAILED' })
  expect(await page.getByText('Fallback of the dead').isVisible()).toBe(true)
  const messages = (await eventsOf(page))
    .filter(([name]) => name === 'error')
    .map(([, { code, message }]) => [code, message])
  // Private and missing are told apart by nothing.
  expect(new Set(messages.filter(([code]) => code === 'BOARD_NOT_FOUND').map(String)).size).toBe(1)
  expect(
    messages
      .filter(([code]) => code === 'BAD_ATTRIBUTE')
      .map(([, message]) => String(message).split(' ')[0])
      .sort(),
  ).toEqual(['accent', 'theme', 'type'])
  expect(await page.getByText('Own fallback').isVisible()).toBe(true)
  expect(await page.locator('multiball-board').nth(1).getByText('This display cannot be shown.').isVisible()).toBe(true)
  expect(await page.locator('multiball-board').nth(3).getByText('Hidden').first().isVisible()).toBe(true)
  expect(complaints).toEqual([])
})

test('EMB-06 a dead host: the fallback and a code', async () => {
  const html = inline('scoreboard', {}, '<p>Own fallback</p>') + script()
  const dead = await site.open(
    rig.browser,
    { html },
    { before: (page) => page.route('**/r/embed/**', (route) => route.abort('connectionrefused')) },
  )
  await heard(dead.page, 'error', 1, { code: 'HOST_UNREACHABLE' })
  // Without board.js the element is none, and shows what is in it.
  const unreached = await site.open(
    rig.browser,
    { html },
    { before: (page) => page.route('**/embed/v1/board.js', (route) => route.abort('connectionrefused')) },
  )
  for (const { page, complaints } of [dead, unreached])
    expect([await page.getByText('Own fallback').isVisible(), complaints]).toEqual([true, []])
})

interface Weight {
  nodes: number
  listeners: number
  heapBytes: number
}

async function weigh(page: Page): Promise<Weight> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value
  await session.detach()
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heapBytes: of('JSHeapUsedSize') }
}

test('EMB-07 elements that are added and removed, 200 times, leave nothing', async () => {
  const { page, complaints } = await site.open(rig.browser, { html: script() })
  await page.waitForFunction(() => customElements.get('multiball-board'))
  const cycle = (rounds: number) =>
    page.evaluate(
      async ([times, board]) => {
        const { events } = globalThis as unknown as { events: unknown[] }
        for (let round = 0; round < Number(times); round += 1) {
          const added = Array.from({ length: 20 }, (_, at) => {
            const one = document.createElement('multiball-board')
            // Most are inline and come to stand, some are frames, some go before they have come.
            for (const [name, value] of Object.entries({
              type: 'scoreboard',
              board,
              loading: at % 5 === 4 ? 'lazy' : 'eager',
              mode: at % 10 === 9 ? 'frame' : 'inline',
            }))
              one.setAttribute(name, String(value))
            return one
          })
          const ready = new Promise((resolve) => added[0]!.addEventListener('mb-ready', resolve, { once: true }))
          document.body.append(...added)
          if (round % 2) await ready
          else await new Promise(requestAnimationFrame)
          for (const one of added) one.remove()
        }
        await new Promise((resolve) => setTimeout(resolve, 300))
        events.length = 0
      },
      [rounds, boards.scoreboard] as const,
    )
  await cycle(6)
  const before = await weigh(page)
  await cycle(10)
  const after = await weigh(page)
  const grown = {
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    heapMb: (after.heapBytes - before.heapBytes) / 1e6,
  }
  expect({ nodes: grown.nodes < 100, listeners: grown.listeners < 20, heap: grown.heapMb < 2, grown }).toMatchObject({
    nodes: true,
    listeners: true,
    heap: true,
  })
  expect(complaints).toEqual([])
})

// Of another board than the test before, which has asked for its own more often than one address may.
test('EMB-06 our host goes away after load: the last scores stay, and the page is told', async () => {
  const sockets: WebSocketRoute[] = []
  let isAway = false
  const { page, complaints } = await site.open(
    rig.browser,
    { html: inline('leaderboard') + script() },
    {
      before: (page) =>
        page.routeWebSocket(/websocket/, (socket) => {
          if (isAway) return socket.close()
          sockets.push(socket)
          socket.connectToServer()
        }),
    },
  )
  await heard(page, 'state', 1, { connection: 'live' })
  isAway = true
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  for (const socket of sockets) await socket.close()
  await heard(page, 'state', 1, { connection: 'polling' })
  expect(await shown(page).getByText('House records').first().isVisible()).toBe(true)
  expect((await eventsOf(page)).filter(([name]) => name === 'error')).toEqual([])
  expect(complaints).toEqual([])
})
