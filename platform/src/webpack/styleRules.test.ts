import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RemoteManifest } from '@multiball/shared/schema'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import { runWebpack } from './build'
import { styleRules } from './styleRules'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'multiball-styles-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const manifest: RemoteManifest = { routes: [], exposes: {}, requires: { shared: '^1.0.0', react: '^19.0.0' } }

/** Compiles a remote that imports one style sheet. @returns the styles that its visitors get */
async function compile(file: string, css: string, given: RemoteManifest = manifest): Promise<string> {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), css)
  writeFileSync(path.join(folder, 'index.js'), `import './${file}'`)
  await runWebpack({
    mode: 'production',
    context: folder,
    entry: './index.js',
    output: { path: path.join(folder, 'dist') },
    module: { rules: styleRules({ folder, name: 'mf-xy', version: '1.0.0', manifest: given }) },
    plugins: [new MiniCssExtractPlugin()],
  })
  return readdirSync(path.join(folder, 'dist'))
    .flatMap((name) => (name.endsWith('.css') ? readFileSync(path.join(folder, 'dist', name), 'utf8') : []))
    .join('')
}

const guestStyles =
  jest.requireActual<(this: { resourcePath: string; getOptions(): { name: string } }, css: string) => string>(
    './guestStylesLoader.cjs',
  )
/** What every sheet of a remote's goes through first. */
const admit = (css: string) =>
  guestStyles.call({ resourcePath: '/mf-xy/Card.module.css', getOptions: () => ({ name: 'mf-xy' }) }, css)

test('in a remote’s module what stays below its own classes is allowed', async () => {
  const allowed: [string, RegExp][] = [
    ['.card { color: red } .card nav { color: red }', /\.card_\w+ nav/],
    [`:global(:root[data-theme='dark']) .card { color: red }`, /:root\[data-theme='dark'\] \.card_\w+/],
    ['.list > li + li, .list :not(.card) ~ * { color: red }', /\.list_\w+ > li \+ li/],
    ['.card { &:hover nav, > nav { color: red } }', /&:hover nav/],
    [`@font-face { font-family: 'mf-xy Digits'; src: local(Arial) }`, /mf-xy Digits/],
    [
      '@layer remote { @keyframes turn { from { rotate: 0deg } } @media print { .card { animation: turn 1s } } }',
      /@layer remote/,
    ],
  ]
  const compiled = await compile('Card.module.css', allowed.map(([css]) => css).join('\n'))
  for (const [, expected] of allowed) expect(compiled).toMatch(expected)
})

test('in a remote’s module a rule that reaches the whole page fails the build, with the file, the line and the rule', async () => {
  await expect(compile('Card.module.css', '.card {\n} nav { color: red }')).rejects.toThrow(
    'Card.module.css, line 2: “nav” would reach the whole page',
  )
})

test.each([
  ['nav'],
  [':global(nav)'],
  [':global .card nav'],
  ['*'],
  [':root'],
  ['nav:not(.card)'],
  ['html:has(.card)'],
  [':is(.card, nav)'],
  ['.card ~ *'],
  ['main .card + nav'],
  ['& ~ nav'],
  ['+ nav'],
  [':not(&)'],
])('in a remote’s module rules for %s are refused: they reach the whole page', (selector) => {
  const isNested = /^\+|&/.test(selector)
  const css = `.card {\n${isNested ? '' : '}'} ${selector} { color: red } ${isNested ? '}' : ''}`
  expect(() => admit(css)).toThrow(`Card.module.css, line 2: “${selector}” would reach the whole page`)
})

test.each([
  ['@property --mb-text { syntax: "*"; inherits: true }', 'Say what it does'],
  ['@font-face { font-family: "Noto Sans"; src: local(Arial) }', "Begin its name with the remote’s: 'mf-xy Noto Sans'"],
  ['@counter-style decimal { system: cyclic; symbols: x }', 'Say what it does'],
  ['@page { margin: 0 }', 'Say what it does'],
  ['@view-transition { navigation: auto }', 'Say what it does'],
  ['@layer ui, remote;', 'Write the rules into the layer'],
  ['@keyframes :global(turn) { from { rotate: 0deg } }', 'Leave out :global'],
  ['@import url(https://fonts.example/all.css);', 'Import the sheet in the script'],
])('in a remote’s module %s is refused, with what to do instead', (rule, instead) => {
  expect(() => admit(`${rule}\n.card { color: red }`)).toThrow(new RegExp(`line 1: “@[^”]*” .*${instead}`))
})

test('what a remote’s module composes from another sheet is held to the same', async () => {
  writeFileSync(path.join(folder, 'other.css'), '.base { color: red } nav { color: red }')
  await expect(compile('Card.module.css', ".card { composes: base from './other.css' }")).rejects.toThrow(
    'other.css, line 1: “nav”',
  )
})

test('a style sheet that is no module is refused in a remote, with what to do', async () => {
  await expect(compile('wild.css', '.card { color: red }')).rejects.toThrow(
    /would reach the whole page.*Name it wild\.module\.css/,
  )
})

test('a package’s style sheet keeps its names, and is refused where it reaches further', async () => {
  expect(await compile('node_modules/chart/chart.css', '.chart, .chart *::before { color: red }')).toContain(
    '.chart, .chart *::before',
  )
  await expect(compile('node_modules/reset/reset.css', 'body { margin: 0 }')).rejects.toThrow(
    'reset.css, line 1: “body” would reach the whole page',
  )
})

test('a remote that is a page of its own says what holds for all of it', async () => {
  expect(await compile('page.css', 'body { margin: 0 }', { ...manifest, page: '/viewer/*' })).toContain(
    'body { margin: 0 }',
  )
})

test('NAM-03 of a package’s faces only those in WOFF2 are published', async () => {
  const face =
    "@font-face { font-family: X; src: url(./files/x-0.woff2) format('woff2'), url(./files/x-0.woff) format('woff'); }"
  for (const file of ['x-0.woff2', 'x-0.woff']) {
    mkdirSync(path.join(folder, 'node_modules/@fontsource/x/files'), { recursive: true })
    writeFileSync(path.join(folder, 'node_modules/@fontsource/x/files', file), '')
  }
  const css = await compile('node_modules/@fontsource/x/700.css', face, { ...manifest, page: '/viewer/*' })
  expect(css).toContain('.woff2')
  expect(css).not.toMatch(/\.woff\b(?!2)/)
})
