import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { root } from '../disk/paths'
import { ChangeRefused } from '../command/refused'

/** The declarations of a version of shared, as TypeScript writes them. */
export interface Declarations {
  version: string
  /** room → its declaration file, such as `schema/index.d.ts` */
  rooms: Record<string, string>
  /** path below src → text, without what nobody outside can see */
  files: Record<string, string>
}

/** Comments say nothing about types, and private members would make two copies of one class strangers to each other. */
const visible = (text: string) =>
  text
    .replace(/\/\*\*[\s\S]*?\*\/\s*/g, '')
    .replace(/^\s+(?:private|protected) .*;\n/gm, '')
    .replace(/^\s+#private;\n/gm, '')

/** Reads what `tsc -b shared` wrote. @throws when it wrote nothing */
export function readDeclarations(shared: string): Declarations {
  const folder = path.join(shared, '.types/src')
  if (!existsSync(folder)) throw new Error(`${folder} is not there. Run: npm run types`)
  const { version, exports } = JSON.parse(readFileSync(path.join(shared, 'package.json'), 'utf8')) as {
    version: string
    exports: Record<string, string>
  }
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.d.ts') && !name.endsWith('.test.d.ts'),
  )
  return {
    version,
    rooms: Object.fromEntries(
      Object.entries(exports).flatMap(([name, file]) =>
        file.endsWith('.ts') ? [[name.slice(2), file.replace('./src/', '').replace(/\.ts$/, '.d.ts')]] : [],
      ),
    ),
    files: Object.fromEntries(
      names
        .sort()
        .map((name) => [name.replaceAll(path.sep, '/'), visible(readFileSync(path.join(folder, name), 'utf8'))]),
    ),
  }
}

const releasedFile = (platform: string) => path.join(platform, 'released', 'shared-types.json.gz')

/** The declarations of the version that was released last. */
export const readReleased = (platform: string): Declarations =>
  JSON.parse(gunzipSync(readFileSync(releasedFile(platform))).toString()) as Declarations

/** Keeps these declarations as those of the last release. */
export function writeReleased(platform: string, declarations: Declarations): void {
  writeFileSync(releasedFile(platform), gzipSync(JSON.stringify(declarations), { level: 9 }))
}

/**
 * Writes the declarations of shared's sources, all of them again: in which order TypeScript writes unions and properties depends
 * on what it read before, and files that are gone stay.
 * @throws ChangeRefused when its types do not hold
 */
export function declareShared(): void {
  rmSync(path.join(root, 'shared/.types'), { recursive: true, force: true })
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/typescript-native/bin/tsc'), '-b', 'shared'],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) throw new ChangeRefused('The types of shared have errors; TypeScript lists them above.')
}
