import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths'

/*
 * The arrows of ARCHITECTURE.md as a test. Each rule names who may import what; the message of a failure says what to
 * do instead.
 */

interface Import {
  file: string
  from: string
}

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', '.types'].includes(entry.name)) continue
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* sourceFiles(file)
    else if (/\.tsx?$/.test(entry.name)) yield file
  }
}

/** Comments may talk about any module. */
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

const importsOf = (folder: string): Import[] =>
  [...sourceFiles(path.join(root, folder))].flatMap((file) => {
    const source = withoutComments(readFileSync(file, 'utf8'))
    const matches = source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)
    return [...matches].map(([, from]) => ({ file: path.relative(root, file), from: from! }))
  })

const isTest = ({ file }: Import) => /\.test\.tsx?$/.test(file)
const remotes = readdirSync(root).filter((name) => name.startsWith('mf-'))
const room = (name: string) => `@multiball/shared/${name}`

/** Which rooms each room of shared may import. */
const arrows: Record<string, readonly string[]> = {
  schema: [],
  routing: [],
  client: ['schema'],
  api: ['schema', 'client'],
  ui: ['routing'],
  live: ['schema', 'client', 'api'],
  session: ['schema', 'client', 'api'],
  remotes: ['schema', 'client'],
  display: ['schema'],
  forms: ['schema', 'client', 'api', 'ui', 'routing'],
  boards: ['schema', 'client', 'api', 'live', 'remotes', 'display'],
  pages: ['schema', 'client', 'api', 'session', 'forms', 'boards', 'ui', 'routing'],
  testing: ['schema', 'client', 'api', 'live', 'session', 'remotes', 'boards', 'display', 'ui', 'routing'],
}

describe('rooms of shared', () => {
  test.each(Object.entries(arrows))('%s imports only the rooms below it: %j', (name, allowed) => {
    const imports = importsOf(`shared/src/${name}`).filter((one) => !isTest(one))
    const wrong = imports
      .filter(({ from }) => from.startsWith('@multiball/'))
      .filter(({ from }) => !allowed.map(room).includes(from))
      .map(({ file, from }) => `${file} imports ${from}. Allowed: ${allowed.join(', ') || 'no other room'}. Move what it needs down, or pass it in.`)
    expect(wrong).toEqual([])
  })

  test.each(Object.keys(arrows))('%s reaches other rooms by package name, never by path', (name) => {
    const folder = path.join('shared/src', name)
    const wrong = importsOf(folder)
      .filter(({ from }) => from.startsWith('.'))
      .filter(({ file, from }) => !path.join(path.dirname(file), from).startsWith(folder))
      .map(({ file, from }) => `${file} imports ${from}. A relative path makes a second copy of the room in the page: use @multiball/shared/<room>.`)
    expect(wrong).toEqual([])
  })
})

