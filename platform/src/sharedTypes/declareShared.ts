import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../paths'
import { ChangeRefused } from '../registry/changes'

/**
 * Writes the declarations of shared's sources, all of them anew: in which order TypeScript writes unions and properties depends
 * on what it read before, and files that are gone stay.
 * @throws ChangeRefused when its types do not hold
 */
export function declareShared(): void {
  rmSync(path.join(root, 'shared/.types'), { recursive: true, force: true })
  const { status } = spawnSync(process.execPath, [createRequire(import.meta.url).resolve('typescript/bin/tsc'), '-b', 'shared'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new ChangeRefused('The types of shared have errors; TypeScript lists them above.')
}
