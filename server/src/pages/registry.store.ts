import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Registry } from '@multiball/shared/schema'
import * as v from 'valibot'

/** Answers the registry of a deploy folder, read again whenever its file changed. */
export function registryStore(deployFolder: string) {
  const file = path.join(deployFolder, 'registry.json')
  let known: { stamp: string; registry: Registry } | undefined

  return {
    /** The newest one that could be read. @throws when there is no registry, or its file is none and none was read before */
    async read(): Promise<Registry> {
      // Not the time alone: a file that is replaced twice within a tick of the system's clock keeps it.
      const { mtimeMs, size, ino } = await stat(file)
      const stamp = `${mtimeMs} ${size} ${ino}`
      if (known?.stamp === stamp) return known.registry
      try {
        known = { stamp, registry: v.parse(Registry, JSON.parse(await readFile(file, 'utf8'))) }
      } catch (error) {
        // What ran until now goes on. The file is read again with the next request: it may just be on its way to the disk.
        if (!known) throw error
      }
      return known.registry
    },
  }
}
export type RegistryStore = ReturnType<typeof registryStore>