describe('packages', () => {
  const packageRules: [string, (from: string) => boolean, string][] = [
    ...remotes.map((name): [string, (from: string) => boolean, string] => [
      name,
      (from) => /^@multiball\/(?!shared\/)/.test(from),
      'A remote imports shared only; what another remote shows comes through renderBoard of @multiball/shared/boards.',
    ]),
    ['mf-viewer', (from) => [room('ui'), room('forms'), room('pages'), room('session')].includes(from), 'Viewers never load the dashboard’s rooms: use @multiball/shared/display.'],
    ['embed', (from) => /^@multiball\/(?!shared\/)/.test(from) || ['ui', 'forms', 'pages', 'session', 'routing'].map(room).includes(from), 'Pages of partners never load the dashboard’s rooms: a display needs display, boards and live.'],
    ['embed/src/element', (from) => !from.startsWith('.'), 'board.js is 4 KB at most and stands alone: what needs a package belongs into embed/src/inside.'],
    ['shell', (from) => /^@multiball\/(?!shared\/)/.test(from), 'The shell knows remotes only by the registry: use @multiball/shared/remotes.'],
    ['server', (from) => from.startsWith('@multiball/') && from !== room('schema'), 'The server shares only the contracts: @multiball/shared/schema.'],
    ['platform', (from) => from.startsWith('@multiball/') && from !== room('schema'), 'Platform shares only the contracts: @multiball/shared/schema.'],
    ...['shared', 'shell', ...remotes].map((name): [string, (from: string) => boolean, string] => [
      name,
      (from) => from === 'react-router-dom' || from === 'react-router',
      'A share keeps its whole namespace: import the names from @multiball/shared/routing.',
    ]),
    ...['shared', 'shell', ...remotes].map((name): [string, (from: string) => boolean, string] => [
      name,
      (from) => from === 'react-aria-components',
      'The root of react-aria-components drags everything in: import react-aria-components/<Component> inside shared/ui.',
    ]),
  ]

  test.each(packageRules)('%s keeps to its arrows (%#)', (folder, isWrong, instead) => {
    const wrong = importsOf(folder)
      .filter((one) => !isTest(one))
      .filter(({ file, from }) => isWrong(from) && !file.startsWith('shared/src/routing/'))
      .map(({ file, from }) => `${file} imports ${from}. ${instead}`)
    expect(wrong).toEqual([])
  })

  test.each(remotes)('%s leaves its folder only by package name', (folder) => {
    const wrong = importsOf(folder)
      .filter(({ file, from }) => from.startsWith('.') && !path.join(path.dirname(file), from).startsWith(`${folder}/`))
      .map(({ file, from }) => `${file} imports ${from}. Another team's folder may change any day: ask for it in shared.`)
    expect(wrong).toEqual([])
  })

  test.each(remotes)('%s: what the public sees imports nothing of the forms and pages', (folder) => {
    const wrong = importsOf(folder)
      .filter(({ file }) => /\/src\/display(?:\.tsx|\/)/.test(file))
      .filter(({ from }) => /(?:^|\/)(?:form|pages)(?:\/|$)/.test(from) || [room('ui'), room('forms'), room('pages')].includes(from))
      .map(({ file, from }) => `${file} imports ${from}. A display carries nothing of the dashboard: move the shared part into display/.`)
    expect(wrong).toEqual([])
  })
})

/** Areas of the server: each may import those before it. The files that stand beside them tie them together. */
const areas = [
  ...['database', 'http', 'mails', 'media', 'accounts', 'catalogue', 'boards', 'venues', 'games', 'devices', 'tvs', 'pages', 'embeds', 'clientErrors'],
  ...['live', 'bus', 'openapi', 'backup', 'demo', 'testing', 'fuzz'],
]

describe('areas of the server', () => {
  test.each(areas)('%s imports only areas before it', (area) => {
    const wrong = importsOf(`server/src/${area}`)
      .filter((one) => !isTest(one) && !one.file.endsWith('.cli.ts') && one.from.startsWith('.'))
      .map(({ file, from }) => ({ file, from, other: path.join(path.dirname(file), from).split('/')[2]! }))
      .filter(({ other }) => other !== area && areas.indexOf(other) > areas.indexOf(area))
      .map(({ file, from }) => `${file} imports ${from}. An area knows only those before it: let ${area} call what compose.ts gives it, or move what both need down.`)
    expect(wrong).toEqual([])
  })

  test('all have their place in the order', () => {
    const folders = readdirSync(path.join(root, 'server/src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect([...areas].sort()).toEqual(folders.map(({ name }) => name).sort())
  })
})

test('every package of the workspace names exact versions', () => {
  const folders = ['.', 'shared', 'shell', 'embed', 'server', 'platform', 'e2e', 'bench', ...remotes]
  const loose = folders.flatMap((folder) => {
    let text: string
    try {
      text = readFileSync(path.join(root, folder, 'package.json'), 'utf8')
    } catch {
      return []
    }
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<string, Record<string, string>>
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${folder}/package.json: ${name} ${version}. Pin it: npm install -E`)
  })
  expect(loose).toEqual([])
})
