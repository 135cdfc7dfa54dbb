import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isTest, sources } from './sources'
import type { Import } from './sources'
import { root } from '../disk/paths'

/*
 * The arrows of ARCHITECTURE.md as a test. Each rule names who may import what; the message of a failure says what to do
 * instead.
 */

/** What the sources below a folder import, without their tests unless these are asked for. */
const importsOf = (folder: string, withTests = false): Import[] =>
  [...sources().values()]
    .filter(({ file }) => file.startsWith(`${folder}/`) && (withTests || !isTest(file)))
    .flatMap(({ imports }) => imports)

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
  glyphs: [],
  display: ['schema', 'glyphs'],
  queries: ['client', 'session', 'ui'],
  forms: ['schema', 'client', 'api', 'queries', 'ui', 'routing'],
  boards: ['schema', 'client', 'api', 'live', 'remotes', 'display'],
  embedding: ['schema', 'client', 'api', 'live', 'display', 'boards'],
  pages: ['schema', 'client', 'api', 'session', 'queries', 'forms', 'boards', 'ui', 'routing'],
  testing: ['schema', 'client', 'api', 'live', 'session', 'remotes', 'boards', 'display', 'ui', 'routing'],
}

describe('rooms of shared', () => {
  test.each(Object.entries(arrows))('%s imports only the rooms below it: %j', (name, allowed) => {
    const wrong = importsOf(`shared/src/${name}`)
      .filter(({ from }) => from.startsWith('@multiball/'))
      .filter(({ from }) => !allowed.map(room).includes(from))
      .map(
        ({ file, from }) =>
          `${file} imports ${from}. Allowed: ${allowed.join(', ') || 'no other room'}. Move what it needs down, or pass it in.`,
      )
    expect(wrong).toEqual([])
  })

  test.each(Object.keys(arrows))('%s reaches other rooms by package name, never by path', (name) => {
    const folder = path.join('shared/src', name)
    const wrong = importsOf(folder, true)
      .filter(({ from }) => from.startsWith('.'))
      .filter(({ file, from }) => !path.join(path.dirname(file), from).startsWith(folder))
      .map(
        ({ file, from }) =>
          `${file} imports ${from}. A relative path makes a second copy of the room in the page: use @multiball/shared/<room>.`,
      )
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
    [
      'mf-viewer',
      (from) => [room('ui'), room('forms'), room('pages'), room('session'), room('queries')].includes(from),
      'Viewers never load the dashboard’s rooms: use @multiball/shared/display.',
    ],
    [
      'embed',
      (from) =>
        /^@multiball\/(?!shared\/)/.test(from) ||
        ['ui', 'forms', 'pages', 'session', 'queries', 'routing'].map(room).includes(from),
      'Pages of partners never load the dashboard’s rooms: a display needs display, boards and live.',
    ],
    [
      'embed/src/element',
      (from) => !from.startsWith('.'),
      'board.js is 4 KB at most and stands alone: what needs a package belongs into embed/src/inside.',
    ],
    [
      'shell',
      (from) => /^@multiball\/(?!shared\/)/.test(from),
      'The shell knows remotes only by the registry: use @multiball/shared/remotes.',
    ],
    [
      'server',
      (from) =>
        from.startsWith('@multiball/') &&
        ![room('schema'), room('glyphs'), '@multiball/platform/registry', '@multiball/platform/version'].includes(from),
      'The server shares only the contracts, @multiball/shared/schema, the glyphs of walls, @multiball/shared/glyphs, how the registry is changed, @multiball/platform/registry, and which sources these are, @multiball/platform/version.',
    ],
    [
      'platform',
      (from) => from.startsWith('@multiball/') && from !== room('schema'),
      'It shares only the contracts: @multiball/shared/schema.',
    ],
    [
      'bridge',
      (from) => from.startsWith('@multiball/') && ![room('schema'), '@multiball/server/tournaments'].includes(from),
      'It shares only the contracts, @multiball/shared/schema, and how tournaments are read, @multiball/server/tournaments.',
    ],
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
      .filter(({ file, from }) => isWrong(from) && !file.startsWith('shared/src/routing/'))
      .map(({ file, from }) => `${file} imports ${from}. ${instead}`)
    expect(wrong).toEqual([])
  })

  test.each(remotes)('%s leaves its folder only by package name', (folder) => {
    const wrong = importsOf(folder, true)
      .filter(({ file, from }) => from.startsWith('.') && !path.join(path.dirname(file), from).startsWith(`${folder}/`))
      .map(
        ({ file, from }) => `${file} imports ${from}. Another team's folder may change any day: ask for it in shared.`,
      )
    expect(wrong).toEqual([])
  })

  test.each(remotes)('%s: what the public sees imports nothing of the forms and pages', (folder) => {
    const wrong = importsOf(folder, true)
      .filter(({ file }) => /\/src\/display(?:\.tsx|\/)/.test(file))
      .filter(
        ({ from }) =>
          /(?:^|\/)(?:form|pages)(?:\/|$)/.test(from) ||
          [room('ui'), room('forms'), room('pages'), room('queries')].includes(from),
      )
      .map(
        ({ file, from }) =>
          `${file} imports ${from}. A display carries nothing of the dashboard: move the shared part into display/.`,
      )
    expect(wrong).toEqual([])
  })
})

/**
 * The server's three stories, each a folder. A room may import those of the stories below. On the ground and in the core an area
 * may import those before it; an edge knows no other edge.
 */
