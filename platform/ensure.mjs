import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

const packagesIn = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

const notedIn = (folder) => path.join(folder, 'node_modules/.package-lock.json')

/**
 * Compares the packages that package-lock.json names with those that npm noted when it put them there. The version of Node.js
 * does not matter: nothing is compiled for it. Those of tests and tools count where they are asked for (`dev`), or there.
 */
function look(folder, dev) {
  const packages = ([place]) => place.includes('node_modules/')
  const locked = Object.entries(packagesIn(path.join(folder, 'package-lock.json'))).filter(packages)
  const there = packagesIn(notedIn(folder))
  const isThere = ([place, { link }]) => (link || place in there) && existsSync(path.join(folder, place))
  const isSame = ([place, { link, integrity }]) => link || there[place].integrity === integrity
  const isForHere = ({ os, cpu }) =>
    (os ?? [process.platform]).includes(process.platform) && (cpu ?? [process.arch]).includes(process.arch)
  // .npmrc leaves out what only peers ask for.
  const mayMiss = ([, entry]) => entry.optional || entry.peer || (!dev && entry.dev)
  const needed = locked.filter((entry) => !mayMiss(entry) || isThere(entry))
  const names = new Set(locked.map(([place]) => place))
  const canRun = locked.length > 0 && needed.every(isThere) && Object.values(there).every(isForHere)
  // One that is not locked may stand before another of its name.
  const hasOthers = Object.entries(there).some((entry) => packages(entry) && !entry[1].link && !names.has(entry[0]))
  const hasDev = Object.values(there).some((entry) => entry.dev)
  return { canRun, hasDev, isInstalled: canRun && !hasOthers && needed.every(isSame) }
}

export const isInstalled = (folder = root) => look(folder, false).isInstalled

const lockOf = (folder) =>
  path.join(tmpdir(), `multiball-installing-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)

/** False when the holder of the lock was interrupted or killed, and left it behind. */
function isHeld(lock) {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), 0)
  } catch ({ code }) {
    return code !== 'ESRCH'
  }
}

/** One command of this folder at a time: npm moves packages away under whatever runs from them. By hand, since no package is there yet. */
function alone(folder, work) {
  const lock = lockOf(folder)
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isHeld(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      else rmSync(lock, { force: true })
    }
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/**
 * Installs the packages that the folder's lock file names, unless exactly these are installed. Where that fails, those that were there stay,
 * and the command goes on with them. Plain JavaScript: nothing is there yet.
 */
export function ensureInstalled({ folder = root, dev = false } = {}) {
  if (!look(folder, dev).isInstalled && !alone(folder, () => install(folder, dev))) process.exit(1)
}

/** Answers whether there are packages to run with. */
function install(folder, dev) {
  const { isInstalled, hasDev } = look(folder, dev)
  // Another command may have done it in between.
  if (isInstalled) return true
  // What a command prints for another program stays alone on standard output.
  console.error('Installing packages…')
  // `npm ci` empties node_modules first, which may be all that a machine without a network has; `npm install` puts back what it cannot replace.
  const command = existsSync(notedIn(folder)) ? ['install', '--no-save'] : ['ci']
  // What is said here takes the place of .npmrc.
  if (!dev && !hasDev) command.push('--omit=dev', '--omit=peer')
  // No install script is needed: what a package's script would prepare, the project prepares itself.
  const { status, error } = spawnSync(
    'npm',
    [...command, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: ['ignore', process.stderr, process.stderr],
      shell: process.platform === 'win32',
    },
  )
  if (!error && status === 0) return true
  const { canRun } = look(folder, dev)
  console.error(
    `Packages could not be installed; npm says why above. ${canRun ? 'Going on with those that are there: run the command again' : 'Run the command again'} when that is mended.`,
  )
  return canRun
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Multiball needs Node.js 20.19 or newer; this is ${process.version}.`)
  process.exit(1)
}
