import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Registry } from '@multiball/shared/schema'
import { artefactProblems, sizeOf, type Files, type HostPage } from './artefact'

/** The files of one folder. */
export const filesIn = (folder: string): Files => {
  const read = (file: string) => (existsSync(path.join(folder, file)) ? readFileSync(path.join(folder, file)) : undefined)
  return {
    read,
    sentBytes(file) {
      const sent = path.join(folder, `${file}.br`)
      return existsSync(sent) ? statSync(sent).size : brotliCompressSync(read(file) ?? Buffer.alloc(0)).length
    },
  }
}

/** The pages that load remotes now: the shell, and every remote that is a page of its own. */
export function hostPages({ shell, remotes }: Registry): HostPage[] {
  const dashboard = shell?.versions[shell.active]
  const own = Object.entries(remotes).flatMap(([name, { active, versions }]) => {
    const page = versions[active]?.page
    return page ? [{ name: `${name} ${active}`, provides: page.provides }] : []
  })
  return [...(dashboard ? [{ name: `the shell ${shell!.active}`, provides: dashboard.provides }] : []), ...own]
}

export interface CheckedVersion {
  remote: string
  version: string
  /** compressed */
  bytes: number
  problems: string[]
}

/** Checks the files of all versions that visitors get now: active ones and canaries. */
export function checkDeployed(registry: Registry, deploy: string): CheckedVersion[] {
  const hosts = hostPages(registry)
  return Object.entries(registry.remotes).flatMap(([remote, { active, canary, versions }]) =>
    [active, ...(canary ? [canary.version] : [])].map((version): CheckedVersion => {
      const record = versions[version]
      if (!record) return { remote, version, bytes: 0, problems: ['The registry says that it runs, and does not know it.'] }
      const files = filesIn(path.join(deploy, 'r', remote, version))
      const problems = artefactProblems(record, files, hosts)
      return { remote, version, bytes: sizeOf(record, files), problems }
    }),
  )
}
