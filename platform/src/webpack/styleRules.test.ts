import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RemoteManifest } from '@multiball/shared/schema'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import { runWebpack } from './build'
import { styleRules } from './styleRules'

jest.setTimeout(60_000)

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
  return readdirSync(path.join(folder, 'dist')).flatMap((name) => (name.endsWith('.css') ? readFileSync(path.join(folder, 'dist', name), 'utf8') : [])).join('')
}

test.each([
  ['a class', '.card { color: red } .card nav { color: red }', /\.card_\w+ nav/],
  ['what it looks like in the page’s theme', `:global(:root[data-theme='dark']) .card { color: red }`, /:root\[data-theme='dark'\] \.card_\w+/],
  ['keyframes, a layer and a media query', '@layer remote { @keyframes turn { from { rotate: 0deg } } @media print { .card { animation: turn 1s } } }', /@layer remote/],
])('in a remote’s module %s is allowed', async (_what, css, expected) => {
  expect(await compile('Card.module.css', css)).toMatch(expected)
})

test.each([
  ['an element', 'nav { display: none }'],
  ['an element, said to be global', ':global(nav) { display: none !important }'],
  ['everything', '* { margin: 0 }'],
  ['the root', ':root { --mb-text: red }'],
])('in a remote’s module %s is refused: its rules reach the whole page', async (_what, css) => {
  await expect(compile('Card.module.css', css)).rejects.toThrow(/is not pure \(pure selectors must contain at least one local class or id\)/)
})

test('a style sheet that is no module is refused in a remote, with what to do', async () => {
  await expect(compile('wild.css', '.card { color: red }')).rejects.toThrow(/would reach the whole page.*Name it wild\.module\.css/)
})

test('a package’s style sheet keeps its names, and is refused where it reaches further', async () => {
  expect(await compile('node_modules/chart/chart.css', '.chart, .chart *::before { color: red }')).toContain('.chart, .chart *::before')
  await expect(compile('node_modules/reset/reset.css', 'body { margin: 0 }')).rejects.toThrow(/not pure/)
})

test('a remote that is a page of its own says what holds for all of it', async () => {
  expect(await compile('page.css', 'body { margin: 0 }', { ...manifest, page: '/viewer/*' })).toContain('body { margin: 0 }')
})

test('NAM-03 of a package’s faces only those in WOFF2 are published', async () => {
  const face = "@font-face { font-family: X; src: url(./files/x-0.woff2) format('woff2'), url(./files/x-0.woff) format('woff'); }"
  for (const file of ['x-0.woff2', 'x-0.woff']) {
    mkdirSync(path.join(folder, 'node_modules/@fontsource/x/files'), { recursive: true })
    writeFileSync(path.join(folder, 'node_modules/@fontsource/x/files', file), '')
  }
  const css = await compile('node_modules/@fontsource/x/700.css', face, { ...manifest, page: '/viewer/*' })
  expect(css).toContain('.woff2')
  expect(css).not.toMatch(/\.woff\b(?!2)/)
})
