import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Registry } from '@multiball/shared/schema'
import * as v from 'valibot'
import { unavailable } from '../http/refusals'
import { fileHashesStore } from './fileHashes.store'

export const nothingPublished = 'Nothing is published yet. Run: npm run build'

interface RegistryStoreOptions {
  /** told once when the file cannot be read any more, with why, and once when it can again */
  onChange?(trouble: Error | undefined): void
}

/** Answers the registry of a deploy folder, read again whenever its file changed. */
export function registryStore(deployFolder: string, { onChange }: RegistryStoreOptions = {}) {
  const file = path.join(deployFolder, 'registry.json')
  let known: { stamp: string; registry: Registry } | undefined
  let trouble: Error | undefined

  function turn(to: Error | undefined) {
    if ((trouble === undefined) !== (to === undefined)) onChange?.(to)
    trouble = to
  }

  async function newest(): Promise<{ stamp: string; registry: Registry }> {
    // Not the time alone: a file that is replaced twice within a tick of the system's clock keeps it.
    const { mtimeMs, size, ino } = await stat(file)
    const stamp = `${mtimeMs} ${size} ${ino}`
    if (known?.stamp === stamp) return known
    return { stamp, registry: v.parse(Registry, JSON.parse(await readFile(file, 'utf8'))) }
  }

  return {
    /**
     * The newest one that could be read: what ran goes on while the file is away or broken. It is read again with the next
     * request, since it may just be on its way to the disk.
     * @throws Refusal (503) when none was ever read
     */
    async read(): Promise<Registry> {
      try {
        known = await newest()
        turn(undefined)
      } catch (error) {
        // Where nothing was published yet, nothing is wrong.
        if (known || (error as { code?: string }).code !== 'ENOENT') turn(error as Error)
        if (!known) throw unavailable(nothingPublished)
      }
      return known.registry
    },
    /** false while the file cannot be read; where there was never one, there is nothing to read */
    isReadable: () => trouble === undefined,
    /** The hashes of these published files, by address. */
    hashesOf: fileHashesStore(deployFolder),
  }
}
export type RegistryStore = Pick<ReturnType<typeof registryStore>, 'read'>
/** What the HTML of a page is written from. */
export type PageStore = Pick<ReturnType<typeof registryStore>, 'read' | 'hashesOf'>
