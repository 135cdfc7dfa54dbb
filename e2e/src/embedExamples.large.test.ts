import path from 'node:path'
import type { Page } from 'playwright-core'
import ts from 'typescript'
import { signedIn } from './dashboard'
import { inFrame, openExample, says, startExample, type RunningExample } from './examples'
import { makeOneOfEach, playOn, type OneOfEach } from './oneOfEach'
import { bundlePackages, heard, startPartnerSite, type PartnerSite } from './partnerSite'
import { useProduct } from './useProduct'

/* The examples that bring a React, a federation or a blog, each on a port of its own; embedExamples.test.ts has the plain one. */

const names = [
  'react-17',
  'react-host',
  'oembed',
  'federated-host',
  'federated-react-18',
  '../e2e/fixtures/federated-alone',
] as const
type Name = (typeof names)[number]

const rig = useProduct('embed-examples')
let boards: OneOfEach
let examples: Record<Name, RunningExample>
let playGame: (score: number) => Promise<void>
let site: PartnerSite

beforeAll(async () => {
  boards = await makeOneOfEach(rig.owner)
  playGame = await playOn(rig.product.url, rig.owner, boards.scoreboard)
  await playGame(5_000_000)
  site = await startPartnerSite()
  const started = await Promise.all(
    names.map((name) => startExample(name, rig.product.url, `scoreboard/${boards.scoreboard}`)),
  )
  examples = Object.fromEntries(names.map((name, at) => [name, started[at]!])) as typeof examples
})

afterAll(() => {
  for (const example of Object.values(examples ?? {})) example.stop()
  site?.stop()
})

const open = (name: Name) => openExample(rig.browser, examples[name])

test.each([
  [
    'an address without http',
    'localhost:3000',
    '',
    'localhost:3000 is not the address of a server, such as http://localhost:3000',
  ],
  [
    'a server that is away',
    'http://localhost:1',
    '',
    'http://localhost:1 does not answer. Start Multiball with npm start, and name the address that it prints.',
  ],
  [
    'no board',
    'http://localhost:1',
    'pin/7',
    'pin/7 is no board. A board is named like scoreboard/7, with one of the types scoreboard, leaderboard, comboboard, slideshow, streamboard',
  ],
])('an example that is given %s says so in a sentence', async (_what, host, board, sentence) => {
  await expect(startExample('plain', host, board)).rejects.toThrow(new Error(`plain ended with 1:\n${sentence}\n`))
})

test('EMB-08 the React host: Multiball runs on its React, in a root that it made and in its own tree', async () => {
  const { page, complaints } = await open('react-host')
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
})

test('EMB-08 the page on React 17: its React does not fit, so that boards run ours, and its own goes on', async () => {
  const { page, complaints } = await open('react-17')
  await page.getByRole('heading', { name: 'Club Tilt, on React 17.0.2' }).waitFor()
  await page.getByText('Mounted by host.js: ready').waitFor()
  for (const place of ['#mounted', '#inline']) await says(page.locator(place), '5,100,000')
  await says(inFrame(page.locator('#framed')), '5,100,000')
  await page.getByRole('button', { name: '0 players checked in' }).click()
  await page.getByRole('button', { name: '1 players checked in' }).waitFor()
  expect(complaints).toEqual([])
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
    const { page, complaints } = await open(name)
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
  })

  test('one that shares nothing is told what its tree lacks for a component; what it mounts is live', async () => {
    const { page } = await open('../e2e/fixtures/federated-alone')
    await page.getByText('this application shares no React').waitFor()
    await says(page.locator('#mounted'), '5,100,000')
  })

  test('EMB-13 the types of the remote are fetched by the federation that asks for it', () => {
    const folder = path.resolve(import.meta.dirname, '../../examples/federated-host')
    const { config } = ts.readConfigFile(path.join(folder, 'tsconfig.json'), (file) => ts.sys.readFile(file))
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
    const program = ts.createProgram(fileNames, options)
    expect(
      ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ).toEqual([])
  })
})

test('EMB-11 the blog: an address on a line of its own becomes a live frame without an origin', async () => {
  const { page, complaints } = await open('oembed')
  const frame = page.locator('figure iframe')
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
  await says(frame.contentFrame().locator('body'), '5,100,000')
  await page.locator('figcaption', { hasText: 'Lobby wall' }).waitFor()
  const rename = (title: string) => rig.owner.call('PATCH', `/api/scoreboard/${boards.scoreboard}/`, { title })
  await rename("Win $& or $$ at the $'s")
  await page.reload()
  expect(await page.locator('figcaption').textContent()).toBe("Win $& or $$ at the $'s")
  await rename('Lobby wall')
  expect(complaints).toEqual([])
})

test('EMB-09 the React code of a private board opens it in React 17, 18 and 19', async () => {
  await rig.owner.call('PATCH', `/api/leaderboard/${boards.leaderboard}/`, { is_public: false })
  const context = await signedIn(rig.browser, rig.product.url, rig.owner, { width: 1280, height: 800 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await page.goto(`${rig.product.url}/embed?type=leaderboard&board=${boards.leaderboard}`)
  await page.getByText('Include the viewer key', { exact: true }).click()
  await page.getByRole('tab', { name: 'React' }).click()
  await page.getByRole('button', { name: 'Copy the code' }).click()
  await page.getByRole('button', { name: 'Copied the code' }).waitFor()
  const { outputText } = ts.transpileModule(await page.evaluate(() => navigator.clipboard.readText()), {
    compilerOptions: { jsx: ts.JsxEmit.React, module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  site.addScript(
    '/board.js',
    `{ const exports = {}; const require = () => React; ${outputText}; const place = document.querySelector('#app'); const made = React.createElement(exports.LiveBoard); ReactDOM.createRoot ? ReactDOM.createRoot(place).render(made) : ReactDOM.render(made, place) }`,
  )
  const reacts = {
    17: ['react-dom', 'react-17/package.json'],
    18: ['react-dom/client', 'federated-react-18/package.json'],
    19: ['react-dom/client', 'react-host/package.json'],
  } as const
  for (const [major, [reactDom, from]] of Object.entries(reacts)) {
    site.addScript(
      `/react-${major}.js`,
      bundlePackages({ React: 'react', ReactDOM: reactDom }, path.resolve(import.meta.dirname, '../../examples', from)),
    )
    const opened = await site.open(rig.browser, {
      html: '<div id="app"></div><script src="/board.js"></script>',
      head: `<script src="/react-${major}.js"></script>`,
    })
    await heard(opened.page, 'ready')
    expect([
      await opened.page.evaluate(
        () => (globalThis as unknown as { React: { version: string } }).React.version.split('.')[0],
      ),
      opened.complaints,
    ]).toEqual([major, []])
  }
})

test('EMB-06 a page that replaces built-in functions, as old Prototype.js did: a frame does not mind, inline has the fallback and a code', async () => {
  const board = `type="scoreboard" board="${boards.scoreboard}" loading="eager"`
  const html = `<multiball-board ${board}></multiball-board><multiball-board ${board} mode="inline"><p>Own fallback</p></multiball-board><script type="module" src="${rig.product.url}/embed/v1/board.js"></script>`
  const { page } = await site.open(rig.browser, {
    head: '<script>Array.prototype.reduce = function () { return this[0] }</script>',
    html,
  })
  await heard(page, 'ready')
  await heard(page, 'error', 1, { code: 'REMOTE_FAILED' })
  expect(await page.getByText('Own fallback').isVisible()).toBe(true)
})
