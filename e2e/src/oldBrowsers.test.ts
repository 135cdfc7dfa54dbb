import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium87, hasChromium87 } from '@multiball/platform/chromium87'
import { parse, type Node } from 'acorn'
import type { BrowserContext, Page } from 'playwright-core'
import { postState } from './account'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { heard, startPartnerSite } from './partnerSite'
import { useProduct } from './useProduct'

/*
 * Old TVs have Chrome 87. Every kind of page that they open is opened by it here, and what it cannot read, no script that
 * they load may have.
 */

const inChrome87 = hasChromium87 ? describe : describe.skip

inChrome87('in Chrome 87', () => {
  const stage = useProduct('old-tv-owner', { chromium: ensureChromium87 })
  let boards: OneOfEach & { eventboard: number }
  let deviceKey: string
  let context: BrowserContext
  let page: Page
  /** errors and warnings */
  let complaints: string[]
  const session = crypto.randomUUID()
  let sequence = 0

  const post = (score: number) => postState(stage.product.url, deviceKey, { session_uuid: session, session_sequence: (sequence += 1), current_p1_score: score })
  // Playwright's own look at elements needs a browser of today.
  const shows = (text: string) => page.waitForFunction((words) => document.body.innerText.toLowerCase().includes(words), text.toLowerCase())

  beforeAll(async () => {
    const { owner } = stage
    const made = await makeOneOfEach(owner)
    const { venuemachine_items: [item] } = await owner.call<{ venuemachine_items: { venuemachine: number }[] }>('GET', `/api/scoreboard/${made.scoreboard}/`)
    const { id } = await owner.call<{ id: number }>('POST', '/api/board/eventboard/', { title: 'Friday night', is_public: true, machines: [{ venuemachine: item!.venuemachine, arena: '' }] })
    boards = { ...made, eventboard: id }
    deviceKey = (await owner.call<{ key: string }>('POST', `/api/venuemachine/${item!.venuemachine}/device_key/`)).key
  })

  beforeEach(async () => {
    context = await stage.browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'allow' })
    context.setDefaultTimeout(30_000)
    page = await context.newPage()
    complaints = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => {
      // A slideshow leaves a board that has nothing to show while its socket is on its way, and browsers say so.
      if (/^(?:error|warning)$/.test(message.type()) && !message.text().endsWith('closed before the connection is established.')) complaints.push(message.text())
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
    await page.goto(`${stage.product.url}/viewer/${type}s/${boards[type]}`)
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
    await page.goto(`${stage.product.url}/viewer/scoreboards/${boards.scoreboard}`)
    await shows('2,046,218')
    await stage.product.kill()
    await shows('As of ')
    await shows('2,046,218')
    await stage.product.start()
    await post(2_146_218)
    await shows('2,146,218')
  }, 90_000)

  test('KIO-12 a TV shows its code, and what its owner gives it', async () => {
    await page.goto(`${stage.product.url}/tv`)
    const code = await page.waitForFunction(() => document.querySelector<HTMLElement>('[aria-hidden="false"] [data-code]')?.dataset.code)
    await stage.owner.call('POST', '/api/tv/', { code: await code.jsonValue(), name: 'Bar left', board: { type: 'leaderboard', id: boards.leaderboard } })
    await shows('House records')
    expect(complaints).toEqual([])
  })

  test.each(['frame', 'inline'])('KIO-12 EMB-03 a board in a partner’s page has its shape (%s)', async (mode) => {
    const site = await startPartnerSite()
    try {
      const element = `<multiball-board type="scoreboard" board="${boards.scoreboard}" mode="${mode}" loading="eager"></multiball-board>`
      // This browser does not know the permission that others need.
      const opened = await site.open(stage.browser, { html: `${element}<script type="module" src="${stage.product.url}/embed/v1/board.js"></script>` }, { permissions: [] })
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

const deploy = process.env.DEPLOY_DIR ?? path.resolve(import.meta.dirname, '../../deploy')
const registry = JSON.parse(readFileSync(path.join(deploy, 'registry.json'), 'utf8')) as Record<'embed' | 'shell', { active: string }> & { remotes: Record<string, { active: string }> }

/** The nodes of a syntax tree, and whether they are outside of every function. */
function* nodesIn(value: unknown, isOutside = true): Generator<{ node: Node & Record<string, unknown>; isOutside: boolean }> {
  if (typeof value !== 'object' || value === null) return
  const isNode = 'type' in value && typeof value.type === 'string'
  if (isNode) yield { node: value as Node & Record<string, unknown>, isOutside }
  const isFunction = isNode && /Function/.test(String(value.type))
  for (const inner of Object.values(value)) yield* nodesIn(inner, isOutside && !isFunction)
}

/** What Chrome 87 cannot read: of ES2022 it has the fields and methods of classes, and nothing else. @throws SyntaxError at what came later */
function tooNew(script: string): string | undefined {
  for (const { node, isOutside } of nodesIn(parse(script, { ecmaVersion: 2022, sourceType: 'module' }))) {
    if (node.type === 'StaticBlock') return 'a static block'
    if (node.type === 'AwaitExpression' && isOutside) return 'await outside of functions'
    if (node.type === 'BinaryExpression' && (node.left as Node).type === 'PrivateIdentifier') return 'a look for a private field'
    if (node.type === 'Literal' && (node.regex as { flags: string } | undefined)?.flags.includes('d')) return 'a pattern with the flag d'
  }
  return undefined
}

const scripts = Object.entries({ ...registry.remotes, embed: registry.embed, shell: registry.shell }).flatMap(([name, { active }]) => {
  const folder = path.join(deploy, 'r', name, active)
  return readdirSync(folder).filter((file) => file.endsWith('.js')).map((file) => path.join(folder, file))
})

test('KIO-12 every script of viewers, remotes, embeds and the dashboard can be read by Chrome 87', () => {
  expect(scripts.length).toBeGreaterThan(50)
  expect(scripts.flatMap((file) => tooNew(readFileSync(file, 'utf8')) ?? [])).toEqual([])
})

test.each([
  ['class A { static { A.b = 1 } }', 'a static block'],
  ['class A { #b; has(a) { return #b in a } }', 'a look for a private field'],
  ['await fetch("/")', 'await outside of functions'],
  ['const b = async () => await fetch("/")', undefined],
  ['/a/d.test("a")', 'a pattern with the flag d'],
  ['class A { #b = 1; c() { return this.#b ?? 1_000 } }', undefined],
])('KIO-12 %s is known as %s', (script, expected) => {
  expect(tooNew(script)).toBe(expected)
})

test('KIO-12 what came later still is no script', () => {
  expect(() => tooNew('/[a--b]/v.test("a")')).toThrow(SyntaxError)
})
