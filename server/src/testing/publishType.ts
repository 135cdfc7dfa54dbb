import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PublishedBoardType, Registry } from '@multiball/shared/schema'
import type { Remote } from '@multiball/shared/schema'
import * as v from 'valibot'

const integrityOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`

type Version = Remote['versions'][string]

interface PublishedVersion {
  /** fields of its settings, as JSON Schema */
  properties: Record<string, unknown>
  required?: string[]
  /** what else the type says of itself */
  type?: Partial<v.InferInput<typeof PublishedBoardType>>
}

/** Writes the settings schema of one version of a remote into a deploy folder, and answers the version for the registry. */
export async function publishVersion(
  deployFolder: string,
  remote: string,
  version: string,
  name: string,
  { properties, required = [], type = {} }: PublishedVersion,
): Promise<Version> {
  const text = JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties,
    required,
  })
  const folder = `/r/${remote}/${version}`
  await mkdir(path.join(deployFolder, folder), { recursive: true })
  await writeFile(path.join(deployFolder, folder, 'settings.json'), text)
  return {
    entry: { src: `${folder}/entry.js`, integrity: integrityOf('') },
    exposes: { './display': { scripts: [], styles: [] } },
    requires: { shared: '^1.0.0', react: '^19.0.0' },
    routes: [],
    display: name,
    boardType: v.parse(PublishedBoardType, {
      name,
      path: `${name}-boards`,
      singular: name,
      plural: `${name}s`,
      purpose: 'Shows something',
      example: {},
      ...type,
      settings: { src: `${folder}/settings.json`, integrity: integrityOf(text), ...type.settings },
    }),
    publishedAt: '2026-01-01T00:00:00Z',
  }
}

let rev = 0

/** Makes these the remotes of a deploy folder's registry, at once. */
export async function writeRegistry(deployFolder: string, remotes: Registry['remotes']): Promise<void> {
  const registry = v.parse(Registry, { rev: (rev += 1), remotes })
  const fresh = path.join(deployFolder, 'registry.next.json')
  await writeFile(fresh, JSON.stringify(registry))
  await rename(fresh, path.join(deployFolder, 'registry.json'))
}
