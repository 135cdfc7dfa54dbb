import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Registry } from '@multiball/shared/schema'
import * as v from 'valibot'

/** Answers the registry of a deploy folder, read again whenever its file changed. */
export function registryStore(deployFolder: string) {
  const file = path.join(deployFolder, 'registry.json')
  let known: { modifiedMs: number; registry: Registry } | undefined

  return {
    /** The newest one that could be read. @throws when there is no registry, or its file is none and none was read before */
    async read(): Promise<Registry> {
      const { mtimeMs } = await stat(file)
      if (known?.modifiedMs === mtimeMs) return known.registry
      try {
        known = { modifiedMs: mtimeMs, registry: v.parse(Registry, JSON.parse(await readFile(file, 'utf8'))) }
      } catch (error) {
        if (!known) throw error
        // What ran until now goes on; it is not read again before it changes again.
        known = { ...known, modifiedMs: mtimeMs }
      }
      return known.registry
    },
  }
}
export type RegistryStore = ReturnType<typeof registryStore>
