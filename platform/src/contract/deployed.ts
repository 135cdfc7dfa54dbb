import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { EmbedVersion, Registry, ShellVersion } from '@multiball/shared/schema'
import { fileHashesName, integrityOf } from '../disk/fileHashes'
import { hostPages } from '../registry/hostPages'
import { missingFile } from '../registry/missingFile'
import { artefactProblems, sizeOf, type Files } from './artefact'
import type { GivenVersion } from './given'

/** The files of one folder. */
export const filesIn = (folder: string): Files => {
  const read = (file: string) =>
    existsSync(path.join(folder, file)) ? readFileSync(path.join(folder, file)) : undefined
  return {
    read,
    sentBytes(file) {
      const sent = path.join(folder, `${file}.br`)
      return existsSync(sent) ? statSync(sent).size : brotliCompressSync(read(file) ?? Buffer.alloc(0)).length
    },
  }
}

interface CheckedVersion extends GivenVersion {
  /** compressed */
  bytes: number
  problems: string[]
}

/** Checks the files of versions: that all are there, as they were published, and what the registry says of them. */
export function checkFiles(registry: Registry, deploy: string, versions: readonly GivenVersion[]): CheckedVersion[] {
  const hosts = hostPages(registry)
  return versions.map((given): CheckedVersion => {
    const { remote, version } = given
    const record = registry.remotes[remote]?.versions[version]
    if (!record) return { ...given, bytes: 0, problems: ['The registry says that it runs, and does not know it.'] }
    const folder = path.join(deploy, 'r', remote, version)
    const files = filesIn(folder)
    // One that is switched off may wait for a page that fits.
    const loading = registry.remotes[remote]!.enabled ? hosts : []
    return {
      ...given,
      bytes: sizeOf(record, files),
      problems: [...artefactProblems(record, files, loading), ...changedFiles(folder)],
    }
  })
}

const scriptsOf = (record: ShellVersion | EmbedVersion) =>
  'assets' in record ? record.assets.scripts : Object.values(record.files)
const nameOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

/**
 * Checks the files of the shell that runs and of every version of the embed, which partners may have pinned.
 * @param wanted only of this one, and this version of it
 */
export function checkHosts(
  { shell, embed }: Registry,
  deploy: string,
  wanted: { remote?: string; version?: string } = {},
): CheckedVersion[] {
  const isWanted = (remote: string, version: string, isGiven: boolean) =>
    (!wanted.remote || wanted.remote === remote) && (wanted.version ? wanted.version === version : isGiven)
  return Object.entries({ shell, embed }).flatMap(([remote, host]) =>
    Object.entries<ShellVersion | EmbedVersion>(host?.versions ?? {})
      .filter(([version]) => isWanted(remote, version, remote === 'embed' || version === host?.active))
      .map(([version, record]): CheckedVersion => {
        const folder = path.join(deploy, 'r', remote, version)
        const files = filesIn(folder)
        const scripts = scriptsOf(record).map(({ src, integrity }) => ({ name: nameOf(src), integrity }))
        const missing = missingFile(deploy, remote, version, record)
        return {
          remote,
          version,
          standing: version === host?.active ? 'active' : 'kept',
          bytes: scripts.reduce((sum, { name }) => sum + files.sentBytes(name), 0),
          problems: missing
            ? [`${missing} is missing. Put it back.`]
            : [
                ...scripts
                  .filter(({ name, integrity }) => integrityOf(files.read(name)!) !== integrity)
                  .map(
                    ({ name }) =>
                      `${name} has another hash than the registry says. Put back the file that was published.`,
                  ),
                ...changedFiles(folder),
              ],
        }
      }),
  )
}

/** How the server sends a file, by the end of the name under which it lies beside it. */
const forms: Record<string, (bytes: Buffer) => Buffer> = {
  '': (bytes) => bytes,
  '.br': (bytes) => brotliDecompressSync(bytes),
  '.gz': (bytes) => gunzipSync(bytes),
}

function hashOf(file: string, read: (bytes: Buffer) => Buffer): string | undefined {
  try {
    return integrityOf(read(readFileSync(file)))
  } catch {
    return undefined
  }
}

/** What is not as it was published in a version's folder, in words: every file, as it is and as it is sent compressed. */
export function changedFiles(folder: string): string[] {
  const list = path.join(folder, fileHashesName)
  // Published before hashes were kept.
  if (!existsSync(list)) return []
  const hashes = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>
  return Object.entries(hashes).flatMap(([name, hash]) =>
    Object.entries(forms).flatMap(([end, read]) => {
      const file = path.join(folder, name + end)
      if (end !== '' && !existsSync(file)) return []
      return hashOf(file, read) === hash
        ? []
        : [`${name}${end} is not the file that was published. Publish a new version, or put it back.`]
    }),
  )
}
