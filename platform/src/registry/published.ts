import { existsSync } from 'node:fs'
import path from 'node:path'
import { readRegistry } from './registryFile'

/** True when the registry of this deploy folder knows the version and its files are there. */
export function isPublished(deploy: string, name: string, version: string): boolean {
  const registry = readRegistry(deploy)
  const versions = name === 'shell' ? registry.shell?.versions : registry.remotes[name]?.versions
  return Boolean(versions?.[version]) && existsSync(path.join(deploy, 'r', name, version, 'build.json'))
}
