import type { RemoteVersion } from '@multiball/shared/schema'
import { integrityOf } from '../disk/fileHashes'
import { refusals, type HostPage } from '../registry/hostPages'

/* What a built version must be, checked from its files: before it is stored, and again where it is deployed. */

/** A remote's own code and styles, compressed: what a page pays that opens all it exposes. */
export const budgetBytes = 60 * 1024

/** The files of a version as they lie in its folder, by name. */
export interface Files {
  /** undefined when there is no such file */
  read(file: string): Buffer | undefined
  /** bytes of the file as it is sent, compressed with brotli */
  sentBytes(file: string): number
}

const nameOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

/** Every file of the version that pages load, by its name, once. */
const filesOf = ({ entry, exposes }: RemoteVersion) => [
  ...new Set(
    [entry.src, ...Object.values(exposes).flatMap(({ scripts, styles }) => [...scripts, ...styles])].map(nameOf),
  ),
]

/** What the registry holds the hash of. */
const pinnedOf = ({ entry, boardType }: RemoteVersion) => [
  { what: 'Its entry', ...entry },
  ...(boardType ? [{ what: 'The settings file of its board type', ...boardType.settings }] : []),
]

/** Bytes of the entry and of all exposes with what they need at once. */
export const sizeOf = (record: RemoteVersion, files: Files): number =>
  filesOf(record).reduce((sum, file) => sum + files.sentBytes(file), 0)

/**
 * What is wrong with a version, in words that say what to do.
 * @param hosts the pages that load remotes now; all that load this one must fit
 */
export function artefactProblems(record: RemoteVersion, files: Files, hosts: readonly HostPage[]): string[] {
  const missing = [...new Set([...filesOf(record), ...pinnedOf(record).map(({ src }) => nameOf(src))])].filter(
    (file) => !files.read(file),
  )
  if (missing.length > 0)
    return missing.map((file) => `${file} is named by the version and is not among its files. Build it again.`)

  const exposes = new Set(Object.keys(record.exposes))
  const size = sizeOf(record, files)
  return [
    ...pinnedOf(record)
      .filter(({ src, integrity }) => integrityOf(files.read(nameOf(src))!) !== integrity)
      .map(({ what }) => `${what} is not the file that was published: somebody changed it. Publish it again.`),
    ...record.routes
      .filter(({ expose }) => !exposes.has(expose))
      .map(({ path, expose }) => `The route ${path} names ${expose}, which was not built.`),
    ...(record.home && !exposes.has(record.home)
      ? [`Its panel on Home names ${record.home}, which was not built.`]
      : []),
    ...(record.display && !exposes.has('./display') ? ['It shows boards and was built without ./display.'] : []),
    ...(size > budgetBytes
      ? [
          `It weighs ${Math.ceil(size / 1024)} KB compressed, and at most ${budgetBytes / 1024} KB are allowed. Load what is not needed at once with lazy(), or ask for it in shared.`,
        ]
      : []),
    ...refusals(hosts, record).map(
      (refusal) =>
        `It would not run: ${refusal}. Lower "requires" in remote.json, or wait until that page is published with it.`,
    ),
  ]
}
