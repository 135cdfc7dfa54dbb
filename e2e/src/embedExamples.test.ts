import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import ts from 'typescript'
import type { EmbedVersions } from '@multiball/shared/schema'
import { promote, publishEmbed } from '../../platform/src/registry/changes'
import { changeRegistry, readRegistry } from '../../platform/src/registry/registryFile'
import { bringAxe, violationsInBothThemes } from './accessibility'
import { postState } from './account'
import { complaintsOf } from './browser'
import { check, overflow, widths } from './dashboard'
import { copyDeploy } from './deployCopy'
import { startExample, type RunningExample } from './examples'
import { Keyboard } from './keyboard'
import { makeOneOfEach, type OneOfEach } from './oneOfEach'
import { bundlePackages, heard, startPartnerSite, type PartnerSite } from './partnerSite'
import { useProduct } from './useProduct'

/*
 * What a partner does: copies code out of the playground, runs the examples, pins a version. Every page is of another
 * site than the product's.
 */

const names = ['plain', 'react-17', 'react-host', 'oembed', 'federated-host', 'federated-react-18', '../e2e/fixtures/federated-alone'] as const
type Name = (typeof names)[number]

const deploy = copyDeploy()
const stage = useProduct('embed-partner', { environment: () => ({ DEPLOY_DIR: deploy.folder }) })
let site: PartnerSite
let boards: OneOfEach
let examples: Record<Name, RunningExample>

beforeAll(async () => {
  boards = await makeOneOfEach(stage.owner)
  await playGame()
  site = await startPartnerSite()
  const started = await Promise.all(names.map((name) => startExample(name, stage.product.url, `scoreboard/${boards.scoreboard}`)))
  examples = Object.fromEntries(names.map((name, at) => [name, started[at]!])) as typeof examples
})

afterAll(async () => {
  for (const example of Object.values(examples ?? {})) example.stop()
  site?.stop()
  deploy.remove()
})

let sequence = 0
const session = '6f1c1e0a-7c55-4a44-9f0e-3d7f0b8f6a10'

/** A game on the scoreboard's machine: each call is its next state. */
async function playGame(score = 4_200_000) {
  const { venuemachine_items } = await stage.owner.call<{ venuemachine_items: { venuemachine: number }[] }>('GET', `/api/scoreboard/${boards.scoreboard}/`)
  const { key } = await stage.owner.call<{ key: string }>('POST', `/api/venuemachine/${venuemachine_items[0]!.venuemachine}/device_key/`)
  await postState(stage.product.url, key, { session_uuid: session, session_sequence: (sequence += 1), current_ball: 1, current_p1_score: score })
}

async function openExample(name: Name): Promise<{ page: Page; complaints: string[] }> {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 1600 }, permissions: ['local-network-access'] })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(examples[name].url)
  return { page, complaints }
}

/** The board says this score, to eyes and ears. */
const says = (place: Locator, score: string) => place.getByText(score).first().waitFor({ state: 'attached' })

const frameOf = (place: Locator) => place.locator('iframe').contentFrame().locator('body')

