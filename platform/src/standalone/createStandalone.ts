import { existsSync, mkdirSync, readFileSync, writeFileSync, copyFileSync } from 'node:fs'
import path from 'node:path'
import { RemoteName } from '@multiball/shared/schema'
import * as v from 'valibot'
import { ChangeRefused } from '../command/refused'
import { mustNotBeReserved } from '../registry/paths'
import { namesOf, scaffold, type ScaffoldOptions } from '../remotes/scaffold'
import { readPackage, sharedFolder } from '../webpack/singletons'

/**
 * Makes a new remote in a folder that has nothing but the two packages; it takes the folder's name.
 * @throws ChangeRefused when no remote may be called so, or there is one
 */
export function createStandalone(folder: string, options: ScaffoldOptions, say: (line: string) => void): void {
  const name = path.basename(folder)
  if (!v.is(RemoteName, name))
    throw new ChangeRefused(
      `The name of a remote is mf- followed by lower case letters, digits and hyphens, and so is its folder; not ${name}.`,
    )
  mustNotBeReserved(name, namesOf(name).path)
  if (existsSync(path.join(folder, 'remote.json'))) throw new ChangeRefused('There is already a remote here.')
  const { version, dependencies } = readPackage(sharedFolder) as ReturnType<typeof readPackage> & {
    dependencies: Record<string, string>
  }
  const {
    'tsconfig.json': _workspaces,
    'package.json': manifest,
    ...files
  } = scaffold(
    name,
    {
      shared: version,
      platform: '',
      react: dependencies.react!,
      jotai: dependencies.jotai!,
      valibot: dependencies.valibot!,
    },
    options,
  )
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
    say(`  ${file}`)
  }
  // What was installed stays as npm wrote it: it says where the packages lie.
  const own = path.join(folder, 'package.json')
  const {
    dependencies: _workspace,
    devDependencies: _tools,
    ...fresh
  } = JSON.parse(manifest!) as Record<string, unknown>
  const installed = JSON.parse(readFileSync(own, 'utf8')) as object
  writeFileSync(own, `${JSON.stringify({ ...fresh, ...installed, name: fresh.name }, null, 2)}\n`)
  setup(folder, say)
}

const scripts = {
  dev: 'multiball dev',
  test: 'jest && multiball contract',
  lint: 'eslint .',
  types: 'multiball types',
  // Then what the registry's commands suggest next is right here, too.
  remotes: 'multiball',
}

const template = path.join(import.meta.dirname, 'template')

/**
 * Names of the files, by those of their templates: npm leaves a .gitignore out of every tarball. What tools could work with
 * besides is not wanted (.npmrc): `npm ci` asks for it on every platform, and not every registry has it.
 */
const files = {
  'tsconfig.json.txt': 'tsconfig.json',
  'eslint.config.mjs.txt': 'eslint.config.mjs',
  'jest.config.mjs.txt': 'jest.config.mjs',
  'gitignore.txt': '.gitignore',
  'npmrc.txt': '.npmrc',
}

/** Writes what the workspace gave a remote and its own repository has to have. @throws ChangeRefused where there is no remote */
export function setup(folder: string, say: (line: string) => void): void {
  if (!existsSync(path.join(folder, 'remote.json')))
    throw new ChangeRefused(`${folder} is not a remote: it has no remote.json.`)
  for (const [from, file] of Object.entries(files)) {
    copyFileSync(path.join(template, from), path.join(folder, file))
    say(`  ${file}`)
  }
  const file = path.join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  writeFileSync(file, `${JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, ...scripts } }, null, 2)}\n`)
  say('  package.json: scripts dev, test, lint, types, remotes')
}
