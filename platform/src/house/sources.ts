import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../disk/paths'

/** What one module takes from another one. */
export interface Import {
  file: string
  /** as it is written */
  from: string
  /** the file that it means, where that is one of the workspace */
  target: string | undefined
  /** undefined: all that the other one exports */
  names: readonly string[] | undefined
}

interface Source {
  /** from the root, such as server/src/app.ts */
  file: string
  exports: readonly string[]
  imports: readonly Import[]
}

const ignoredFolders = ['node_modules', 'dist', '.types', 'released', '.git', 'data', 'deploy']

function* filesIn(folder: string, pattern: RegExp): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (ignoredFolders.includes(entry.name)) continue
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(file, pattern)
    else if (pattern.test(entry.name)) yield path.relative(root, file)
  }
}

/** Every stylesheet of the workspace. */
export const stylesheets = (): string[] => [...filesIn(root, /\.css$/)]

export const isTest = (file: string): boolean => /\.(?:test|contract)\.tsx?$/.test(file)

/** Exports of a package of the workspace, by their import name. */
function packageExports(folder: string): [string, string][] {
  const { name, exports = {} } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as {
    name: string
    exports?: Record<string, unknown>
  }
  return Object.entries(exports).flatMap(([room, file]) =>
    typeof file === 'string' ? [[path.posix.join(name, room), path.join(folder, file)]] : [],
  )
}

/** What a package gives to everybody, by import name. */
export const publicFiles = new Map(['shared', 'platform', 'server'].flatMap(packageExports))

/** Comments may talk about any module. */
const withoutComments = (source: string) => source.replace(/^\s*\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/** `a, b as c`, as it stands in braces: what it is called where it comes from, and here. */
const namesIn = (braces: string) =>
  braces
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter(Boolean)
    .map((name) => name.split(/\s+as\s+/) as [there: string, here?: string])

const declared =
  /^export (?:declare |abstract |async )*(?:const enum|const|let|function\*?|class|interface|type|enum) (?:(\w+)|[{[]([^}\]]*)[}\]] =)/gm
const listed = /^export (?:type )?\{([^}]*)\}/gm

function exportsOf(text: string): string[] {
  const names = [...text.matchAll(declared)].flatMap(
    ([, name, places = '']) => name ?? places.split(',').map((one) => one.split(':').at(-1)!.trim()),
  )
  const given = [...text.matchAll(listed)].flatMap(([, braces]) =>
    namesIn(braces!).map(([there, here = there]) => here),
  )
  return [...names, ...given, ...(/^export default /m.test(text) ? ['default'] : [])].filter(Boolean)
}

const taken = /^(?:import|export)\s(?:type\s)?\s*([^'"=;()]*?)\s*from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm
/** Also of types, and of tests that ask for the real one of a module that they replace. */
const later = /(?<!^)\b(?:import|requireActual)(?:<[^>]*>)?\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]/gm

function importsOf(text: string): { from: string; names: string[] | undefined }[] {
  const named = [...text.matchAll(taken)].map(([, words = '', from, alone]) => {
    if (words.includes('*')) return { from: from!, names: undefined }
    const [, first = '', braces = ''] = /^([\w$]*)\s*,?\s*(?:\{([\s\S]*)\})?$/.exec(words) ?? []
    return { from: from ?? alone!, names: [...(first ? ['default'] : []), ...namesIn(braces).map(([there]) => there)] }
  })
  return [...named, ...[...text.matchAll(later)].map(([, from]) => ({ from: from!, names: undefined }))]
}

let read: Map<string, Source> | undefined

/**
 * Every source of the workspace by its file, tests included. Read once, and by its lines: dependency-cruiser takes three times
 * as long for the arrows, and its newest version does not run on Node.js 20.
 */
export function sources(): ReadonlyMap<string, Source> {
  if (read) return read
  const files = new Set(filesIn(root, /(?<!\.d)\.(?:tsx?|mjs)$/))
  const resolve = (file: string, from: string) => {
    const exact = publicFiles.get(from)
    if (exact || !from.startsWith('.')) return exact
    const place = path.join(path.dirname(file), from)
    return [place, `${place}.ts`, `${place}.tsx`, `${place}/index.ts`, `${place}/index.tsx`].find((one) =>
      files.has(one),
    )
  }
  read = new Map(
    [...files].map((file) => {
      const text = withoutComments(readFileSync(path.join(root, file), 'utf8'))
      const imports = importsOf(text).map(({ from, names }): Import => ({
        file,
        from,
        names,
        target: resolve(file, from),
      }))
      return [file, { file, exports: exportsOf(text), imports }] as const
    }),
  )
  return read
}
