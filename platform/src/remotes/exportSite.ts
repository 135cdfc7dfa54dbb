import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../paths'
import { ChangeRefused } from '../registry/changes'

/** Writes the pages as files for a static host; the server knows how they look. @throws ChangeRefused when it could not */
export function exportSite(deploy: string, folder: string): void {
  if (!folder) throw new ChangeRefused('Name the folder that the site goes into: npm run remotes -- export FOLDER')
  const { status } = spawnSync(process.execPath, ['platform/run.mjs', 'server/src/pages/export.cli.ts', path.resolve(folder)], { cwd: root, stdio: 'inherit', env: { ...process.env, DEPLOY_DIR: deploy } })
  if (status !== 0) throw new ChangeRefused('Nothing was exported, or not all; the reason is above.')
}
