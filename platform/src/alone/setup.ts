import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ChangeRefused } from '../registry/changes'

const scripts = {
  dev: 'multiball dev',
  test: 'jest && multiball contract',
  lint: 'eslint .',
  types: 'multiball types',
  // What the registry's commands say to do next is then right here too.
  remotes: 'multiball',
}

const template = path.join(import.meta.dirname, 'template')

/**
 * Names of the files, by those of their templates: npm leaves a .gitignore out of every tarball. What tools could work with
 * besides is not wanted (.npmrc): `npm ci` asks for it on every platform, and not every registry has it.
 */
const files = { 'tsconfig.json.txt': 'tsconfig.json', 'eslint.config.mjs.txt': 'eslint.config.mjs', 'jest.config.mjs.txt': 'jest.config.mjs', 'gitignore.txt': '.gitignore', 'npmrc.txt': '.npmrc' }

/** Writes what the workspace gave a remote and its own repository has to have. @throws ChangeRefused where there is no remote */
export function setup(folder: string, say: (line: string) => void): void {
  if (!existsSync(path.join(folder, 'remote.json'))) throw new ChangeRefused(`${folder} is not a remote: it has no remote.json.`)
  for (const [from, file] of Object.entries(files)) {
    copyFileSync(path.join(template, from), path.join(folder, file))
    say(`  ${file}`)
  }
  const file = path.join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  writeFileSync(file, `${JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, ...scripts } }, null, 2)}\n`)
  say('  package.json: scripts dev, test, lint, types, remotes')
}
