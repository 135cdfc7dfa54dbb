import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** The sources of mf-scoreboards in a folder of their own, with the workspace's packages, to be changed and built. */
export function copyRemote(): { folder: string; remove(): void } {
  const around = mkdtempSync(path.join(tmpdir(), 'multiball-bench-'))
  const folder = path.join(around, 'mf-scoreboards')
  cpSync(path.join(root, 'mf-scoreboards'), folder, { recursive: true, filter: (file) => !/[\\/](?:dist|\.types|node_modules)$/.test(file) })
  symlinkSync(path.join(root, 'node_modules'), path.join(around, 'node_modules'), process.platform === 'win32' ? 'junction' : 'dir')
  return { folder, remove: () => rmSync(around, { recursive: true }) }
}
