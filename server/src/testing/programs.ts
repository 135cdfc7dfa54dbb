import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * What Node is given, in the project's folder, to run a program such as server/src/main.ts. `npm test` puts programs together once
 * for its run, in the folder MULTIBALL_PROGRAMS of each package: from their sources each start takes three times as long.
 */
export function programOf(file: string): string[] {
  const [workspace = ''] = file.split('/')
  const folder = process.env.MULTIBALL_PROGRAMS
  const made = folder && path.join(workspace, folder, path.basename(file).replace(/(?:\.cli)?\.ts$/, '.js'))
  return made && existsSync(path.join(root, made)) ? [made] : ['platform/run.mjs', file]
}
