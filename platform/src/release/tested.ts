import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { versionOfSources } from './version'

const noteOf = (folder: string) => path.join(folder, 'node_modules/.cache/multiball/tested')

/** Notes that all tests have passed on the commit that lies in this folder; files that differ from it are no commit. */
export function noteTested(folder: string): void {
  const { commit, isChanged } = versionOfSources(folder)
  if (!commit || isChanged) return
  mkdirSync(path.dirname(noteOf(folder)), { recursive: true })
  writeFileSync(noteOf(folder), commit)
}

/** Whether all tests have passed in this folder on this commit. */
export function isTested(folder: string, commit: string | undefined): boolean {
  try {
    return readFileSync(noteOf(folder), 'utf8') === commit
  } catch {
    return false
  }
}
