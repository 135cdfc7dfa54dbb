import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'

/** Without it, a process that is stopped leaves everything as it is. */
function endInOrder() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(128 + constants.signals[signal]))
  }
}

/** Makes an empty folder outside of the workspace, which goes with this process at the latest: also where somebody stops it. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `multiball-${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  endInOrder()
  return folder
}
