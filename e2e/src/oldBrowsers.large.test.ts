import { ensureChromium87, hasChromium87 } from '@multiball/platform/chromium87'
import type { BrowserContext, Page } from 'playwright-core'
import { postState } from './account'
import { saysLeftEarly } from './browser'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { heard, startPartnerSite } from './partnerSite'
import { useProduct } from './useProduct'

/* Old TVs have Chrome 87. Every kind of page that they open is opened by it here; oldBrowsers.test.ts reads their scripts. */

const inChrome87 = hasChromium87 ? describe : describe.skip

inChrome87('in Chrome 87', () => {
  const rig = useProduct('old-tv-owner', { chromium: ensureChromium87, environment: () => ({}) })
  let boards: OneOfEach & { eventboard: number }
  let deviceKey: string
  let context: BrowserContext
  let page: Page
  /** errors and warnings */
  let complaints: string[]
  const session = crypto.randomUUID()
  let sequence = 0

  const post = (score: number) =>
    postState(rig.product.url, deviceKey, {
      session_uuid: session,
      session_sequence: (sequence += 1),
      current_p1_score: score,
    })
  // Playwright's own look at elements needs a browser of today.
  const shows = (text: string) =>
    page.waitForFunction((words) => document.body.innerText.toLowerCase().includes(words), text.toLowerCase())

  beforeAll(async () => {
    const { owner } = rig
    const made = await makeOneOfEach(owner)
    const {
      venuemachine_items: [item],
    } = await owner.call<{ venuemachine_items: { venuemachine: number }[] }>(
      'GET',
      `/api/scoreboard/${made.scoreboard}/`,
    )
    const { id } = await owner.call<{ id: number }>('POST', '/api/board/eventboard/', {
      title: 'Friday night',
      is_public: true,
      machines: [{ venuemachine: item!.venuemachine, arena: '' }],
    })
    boards = { ...made, eventboard: id }
    deviceKey = (await owner.call<{ key: string }>('POST', `/api/venuemachine/${item!.venuemachine}/device_key/`)).key
  })

  beforeEach(async () => {
    context = await rig.browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'allow' })
    page = await context.newPage()
    complaints = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => {
      if (/^(?:error|warning)$/.test(message.type()) && !saysLeftEarly(message.text())) complaints.push(message.text())
    })
  })
  afterEach(() => context.close())

  test.each([
    ['scoreboard', 'Lobby wall', 1_046_218],
    ['comboboard', 'Lobby wall', 1_150_320],
    ['slideshow', 'Lobby wall', 1_241_770],
    ['streamboard', 'Medieval Madness', 1_302_450],
    ['leaderboard', 'House records', undefined],
    ['eventboard', 'Friday night', undefined],
  ] as const)('KIO-12 a board is live, and what it reads first is read once (%s)', async (type, text, score) => {
    const reads: string[] = []
    page.on('request', (request) => void (/\/bootstrap\/$/.test(request.url()) && reads.push(request.url())))
    await page.goto(`${rig.product.url}/viewer/${type}s/${boards[type]}`)
    await shows(text)
    if (score === undefined) await shows('Live')
    else {
      await post(score)
      await shows(score.toLocaleString('en'))
    }
    // A preload that is not used is read again.
    expect(new Set(reads).size).toBe(reads.length)
    expect(complaints).toEqual([])
  })

  test('KIO-12 LIV-02 a server that dies and comes back: scores stay, and go on', async () => {
    await post(2_046_218)
    await page.goto(`${rig.product.url}/viewer/scoreboards/${boards.scoreboard}`)
    await shows('2,046,218')
    await rig.product.kill()
    await shows('As of ')
    await shows('2,046,218')
    await rig.product.start()
    await post(2_146_218)
    await shows('2,146,218')
  })

  test('KIO-12 a TV shows its code, and what its owner gives it', async () => {
    await page.goto(`${rig.product.url}/tv`)
    const code = await page.waitForFunction(
      () => document.querySelector<HTMLElement>('[aria-hidden="false"] [data-code]')?.dataset.code,
    )
    await rig.owner.call('POST', '/api/tv/', {
      code: await code.jsonValue(),
      name: 'Bar left',
      board: { type: 'leaderboard', id: boards.leaderboard },
    })
    await shows('House records')
    expect(complaints).toEqual([])
  })

  test.each(['frame', 'inline'])('KIO-12 EMB-03 a board in a partner’s page has its shape (%s)', async (mode) => {
    const site = await startPartnerSite()
    try {
      const element = `<multiball-board type="scoreboard" board="${boards.scoreboard}" mode="${mode}" loading="eager"></multiball-board>`
      // This browser does not know the permission that others need.
      const opened = await site.open(
        rig.browser,
        { html: `${element}<script type="module" src="${rig.product.url}/embed/v1/board.js"></script>` },
        { permissions: [] },
      )
      await heard(opened.page, 'ready')
      const shape = await opened.page.evaluate(() => {
        const { width, height } = document.querySelector('multiball-board')!.getBoundingClientRect()
        return width / height
      })
      expect(shape).toBeCloseTo(16 / 9, 1)
      expect(opened.complaints).toEqual([])
      await opened.page.context().close()
    } finally {
      site.stop()
    }
  })
})
