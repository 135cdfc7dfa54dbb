import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const majorOf = (version: string) => version.split('.')[0]!

/**
 * The range of a remote that runs with the major before and with the new one, so that it can be published before the page
 * that brings it. A range of the same major stays.
 */
export function overlap(range: string, version: string): string {
  const newest = range.split(' || ').at(-1)!
  return majorOf(newest.slice(1)) === majorOf(version) ? range : `${newest} || ^${majorOf(version)}.0.0`
}

/** Changes a file's text; its layout stays its owner's. */
function edit(file: string, pattern: RegExp, replacement: string) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, replacement))
}

/** Writes shared's version wherever the workspace names it. Answers in lines what else that changed. */
export function writeVersion(root: string, version: string): string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory() && existsSync(path.join(root, entry.name, 'package.json')))
  const lockFile = path.join(root, 'package-lock.json')
  edit(path.join(root, 'shared/package.json'), /("version": ?)"[^"]*"/, `$1"${version}"`)
  edit(lockFile, /("name": ?"@multiball\/shared",\s*"version": ?)"[^"]*"/, `$1"${version}"`)
  for (const file of [...folders.map(({ name }) => path.join(root, name, 'package.json')), lockFile]) edit(file, /("@multiball\/shared": ?)"[^"]*"/g, `$1"${version}"`)

  return folders.flatMap(({ name }) => {
    const file = path.join(root, name, 'remote.json')
    if (!existsSync(file)) return []
    const { requires } = JSON.parse(readFileSync(file, 'utf8')) as { requires: { shared: string } }
    const range = overlap(requires.shared, version)
    if (range === requires.shared) return []
    edit(file, /("shared": ?)"[^"]*"/, `$1"${range}"`)
    return [`${name} requires ${range} now: publish it before the pages that bring ${version}, or, where it needs what is new, leave only ^${majorOf(version)}.0.0 and publish it right after them.`]
  })
}
