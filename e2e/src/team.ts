import { execFile, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')

/** A team that has one example in its own folder, far from the workspace, and the packed packages. */
export interface Team {
  folder: string
  /** Changes some text in one of its files, as its people would. */
  edit(file: string, from: string, to: string): void
  /** Runs `npm run remotes -- …` in its folder. */
  remotes(deploy: string, ...args: string[]): Promise<void>
  /** Runs a program of its folder until `stop`; its failures go to the test's output. */
  run(file: string, args: string[], environment: Record<string, string>): { stop(): void }
  remove(): void
}

/** Links what is in one folder of packages into another. */
function link(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  for (const name of existsSync(from) ? readdirSync(from) : []) {
    if (name !== '@multiball' && !name.startsWith('.'))
      symlinkSync(path.join(from, name), path.join(to, name), process.platform === 'win32' ? 'junction' : 'dir')
  }
}

/**
 * Copies an example away and gives it the packed packages. What these need is linked from the workspace, instead of an
 * installation, which would need a network.
 */
export function makeTeam(example: string): Team {
  const place = mkdtempSync(path.join(tmpdir(), 'multiball-team-'))
  const folder = path.join(place, example)
  const packages = path.join(folder, 'packages')
  const modules = path.join(folder, 'node_modules')
  cpSync(path.join(root, 'examples', example), folder, {
    recursive: true,
    filter: (file) => !/[\\/](?:node_modules|dist|packages)$/.test(file),
  })
  // npm test has packed them already.
  const packed = process.env.MULTIBALL_PACKAGES
  if (packed) cpSync(packed, packages, { recursive: true })
  else
    execFileSync(process.execPath, ['platform/run.mjs', 'platform/src/pack.cli.ts', packages, '--unreleased'], {
      cwd: root,
    })
  for (const name of ['shared', 'platform']) {
    const target = path.join(modules, '@multiball', name)
    mkdirSync(target, { recursive: true })
    const tarball = readdirSync(packages).find((file) => file.startsWith(`multiball-${name}-`))!
    execFileSync('tar', ['-xzf', path.join(packages, tarball), '--strip-components=1', '-C', target])
    link(path.join(root, name, 'node_modules'), path.join(target, 'node_modules'))
  }
  link(path.join(root, 'node_modules'), modules)
  cpSync(path.join(root, 'package-lock.json'), path.join(folder, 'package-lock.json'))

  return {
    folder,
    edit(file, from, to) {
      const text = readFileSync(path.join(folder, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
      writeFileSync(path.join(folder, file), text.replace(from, to))
    },
    async remotes(deploy, ...args) {
      await promisify(execFile)(process.execPath, ['node_modules/@multiball/platform/bin.mjs', ...args], {
        cwd: folder,
        env: { ...process.env, DEPLOY_DIR: deploy },
      })
    },
    run(file, args, environment) {
      const child = spawn(process.execPath, [file, ...args], {
        cwd: folder,
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      return { stop: () => void child.kill() }
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  }
}
