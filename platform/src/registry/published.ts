import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Registry } from '@multiball/shared/schema'
import { readRegistry } from './registryFile'

/** What the registry knows of a package: the shell, the embed or a remote; undefined before its first publish. */
export const partOf = ({ shell, embed, remotes }: Registry, name: string): { active: string; versions: Record<string, unknown> } | undefined =>
  name === 'shell' ? shell : name === 'embed' ? embed : remotes[name]

/** True when the registry of this deploy folder knows the version and its files are there. */
export function isPublished(deploy: string, name: string, version: string): boolean {
  const versions = partOf(readRegistry(deploy), name)?.versions
  return Boolean(versions?.[version]) && existsSync(path.join(deploy, 'r', name, version, 'build.json'))
}
