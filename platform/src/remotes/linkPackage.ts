import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** Makes a folder of the workspace known by its package name, as an installation does. */
export function linkPackage(root: string, folder: string): void {
  const link = path.join(root, 'node_modules/@multiball', folder)
  mkdirSync(path.dirname(link), { recursive: true })
  if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(root, folder)), link, process.platform === 'win32' ? 'junction' : 'dir')
}
