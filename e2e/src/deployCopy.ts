import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { programOf } from '../../server/src/testing/programs'

const root = path.resolve(import.meta.dirname, '../..')

interface Deployed {
  rev: number
  remotes: Record<string, { active: string; versions: Record<string, unknown> }>
}

/** A deploy folder of a test's own, in which it may publish and roll back. */
interface DeployCopy {
  folder: string
  activeVersion(remote: string): string
  /** Puts a copy of a remote's active version beside it under another number, known to the registry and given to nobody. */
  addTwin(remote: string, version: string): void
  /** Puts a line before the entry of a published version, as if it had been published like that on this day. */
  rewrite(remote: string, version: string, line: string, publishedAt: string): void
  /** Runs `npm run remotes -- …`; returns what it printed. */
  remotes(...args: string[]): string
  remove(): void
}

export function copyDeploy(): DeployCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-deploy-'))
  cpSync(process.env.DEPLOY_DIR ?? path.join(root, 'deploy'), folder, { recursive: true })
  const file = path.join(folder, 'registry.json')
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as Deployed

  return {
    folder,
    activeVersion: (remote) => read().remotes[remote]!.active,
    addTwin(remote, version) {
      const registry = read()
      const { active, versions } = registry.remotes[remote]!
      cpSync(path.join(folder, 'r', remote, active), path.join(folder, 'r', remote, version), { recursive: true })
      versions[version] = JSON.parse(
        JSON.stringify(versions[active]).replaceAll(`/r/${remote}/${active}/`, `/r/${remote}/${version}/`),
      )
      writeFileSync(file, JSON.stringify({ ...registry, rev: registry.rev + 1 }))
    },
    rewrite(remote, version, line, publishedAt) {
      const registry = read()
      const record = registry.remotes[remote]!.versions[version] as {
        entry: { src: string; integrity: string }
        publishedAt: string
      }
      const entry = path.join(folder, record.entry.src)
      writeFileSync(entry, line + readFileSync(entry, 'utf8'))
      for (const beside of [`${entry}.br`, `${entry}.gz`, path.join(path.dirname(entry), 'files.json')])
        rmSync(beside, { force: true })
      record.entry.integrity = `sha384-${createHash('sha384').update(readFileSync(entry)).digest('base64')}`
      record.publishedAt = publishedAt
      writeFileSync(file, JSON.stringify({ ...registry, rev: registry.rev + 1 }))
    },
    remotes: (...args) =>
      execFileSync(process.execPath, [...programOf('platform/src/remotes.cli.ts'), ...args], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, DEPLOY_DIR: folder },
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
