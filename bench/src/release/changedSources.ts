import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** What a release is of. */
const released = ['mf-scoreboards', 'mf-viewer', 'shell']
const folders = [...released, 'shared', 'platform']
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json']

/** A line of the scoreboard's display, two figures of the live code and a sentence of Home. */
const changes: readonly [file: string, from: string, to: string][] = [
  [
    'mf-scoreboards/src/display/ScoreboardDisplay.tsx',
    "hasAttract={layout === 'screen' && options?.hasAttract === true}",
    'hasAttract={options?.hasAttract === true}',
  ],
  ['shared/src/live/schedule.ts', 'pollMs: 5000,', 'pollMs: 6000,'],
  ['shared/src/live/schedule.ts', 'silenceMs: 60_000,', 'silenceMs: 70_000,'],
  ['shell/src/home/NewestBoards.tsx', 'There are no public {plural} yet.', 'Nobody has made public {plural} yet.'],
]

/** Copies packages as links where they can be: webpack names modules by where they lie, so they have to lie at the same place of the copy. */
function copyPackages(from: string, to: string): void {
  if (!existsSync(from)) return
  if (spawnSync('cp', ['-al', from, to], { stdio: 'ignore' }).status === 0) return
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

function copySources(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-bench-'))
  for (const name of folders) {
    cpSync(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !/[\\/](?:dist|\.types|node_modules)$/.test(file),
    })
  }
  for (const name of files) cpSync(path.join(root, name), path.join(folder, name))
  for (const name of ['.', ...folders])
    copyPackages(path.join(root, name, 'node_modules'), path.join(folder, name, 'node_modules'))
  // What builds have left there is of another place.
  rmSync(path.join(folder, 'node_modules/.cache'), { recursive: true, force: true })
  return folder
}

function change(folder: string): void {
  for (const [name, from, to] of changes) {
    const file = path.join(folder, name)
    const text = readFileSync(file, 'utf8')
    if (!text.includes(from)) throw new Error(`${name} has no ${from} any more`)
    writeFileSync(file, text.replace(from, to))
  }
}

/** Changes a few lines in a copy of the sources, and builds what they are part of into this deploy folder, as `npm run build` does. */
export function releaseChanges(deployFolder: string): void {
  const folder = copySources()
  try {
    change(folder)
    execFileSync(process.execPath, ['platform/run.mjs', 'platform/src/build.cli.ts', ...released], {
      cwd: folder,
      env: { ...process.env, DEPLOY_DIR: deployFolder },
      stdio: 'inherit',
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
