import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { RemoteName } from '@multiball/shared/schema'
import * as v from 'valibot'
import { ChangeRefused } from '../registry/changes'
import { scaffold, type ScaffoldOptions } from '../remotes/scaffold'
import { readPackage, sharedFolder } from '../webpack/singletons'
import { setup } from './setup'

/**
 * Makes a new remote in a folder that has nothing but the two packages; it is called as the folder.
 * @throws ChangeRefused when no remote may be called so, or there is one
 */
export function createAlone(folder: string, options: ScaffoldOptions, say: (line: string) => void): void {
  const name = path.basename(folder)
  if (!v.is(RemoteName, name)) throw new ChangeRefused(`The name of a remote is mf- followed by lower case letters, digits and hyphens, and so is its folder; not ${name}.`)
  if (existsSync(path.join(folder, 'remote.json'))) throw new ChangeRefused('There is already a remote here.')
  const { version, dependencies } = readPackage(sharedFolder) as ReturnType<typeof readPackage> & { dependencies: Record<string, string> }
  const { 'tsconfig.json': _workspaces, 'package.json': manifest, ...files } = scaffold(
    name,
    { shared: version, platform: '', react: dependencies.react!, jotai: dependencies.jotai!, valibot: dependencies.valibot! },
    options,
  )
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
    say(`  ${file}`)
  }
  // What was installed stays as npm wrote it: it says where the packages lie.
  const own = path.join(folder, 'package.json')
  const { dependencies: _workspace, devDependencies: _tools, ...fresh } = JSON.parse(manifest!) as Record<string, unknown>
  const installed = JSON.parse(readFileSync(own, 'utf8')) as object
  writeFileSync(own, `${JSON.stringify({ ...fresh, ...installed, name: fresh.name }, null, 2)}\n`)
  setup(folder, say)
}