test('EMB-01 EMB-03 the plain page: an iframe, the element and the element inline are live under a strict policy, and the page hears of it', async () => {
  const { page, complaints } = await openExample('plain')
  await says(page.locator('main > iframe').contentFrame().locator('body'), '4,200,000')
  await says(frameOf(page.locator('#framed')), '4,200,000')
  await says(page.locator('#inline'), '4,200,000')
  await page.getByText('Player 1 4,200,000').waitFor()
  expect(await page.locator('#inline iframe').count()).toBe(0)
  await playGame(5_000_000)
  await says(page.locator('#inline'), '5,000,000')
  await says(frameOf(page.locator('#framed')), '5,000,000')
  await page.getByRole('button', { name: 'Light' }).click()
  await page.locator('#inline [data-tone="light"]').first().waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test.each([
  ['an address without http', 'localhost:3000', '', 'localhost:3000 is not the address of a server, such as http://localhost:3000'],
  ['a server that is away', 'http://localhost:1', '', 'http://localhost:1 does not answer. Start Multiball with npm start, and name the address that it prints.'],
  ['no board', 'http://localhost:1', 'pin/7', 'pin/7 is no board. A board is named like scoreboard/7, with one of the types scoreboard, leaderboard, comboboard, slideshow, streamboard'],
])('an example that is given %s says so in a sentence', async (_what, host, board, sentence) => {
  await expect(startExample('plain', host, board)).rejects.toThrow(new Error(`plain ended with 1:\n${sentence}\n`))
})

test('EMB-08 the React host: Multiball runs on its React, in a root that it made and in its own tree', async () => {
  const { page, complaints } = await openExample('react-host')
  await page.getByText('Ready, on our React (1 root made with it)').waitFor()
  await says(page.locator('#mounted'), '5,000,000')
  await says(page.locator('#own'), '5,000,000')
  await playGame(5_100_000)
  await says(page.locator('#own'), '5,100,000')
  await page.getByRole('button', { name: 'Take it out' }).click()
  await page.locator('#mounted').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Put it in' }).click()
  await says(page.locator('#mounted'), '5,100,000')
  expect(complaints).toEqual([])
  await page.context().close()
})

test('EMB-08 the page on React 17: its React does not fit, so that boards run ours, and its own goes on', async () => {
  const { page, complaints } = await openExample('react-17')
  await page.getByRole('heading', { name: 'Club Tilt, on React 17.0.2' }).waitFor()
  await page.getByText('Mounted by host.js: ready').waitFor()
  for (const place of ['#mounted', '#inline']) await says(page.locator(place), '5,100,000')
  await says(frameOf(page.locator('#framed')), '5,100,000')
  await page.getByRole('button', { name: '0 players checked in' }).click()
  await page.getByRole('button', { name: '1 players checked in' }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

/** How many copies of React DOM have drawn something in a page, shadow roots included: each marks its roots with a key of its own. */
const countReacts = (page: Page) =>
  page.evaluate(() => {
    const marks = new Set<string>()
    const visit = (place: Document | ShadowRoot) => {
      for (const element of place.querySelectorAll('*')) {
        for (const key of Object.keys(element)) if (key.startsWith('__reactContainer$')) marks.add(key)
        if (element.shadowRoot) visit(element.shadowRoot)
      }
    }
    visit(document)
    return marks.size
  })

describe('EMB-12 a host of module federation takes boards as a remote', () => {
  test.each([
    ['federated-host', '19.3.1', 'its React is that of the boards too', 1],
    ['federated-react-18', '18.3.1', 'it renders our component, and the boards run ours', 2],
  ] as const)('%s, on React %s: %s; a component and a mounted board are live', async (name, version, _so, reacts) => {
    const { page, complaints } = await openExample(name)
    await page.getByText(`on React ${version}.`).waitFor()
    const places = [page.locator('#component'), page.locator('#mounted')]
    for (const place of places) await says(place, '5,100,000')
    expect(await countReacts(page)).toBe(reacts)
    await page.getByText('Somebody 5100000').waitFor()
    await playGame(5_100_001)
    for (const place of places) await says(place, '5,100,001')
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.getByRole('button', { name: 'As its owner wants it' }).waitFor()
    await playGame(5_100_000)
    for (const place of places) await says(place, '5,100,000')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('one that shares nothing is told what its tree lacks for a component; what it mounts is live', async () => {
    const { page } = await openExample('../e2e/fixtures/federated-alone')
    await page.getByText('this application shares no React').waitFor()
    await says(page.locator('#mounted'), '5,100,000')
    await page.context().close()
  })

  test('EMB-13 the types of the remote are fetched by the federation that asks for it', () => {
    const folder = path.resolve(import.meta.dirname, '../../examples/federated-host')
    const { config } = ts.readConfigFile(path.join(folder, 'tsconfig.json'), (file) => ts.sys.readFile(file))
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
    const program = ts.createProgram(fileNames, options)
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  })
})

test('EMB-11 the blog: an address on a line of its own becomes a live frame that is nobody’s origin', async () => {
  const { page, complaints } = await openExample('oembed')
  const frame = page.locator('figure iframe')
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
  await says(frame.contentFrame().locator('body'), '5,100,000')
  await page.locator('figcaption', { hasText: 'Lobby wall' }).waitFor()
  const rename = (title: string) => stage.owner.call('PATCH', `/api/scoreboard/${boards.scoreboard}/`, { title })
  await rename("Win $& or $$ at the $'s")
  await page.reload()
  expect(await page.locator('figcaption').textContent()).toBe("Win $& or $$ at the $'s")
  await rename('Lobby wall')
  expect(complaints).toEqual([])
  await page.context().close()
})

const answerOf = async <Answer>(address: string) => (await (await fetch(stage.product.url + address)).json()) as Answer

/** Puts the active embed into the registry once more, under another name; `boardScript` in the place of what defines the element. */
async function publishNewer(version: string, boardScript?: string) {
  const { active, versions } = readRegistry(deploy.folder).embed!
  const renamed = (text: string) => text.replaceAll(`/r/embed/${active}/`, `/r/embed/${version}/`)
  const folder = path.join(deploy.folder, 'r/embed', version)
  cpSync(path.join(deploy.folder, 'r/embed', active), folder, { recursive: true })
  if (boardScript !== undefined) {
    writeFileSync(path.join(folder, 'board.js'), boardScript)
    writeFileSync(path.join(folder, 'board.js.br'), brotliCompressSync(boardScript))
    writeFileSync(path.join(folder, 'board.js.gz'), gzipSync(boardScript))
  }
  const record = JSON.parse(renamed(JSON.stringify(versions[active]))) as (typeof versions)[string]
  await changeRegistry(deploy.folder, (registry) => publishEmbed(registry, version, record))
}

describe('the playground', () => {
  let context: BrowserContext
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] })
    context.setDefaultTimeout(30_000)
    await context.addCookies([{ name: 'token', value: stage.owner.token, url: stage.product.url }])
    await bringAxe(context)
    page = await context.newPage()
    complaints = complaintsOf(page)
  })
  afterAll(() => context?.close())

  const copied = async (what: string) => {
    await page.getByRole('button', { name: `Copy ${what}` }).click()
    await page.getByRole('button', { name: `Copied ${what}` }).waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const preview = () => page.frameLocator('iframe[title="Lobby wall in a page"]')
  /** What is copied, on a partner's page that allows nothing but that. */
  async function pasted() {
    const [code, lines] = [await copied('the code'), await copied('the policy')]
    const opened = await site.open(stage.browser, { html: code, headers: { 'content-security-policy': `default-src 'none'; ${lines.replaceAll('\n', ' ').replace('script-src', `script-src 'self'`)}${lines.includes('script-src') ? '' : ` script-src 'self'`}` } })
    return opened
  }

  test('EMB-09 the menu of a row leads to it; the preview is live, and what is copied works in a page with the copied policy', async () => {
    await page.goto(`${stage.product.url}/scoreboards`)
    await page.getByRole('button', { name: 'More for Lobby wall' }).click()
    await page.getByRole('menuitem', { name: 'Embed' }).click()
    await page.getByRole('heading', { level: 1, name: 'Embed' }).waitFor()
    await says(preview().locator('multiball-board iframe').contentFrame().locator('body'), '5,100,000')

    const iframe = await pasted()
    await says(iframe.page.locator('iframe').contentFrame().locator('body'), '5,100,000')
    await page.getByRole('tab', { name: 'Element' }).click()
    await check(page, 'Inline')
    await check(page, 'Light')
    await says(preview().locator('multiball-board[mode=inline]'), '5,100,000')
    await preview().locator('[data-tone="light"]').first().waitFor()
    const element = await pasted()
    await says(element.page.locator('multiball-board[theme=light]'), '5,100,000')
    expect([...iframe.complaints, ...element.complaints]).toEqual([])
    for (const opened of [iframe, element]) await opened.page.context().close()
  })

  test('EMB-09 by keyboard: another setting, and the code with one press', async () => {
    const keys = new Keyboard(page)
    await page.goto(`${stage.product.url}/embed?type=scoreboard&board=${boards.scoreboard}`)
    await keys.fill('textbox', 'Accent', '#0af')
    await keys.activate('button', 'Copy the code')
    await page.getByRole('button', { name: 'Copied the code' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('accent=%230af')
    await keys.fill('textbox', 'Add a site', 'https://blog.example')
    await keys.press('Enter')
    await keys.activate('button', 'Save sites')
    await page.getByText('Allowed sites updated').waitFor()
    expect(keys.flaws).toEqual([])
  })

  test('EMB-04 with a list of sites no other page shows the board; the preview does', async () => {
    expect(await stage.owner.call('GET', `/api/scoreboard/${boards.scoreboard}/embed/`)).toEqual({ sites: ['https://blog.example'] })
    await page.reload()
    await says(preview().locator('multiball-board iframe').contentFrame().locator('body'), '5,100,000')
    await page.getByRole('tab', { name: 'Element' }).click()
    await check(page, 'Inline')
    const elsewhere = await site.open(stage.browser, { html: await copied('the code') })
    await elsewhere.page.waitForFunction(() => (globalThis as unknown as { events: [string, { code?: string }][] }).events.some(([name, { code }]) => name === 'error' && code === 'BOARD_NOT_FOUND'))
    expect(await elsewhere.page.getByRole('link', { name: 'Lobby wall' }).isVisible()).toBe(true)
    // What stands below the fallback is not seen through it.
    expect(await elsewhere.page.locator('multiball-board').getByText('This board is not available.').first().isVisible()).toBe(false)
    await elsewhere.page.context().close()
    await page.getByRole('button', { name: 'Remove https://blog.example' }).click()
    await page.getByRole('button', { name: 'Save sites' }).click()
    await page.getByText('Any site may show this board').waitFor()
  })

  test.each(widths)('at $name width nothing is wider than the page, and axe finds nothing, errors and all kinds of code included', async ({ name, viewport }) => {
    await page.setViewportSize(viewport)
    await page.goto(`${stage.product.url}/embed?type=scoreboard&board=${boards.scoreboard}`)
    await page.getByLabel('Add a site').fill('http://example.com')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('A site needs https').waitFor()
    await check(page, 'Fixed')
    const found: string[] = []
    for (const kind of ['iframe', 'Element', 'React', 'oEmbed']) {
      await page.getByRole('tab', { name: kind }).click()
      await page.getByRole('tab', { name: kind, selected: true }).waitFor()
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      // What differs with the width is the frame around the code, not the code.
      if (name === 'desktop' || kind === 'oEmbed') found.push(...(await violationsInBothThemes(page)))
    }
    expect(found).toEqual([])
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
  })

  test('EMB-09 the React code of a private board opens it in React 17, 18 and 19', async () => {
    await stage.owner.call('PATCH', `/api/leaderboard/${boards.leaderboard}/`, { is_public: false })
    await page.goto(`${stage.product.url}/embed?type=leaderboard&board=${boards.leaderboard}`)
    await page.getByText('Include the viewer key', { exact: true }).click()
    await page.getByRole('tab', { name: 'React' }).click()
    const { outputText } = ts.transpileModule(await copied('the code'), { compilerOptions: { jsx: ts.JsxEmit.React, module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } })
    site.addScript('/board.js', `{ const exports = {}; const require = () => React; ${outputText}; const place = document.querySelector('#app'); const made = React.createElement(exports.LiveBoard); ReactDOM.createRoot ? ReactDOM.createRoot(place).render(made) : ReactDOM.render(made, place) }`)
    const reacts = { 17: ['react-dom', 'react-17/package.json'], 18: ['react-dom/client', 'federated-react-18/package.json'], 19: ['react-dom/client', 'react-host/package.json'] } as const
    for (const [major, [reactDom, from]] of Object.entries(reacts)) {
      site.addScript(`/react-${major}.js`, bundlePackages({ React: 'react', ReactDOM: reactDom }, path.resolve(import.meta.dirname, '../../examples', from)))
      const opened = await site.open(stage.browser, { html: '<div id="app"></div><script src="/board.js"></script>', head: `<script src="/react-${major}.js"></script>` })
      await heard(opened.page, 'ready')
      expect([await opened.page.evaluate(() => (globalThis as unknown as { React: { version: string } }).React.version.split('.')[0]), opened.complaints]).toEqual([major, []])
      await opened.page.context().close()
    }
    await stage.owner.call('PATCH', `/api/leaderboard/${boards.leaderboard}/`, { is_public: true })
  })

  test('none of this made the dashboard complain', () => {
    expect(complaints).toEqual([])
  })

  test('EMB-10 code that is pinned to the first published version goes on after later publishes, which others get', async () => {
    await page.setViewportSize(widths[0]!.viewport)
    await page.goto(`${stage.product.url}/embed?type=scoreboard&board=${boards.scoreboard}`)
    await page.getByRole('tab', { name: 'Element' }).click()
    await check(page, 'Inline')
    await check(page, 'Pinned')
    const first = (await answerOf<EmbedVersions>('/embed/v1/versions.json')).active
    await page.getByText(`Pinned to ${first}.`).waitFor()
    const pinned = await copied('the code')
    expect(pinned).toContain(`/r/embed/${first}/board.js`)
    await check(page, 'Automatic')
    const evergreen = await copied('the code')

    await publishNewer('1.1.0-second')
    await publishNewer('1.2.0-third', 'globalThis.isThird = true')
    const scoreboards = deploy.activeVersion('mf-scoreboards')
    deploy.addTwin('mf-scoreboards', '1.9.0')
    await changeRegistry(deploy.folder, (registry) => promote(registry, 'mf-scoreboards', '1.9.0'))
    const { active, versions } = await answerOf<EmbedVersions>('/embed/v1/versions.json')
    expect([active, Object.keys(versions)]).toEqual(['1.2.0-third', expect.arrayContaining([first, '1.1.0-second', '1.2.0-third'])])

    const kept = await site.open(stage.browser, { html: pinned })
    const files: string[] = []
    kept.page.on('request', (request) => files.push(new URL(request.url()).pathname))
    await kept.page.reload()
    await says(kept.page.locator('multiball-board'), '5,100,000')
    expect(kept.complaints).toEqual([])
    // Its own files are of the version that was pinned, the display is of the newest.
    const loaded = files.filter((file) => file.startsWith('/r/embed/'))
    expect(loaded.length).toBeGreaterThan(1)
    expect(loaded.filter((file) => !file.startsWith(`/r/embed/${first}/`))).toEqual([])
    expect(files.some((file) => file.startsWith('/r/mf-scoreboards/1.9.0/'))).toBe(true)
    expect(files.some((file) => file.startsWith(`/r/mf-scoreboards/${scoreboards}/`))).toBe(false)
    await kept.page.context().close()

    const newest = await site.open(stage.browser, { html: evergreen })
    await newest.page.waitForFunction(() => (globalThis as { isThird?: boolean }).isThird)
    await newest.page.context().close()
  })
})
