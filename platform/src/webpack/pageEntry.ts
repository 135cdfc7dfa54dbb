import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cacheFolder } from '../disk/paths'
import type { Build } from './build'
import { pageProvides, provided } from './singletons'

const require = createRequire(import.meta.url)
const inPage = (file: string) => path.join(import.meta.dirname, 'page', file)
const quoted = (text: string) => JSON.stringify(text)

/** The production builds of React's modules, by import name. */
const reactFiles = {
  react: 'react.production.js',
  'react/jsx-runtime': 'react-jsx-runtime.production.js',
  'react-dom': 'react-dom.production.js',
  'react-dom/client': 'react-dom-client.production.js',
}

const reactFile = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`${name.split('/')[0]}/package.json`)), 'cjs', file)

interface PageEntry {
  /** the module that the page begins with */
  entry: string
  /** of webpack's `resolve` */
  alias: Record<string, string>
}

interface PageEntryOptions {
  /** name of the federation's host, of which a page has one */
  host: string
  /** module whose default says, for the range of React that fits, whose the page is to run on */
  givenReact?: string
}

/**
 * Writes the modules that a page begins with: first it is settled whose React the page runs on, then its shares are there
 * for remotes, then its own entry runs. React is asked for through modules of ours, by all of the page.
 */
export function writePageEntry({ folder, name, page }: Build, { host, givenReact }: PageEntryOptions): PageEntry {
  const place = path.join(cacheFolder, name, 'page')
  mkdirSync(place, { recursive: true })
  const write = (file: string, lines: readonly string[]) => {
    writeFileSync(path.join(place, file), lines.map((line) => `${line}\n`).join(''))
    return path.join(place, file)
  }
  // Without a type of its own, of what lies around it: `require` is no word of ES modules.
  write('package.json', ['{}'])
  const given = quoted(inPage('givenReact.ts'))
  const alias = Object.entries(reactFiles).map(([module, file]) => [
    `${module}$`,
    write(`${module.replace('/', '-')}.cjs`, [
      `module.exports = require(${given}).given[${quoted(module)}] || require(${quoted(reactFile(module, file))})`,
    ]),
  ])

  const { provides, later = {}, isPieceByPiece, entry } = page!
  const shares = Object.entries(pageProvides(provides)).map(([share, version], at) => {
    const isReact = share in reactFiles
    const [chunk] =
      Object.entries(later).find(([, those]) => those.some((room) => share === `@multiball/shared/${room}`)) ?? []
    const isImported = !isReact && !chunk && !isPieceByPiece
    return {
      share,
      version: isReact ? `given.react?.version ?? ${quoted(version)}` : quoted(version),
      imports: isImported ? [`import * as share${at} from ${quoted(share)}`] : [],
      get: isImported
        ? `share${at}`
        : chunk
          ? `import(/* webpackChunkName: ${quoted(chunk)} */ ${quoted(share)})`
          : `require(${quoted(share)})`,
    }
  })
  write('shares.js', [
    `import { given } from ${given}`,
    `import { startFederation } from ${quoted(inPage('startFederation.ts'))}`,
    ...shares.flatMap(({ imports }) => imports),
    `startFederation(${quoted(host)}, {`,
    ...shares.map(({ share, version, get }) => `  ${quoted(share)}: [${version}, () => ${get}],`),
    '})',
  ])
  write('page.js', [`import './shares.js'`, `import ${quoted(path.resolve(folder, entry))}`])
  // Not an ES module: webpack would merge the page with it, and run what the page imports before the choice.
  const start = write(
    'start.cjs',
    givenReact
      ? [
          `Object.assign(require(${given}).given, require(${quoted(givenReact)}).default(${quoted(`^${provided().react.split('.')[0]}.0.0`)}));`,
          `require('./page.js')`,
        ]
      : [`require(${quoted(inPage('startPage.ts'))}).startPage(() => require('./page.js'))`],
  )
  return { entry: start, alias: Object.fromEntries(alias) as Record<string, string> }
}
