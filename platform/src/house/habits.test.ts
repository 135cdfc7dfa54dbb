import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../disk/paths'
import { isTest, publicFiles, sources, stylesheets } from './sources'

/*
 * Habits that keep the house simple. Each message says what to do instead. The list is what does not keep to them yet:
 * whatever is mended has to be taken off.
 */

const all = [...sources().values()]

/** Opened by a tool, by their name: nothing imports them. */
const entryPoints = [
  /\.config\.mjs$/,
  /^(?:platform\/[^/]+|platform\/(?:jest|eslint|src\/dev)\/.*)\.mjs$/,
  /^platform\/src\/webpack\/page\/(?:startFederation|startPage)\.ts$/,
  /^embed\/src\/(?:board|host|federated\/\w+|inside\/(?:createHost|fontFaces|partnerReact))\.ts$/,
  /^mf-[^/]+\/src\/(?:(?:routes|display|page|claim|games|help|send)\.tsx|commands\.ts)$/,
  /^(?:server\/src\/testing|e2e\/src)\/global(?:Setup|Teardown)\.ts$/,
  // They stand in for modules of shared in measured pages.
  /^bench\/src\/(?:render|viewer|peers)\/(?:bundledRemotes|CountUpNumerals)\.tsx?$/,
  /^examples\//,
  /\.cli\.ts$/,
]

/** Packages that still export for nobody. */
const generous = ['shared', 'shell']
const ownerOf = (file: string) => file.split('/')[0]!

test('no export without a user in another file', () => {
  const users = new Map<string, Set<string> | 'all'>()
  for (const { target, names } of all.flatMap(({ imports }) => imports)) {
    const known = users.get(target ?? '') ?? new Set()
    if (!target || known === 'all') continue
    users.set(target, names ? new Set([...known, ...names]) : 'all')
  }
  const isGiven = (file: string) =>
    entryPoints.some((pattern) => pattern.test(file)) || [...publicFiles.values()].includes(file)
  const unused = all.flatMap(({ file, exports }) => {
    const used = users.get(file) ?? new Set()
    if (used === 'all' || isGiven(file)) return []
    const names = exports.filter((name) => !used.has(name))
    return names.length > 0 ? [{ file, names }] : []
  })
  const wrong = unused
    .filter(({ file }) => !generous.includes(ownerOf(file)))
    .map(
      ({ file, names }) =>
        `${file} exports ${names.join(', ')} for nobody. Take the word export away, and what then has no use.`,
    )
  const mended = generous
    .filter((owner) => !unused.some(({ file }) => ownerOf(file) === owner))
    .map((owner) => `${owner} keeps to it now: take it off the list.`)
  expect([...wrong, ...mended]).toEqual([])
})

const most = 25

test(`no flat room of more than ${most} sources`, () => {
  const rooms = new Map<string, number>()
  for (const file of [...all.map(({ file: source }) => source).filter((source) => !isTest(source)), ...stylesheets()]) {
    rooms.set(path.dirname(file), (rooms.get(path.dirname(file)) ?? 0) + 1)
  }
  const large = [...rooms].filter(([, count]) => count > most)
  const wrong = large.map(
    ([room, count]) =>
      `${room} has ${count} sources. Fold small ones into the file whose idea they belong to, or give the room rooms.`,
  )
  expect(wrong).toEqual([])
})

/** Files that import each other in a ring, by Tarjan's algorithm. */
function circles(arrows: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const visit = (file: string) => {
    const number = numbers.size
    numbers.set(file, number)
    lowest.set(file, number)
    path.push(file)
    for (const next of arrows.get(file) ?? []) {
      if (!numbers.has(next)) visit(next)
      if (path.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!))
    }
    if (lowest.get(file) !== number) return
    const ring = path.splice(path.indexOf(file))
    if (ring.length > 1) found.push(ring.sort())
  }
  for (const file of arrows.keys()) if (!numbers.has(file)) visit(file)
  return found
}

test('no circle of imports, of types neither', () => {
  const arrows = new Map(
    all
      .filter(({ file }) => !isTest(file))
      .map(({ file, imports }) => [file, imports.flatMap(({ target }) => target ?? [])]),
  )
  const wrong = circles(arrows).map(
    (ring) =>
      `${ring.join(', ')} import each other. Put what they share into the one that the others are built on, or pass it in.`,
  )
  expect(wrong).toEqual([])
})

test('circles are found', () => {
  expect(
    circles(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', ['a']],
        ['d', []],
        ['e', ['f']],
        ['f', ['e', 'd']],
      ]),
    ),
  ).toEqual([
    ['a', 'b', 'c'],
    ['e', 'f'],
  ])
})

/** `import css from './Row.module.css'` */
const styled = /^import (\w+) from '([^']+\.module\.css)'/gm

test('every class that a component names is in its stylesheet', () => {
  const wrong = all.flatMap(({ file }) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(styled)].flatMap(([, name, from]) => {
      const sheet = path.join(path.dirname(file), from!)
      const known = new Set(
        [...readFileSync(path.join(root, sheet), 'utf8').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, given]) => given),
      )
      const named = new Set(
        [...text.replace(styled, '').matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g'))].map(
          ([, dotted, quoted]) => dotted ?? quoted!,
        ),
      )
      return [...named]
        .filter((one) => !known.has(one))
        .map((one) => `${file} names ${name}.${one}, which ${sheet} has no rule for. Take it away, or write the rule.`)
    })
  })
  expect(wrong).toEqual([])
})

test('one system of metrics', () => {
  const packages =
    /^(?:prometheus-|@opentelemetry\/.*(?:metrics|prometheus)|hot-shots|appmetrics|express-prom|fastify-metrics|statsd)/
  const instead = 'Register it with prom-client, as server/src/ground/http/metrics.ts does.'
  const manifests = ['.', 'server', 'platform', 'bridge'].flatMap((folder) => {
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    return Object.keys(dependencies)
      .filter((name) => packages.test(name))
      .map((name) => `${folder}/package.json has ${name}. ${instead}`)
  })
  const own = all
    .filter(({ file }) => /^(?:server|platform|bridge)\/src\//.test(file) && !isTest(file))
    .filter(({ file }) => /# (?:TYPE|HELP) /.test(readFileSync(path.join(root, file), 'utf8')))
    .map(({ file }) => `${file} makes one of its own. ${instead}`)
  expect([...manifests, ...own]).toEqual([])
})
