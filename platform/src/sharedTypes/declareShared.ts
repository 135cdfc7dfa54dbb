import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { root } from '../paths'
import { ChangeRefused } from '../registry/changes'

/** Writes the declarations of shared's sources. @throws ChangeRefused when its types do not hold */
export function declareShared(): void {
  const { status } = spawnSync(process.execPath, [createRequire(import.meta.url).resolve('typescript/bin/tsc'), '-b', 'shared'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new ChangeRefused('The types of shared do not hold; TypeScript says why above.')
}