const stories = {
  ground: ['process', 'tracing', 'database', 'http', 'mails', 'media', 'registry', 'files', 'tournaments'],
  core: ['accounts', 'catalogue', 'boards', 'venues', 'games'],
  edges: [
    'devices',
    'live',
    'tvs',
    'home',
    'pages',
    'embeds',
    'failures',
    'bus',
    'openapi',
    'machineLists',
    'hooks',
    'matchPlay',
    'pictures',
    'platform',
  ],
}

/** Started by a command or by tests: they may use all of the house and those before them, and nothing of the house uses them. */
const beside = ['demo', 'backup', 'testing', 'fuzz', 'doctor']

/** What an area of the core shows to the others of the core: all else of it is its own. Edges may use more. */
const interfaces: Record<string, readonly string[]> = {
  accounts: ['publicUser', 'quotas'],
  catalogue: ['ownTitle'],
  boards: ['changes', 'openMachines', 'visibility'],
  venues: ['venues.service', 'venues.store'],
}

const { ground, core, edges } = stories
const order = [...ground, ...core]

/** An area and the place in it, of a file below server/src. */
function areaOf(file: string): { area: string; place: string } {
  const [story = '', ...rest] = file.split('/')
  const [area = '', ...place] = story in stories ? rest : [story, ...rest]
  return { area, place: place.join('/') }
}

const folderOf = (area: string) =>
  path.join('server/src', Object.entries(stories).find(([, areas]) => areas.includes(area))?.[0] ?? '', area)

/** What is wrong with an arrow between two areas of the server, and what to do instead; undefined where nothing is. */
function wrongArrow(area: string, other: string, place: string): string | undefined {
  if (area === other) return undefined
  if (beside.includes(area))
    return beside.indexOf(other) > beside.indexOf(area)
      ? `${area} stands before ${other}: move what both need into ${area}.`
      : undefined
  if (beside.includes(other)) return `${other} stands beside the house: what ${area} needs of it belongs into an area.`
  if (![...order, ...edges].includes(other))
    return 'Only compose.ts ties areas together: let it pass in what is needed.'
  if (edges.includes(other))
    return `An edge is known by nobody: let compose.ts pass in what ${area} needs, or move it down into the core.`
  if (edges.includes(area) || ground.includes(other) !== ground.includes(area)) {
    return order.indexOf(other) > order.indexOf(area) && !edges.includes(area)
      ? `${other} is a story above ${area}: let ${area} call what compose.ts gives it.`
      : undefined
  }
  if (order.indexOf(other) > order.indexOf(area))
    return `${area} stands before ${other}: let ${area} call what compose.ts gives it, or move what both need down.`
  if (core.includes(area) && !interfaces[other]?.includes(place))
    return `${other} shows others of the core ${interfaces[other]?.join(', ') ?? 'nothing'} only: use these, or have what is needed passed in.`
  return undefined
}

describe('areas of the server', () => {
  test.each([...order, ...edges, ...beside])('%s imports only areas before it', (area) => {
    const wrong = importsOf(folderOf(area)).flatMap(({ file, from, target }) => {
      if (!target?.startsWith('server/src/')) return []
      const other = areaOf(target.slice('server/src/'.length).replace(/\.ts$/, ''))
      const instead = wrongArrow(area, other.area, other.place)
      return instead ? [`${file} imports ${from}. ${instead}`] : []
    })
    expect(wrong).toEqual([])
  })

  test('all have their place in the order', () => {
    const foldersIn = (story: string) =>
      readdirSync(path.join(root, 'server/src', story), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    expect(Object.fromEntries(Object.keys(stories).map((story) => [story, foldersIn(story)]))).toEqual(
      Object.fromEntries(Object.entries(stories).map(([story, areas]) => [story, [...areas].sort()])),
    )
    expect(foldersIn('').sort()).toEqual([...Object.keys(stories), ...beside].sort())
  })

  test.each([
    ['http', 'database', 'pool', undefined],
    ['database', 'http', 'auth', /before/],
    ['http', 'boards', 'changes', /story above/],
    ['games', 'boards', 'visibility', undefined],
    ['games', 'boards', 'boards.store', /changes, openMachines, visibility only/],
    ['boards', 'games', 'games.service', /before/],
    ['live', 'boards', 'boards.store', undefined],
    ['live', 'tvs', 'tvs.store', /known by nobody/],
    ['games', 'live', 'hub', /known by nobody/],
    ['games', 'testing', 'makers', /beside the house/],
    ['games', 'compose', '', /compose\.ts ties/],
    ['demo', 'games', 'games.store', undefined],
  ])('an arrow from %s to %s (%s)', (area, other, place, instead) => {
    if (instead) expect(wrongArrow(area, other, place)).toMatch(instead)
    else expect(wrongArrow(area, other, place)).toBeUndefined()
  })
})

test('every package of the workspace names exact versions', () => {
  const folders = ['.', 'shared', 'shell', 'embed', 'server', 'platform', 'e2e', 'bench', 'bench/src/peers', ...remotes]
  const loose = folders.flatMap((folder) => {
    let text: string
    try {
      text = readFileSync(path.join(root, folder, 'package.json'), 'utf8')
    } catch {
      return []
    }
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<string, Record<string, string>>
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^(?:npm:[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${folder}/package.json: ${name} ${version}. Pin it: npm install -E`)
  })
  expect(loose).toEqual([])
})
