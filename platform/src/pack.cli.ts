import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './disk/paths'
import { argumentsOf, mustEnd, runCommand, typedPath } from './command/commandLine'
import { declareShared } from './sharedTypes/declarations'
import { checkSharedVersion } from './sharedTypes/sharedVersion'
import { temporaryFolder } from './disk/temporaryFolder'

/*
 * npm run pack [-- FOLDER] [--unreleased] [--declared] : the tarballs of @multiball/shared and @multiball/platform, which are all
 * that a team needs that has nothing but its remote. FOLDER is ./packages by default. Refused when the types of shared
 * are not those of its version; with --unreleased, for trying them on this machine, they may be any. --declared takes the
 * declarations of shared as they are: somebody has just written them all.
 */

interface Manifest {
  name: string
  version: string
  private?: boolean
  exports: Record<string, string | object>
  dependencies: Record<string, string>
  devDependencies?: Record<string, string>
  overrides?: Record<string, string | object>
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest

/** Tests stay at home, and what a build left behind. */
const travels = (file: string) =>
  !/\.test\.(?:d\.)?tsx?$|\.tsbuildinfo$|[\\/](?:node_modules|dist)(?:[\\/]|$)/.test(file)

const copy = (from: string, to: string) => cpSync(path.join(root, from), to, { recursive: true, filter: travels })

/** Rooms with the declarations that their sources were checked with. */
function shared(stage: string): Manifest {
  copy('shared/src', path.join(stage, 'src'))
  copy('shared/.types', path.join(stage, '.types'))
  const { exports, ...manifest } = manifestOf('shared')
  const declared = Object.entries(exports).map(([name, file]) => [
    name,
    typeof file === 'string' && /\.tsx?$/.test(file)
      ? { types: file.replace('./src/', './.types/src/').replace(/\.tsx?$/, '.d.ts'), default: file }
      : file,
  ])
  // Declarations speak of React's types, which a workspace finds by itself.
  return {
    ...manifest,
    exports: Object.fromEntries(declared),
    dependencies: { ...manifest.dependencies, ...manifest.devDependencies },
  }
}

/** The commands, and with them all tools that the workspace installs for its packages. */
function platform(stage: string): Manifest {
  for (const folder of ['src', 'jest', 'eslint', 'types']) copy(`platform/${folder}`, path.join(stage, folder))
  for (const file of ['bin.mjs', 'ensure.mjs', 'tsconfig.remote.json']) copy(`platform/${file}`, path.join(stage, file))
  copy('tsconfig.base.json', path.join(stage, 'tsconfig.base.json'))
  const { dependencies, devDependencies, overrides } = manifestOf('.')
  // Those below another package are of the server.
  const pinned = Object.fromEntries(
    Object.entries(overrides ?? {}).flatMap(([name, version]) =>
      typeof version === 'string' ? [[name, version]] : [],
    ),
  )
  const manifest = manifestOf('platform')
  return {
    ...manifest,
    dependencies: {
      ...dependencies,
      ...devDependencies,
      ...pinned,
      ...manifest.devDependencies,
      ...manifest.dependencies,
    },
  }
}

function pack(
  stage: string,
  { private: _private, devDependencies: _devDependencies, ...manifest }: Manifest,
  target: string,
): void {
  copy('LICENSE', path.join(stage, 'LICENSE'))
  writeFileSync(
    path.join(stage, 'package.json'),
    `${JSON.stringify({ ...manifest, files: ['**/*', '.types/**/*'] }, null, 2)}\n`,
  )
  const { status, stderr } = spawnSync('npm', ['pack', '--pack-destination', target, '--loglevel=error'], {
    cwd: stage,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm could not pack ${manifest.name}:\n${stderr}`)
  console.log(`  ${path.join(target, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`)}`)
}

const usage = `Usage: npm run pack [-- FOLDER] [--unreleased] [--declared]
  Writes the tarballs of shared and platform into FOLDER, ./packages by default.
  --unreleased   though the types of shared are not those of its version
  --declared     takes the declarations of shared as they are`

await runCommand(() => {
  const { words, options } = argumentsOf(process.argv.slice(2), { unreleased: false, declared: false })
  mustEnd(words, 1)
  const target = words[0] === undefined ? path.resolve('packages') : typedPath(words[0])
  // Before minutes of work, whose end it would be.
  mkdirSync(target, { recursive: true })
  const isDeclared = options.declared !== undefined
  if (options.unreleased === undefined) checkSharedVersion(console.log, isDeclared)
  else if (!isDeclared) declareShared()
  for (const stageOf of [shared, platform]) {
    const stage = temporaryFolder('pack')
    try {
      pack(stage, stageOf(stage), target)
    } finally {
      rmSync(stage, { recursive: true })
    }
  }
}, usage)
