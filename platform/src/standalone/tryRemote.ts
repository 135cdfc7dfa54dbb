import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../disk/paths'
import { quietly, step } from './steps'

/**
 * A remote of the workspace gets the packages, is committed to a repository of its own and cloned; there it is installed,
 * checked, built, published by the pipeline of docs/first-hour.md, and taken back.
 * @param place an empty folder
 * @param packages the folder of the tarballs
 * @param deploy where the remote is published already
 */
export function tryRemote(remote: string, place: string, packages: string, deploy: string): void {
  const folder = path.join(place, remote)
  const active = () =>
    (
      JSON.parse(readFileSync(path.join(deploy, 'registry.json'), 'utf8')) as {
        remotes: Record<string, { active: string }>
      }
    ).remotes[remote]!.active

  mkdirSync(folder)
  cpSync(path.join(root, remote), folder, {
    recursive: true,
    filter: (file) => !/[\\/](?:dist|\.types|node_modules)$/.test(file),
  })
  cpSync(packages, path.join(folder, 'packages'), { recursive: true })
  step('Install', 'npm', ['install', ...quietly, ...readdirSync(packages).map((file) => `./packages/${file}`)], folder)
  step('Settings', 'npx', ['multiball', 'setup'], folder)
  step('Repository', 'git', ['init', '--quiet'], folder)
  step('Everything', 'git', ['add', '--all'], folder)
  step(
    'Commit',
    'git',
    ['-c', 'user.name=team', '-c', 'user.email=team@example.com', 'commit', '--quiet', '--message', 'Stand alone'],
    folder,
  )

  // What somebody else has of it, elsewhere. Nothing of the first folder is left.
  const clone = path.join(place, 'elsewhere', remote)
  step('Clone', 'git', ['clone', '--quiet', folder, clone], place)
  rmSync(folder, { recursive: true })
  step('Install what is locked', 'npm', ['ci', ...quietly], clone)
  step('Lint', 'npm', ['run', '-s', 'lint'], clone)
  const before = active()
  // So that there is something to publish.
  const manifest = path.join(clone, 'package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, '"version": "1.0.1"'))
  step('Pipeline', 'sh', ['-c', rehearsed(pipelineOf(path.join(root, 'docs/first-hour.md')))], clone, {
    DEPLOY_DIR: deploy,
  })
  if (active() === before || !existsSync(path.join(deploy, 'r', remote, active())))
    throw new Error('Published, and not there.')
  step('Roll back', 'npm', ['run', '-s', 'remotes', '--', 'rollback'], clone, { DEPLOY_DIR: deploy })
  if (active() !== before) throw new Error('Rolled back, and still there.')
  console.log(`\n${remote} needs nothing but its folder and the two packages.`)
}

/** The shell script under the heading "From a pipeline" of a page of the documentation. @throws when there is none */
export function pipelineOf(file: string): string {
  const [, script] = /^## From a pipeline$[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(readFileSync(file, 'utf8')) ?? []
  if (script === undefined) throw new Error(`${file} has no pipeline`)
  return script
}

/** The same without what it takes visitors for: nobody waits, and no failure was reported. */
export const rehearsed = (script: string): string =>
  script
    .split('\n')
    .filter((line) => !/^(?:npm ci|export |sleep )/.test(line))
    .map((line) => line.replace(/npm run remotes -- errors [^\n;]*/, 'true'))
    .join('\n')
