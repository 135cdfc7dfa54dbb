import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Registry } from '@multiball/shared/schema'
import * as v from 'valibot'

/** Answers the registry of a deploy folder, read again whenever its file changed. */
export function registryStore(deployFolder: string) {
  const file = path.join(deployFolder, 'registry.json')
  let known: { modifiedMs: number; registry: Registry } | undefined

  return {
    /** @throws when there is no registry, or its file is none and none was read before */
    async read(): Promise<Registry> {
      const { mtimeMs } = await stat(file)
      if (known?.modifiedMs === mtimeMs) return known.registry
      const registry = v.parse(Registry, JSON.parse(await readFile(file, 'utf8')))
      known = { modifiedMs: mtimeMs, registry }
      return registry
    },
  }
}
export type RegistryStore = ReturnType<typeof registryStore>
