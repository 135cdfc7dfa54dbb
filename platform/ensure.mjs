import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

const marker = path.join(root, 'node_modules', '.multiball-installed')
const fingerprint = () => createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json'))).update(process.version).digest('hex')

export const isInstalled = () => existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint()
export const markInstalled = () => writeFileSync(marker, fingerprint())

const lock = path.join(tmpdir(), `multiball-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
/** An installation that took longer was killed, and left its lock behind. */
const longestInstallMs = 15 * 60_000

/** One command of this folder at a time: npm empties node_modules first, under whatever runs from it. By hand, since no package is there yet. */
function alone(work) {
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const begun = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
      if (begun !== undefined && Date.now() - begun > longestInstallMs) rmSync(lock, { recursive: true, force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    }
  }
  try {
    work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Installs the packages that the lock file names, unless exactly these are installed. Plain JavaScript: nothing is there yet. */
export function ensureInstalled() {
  if (!isInstalled()) alone(install)
}

function install() {
  // Another command may have done it meanwhile.
  if (isInstalled()) return
  // What a command prints for another program stays alone on standard output.
  console.error('Installing packages…')
  // No install script is needed: what a package's script would prepare, the project prepares itself.
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  })
  if (error || status !== 0) {
    console.error('Packages could not be installed; npm says why above. Run the command again when that is mended.')
    rmSync(lock, { recursive: true, force: true })
    process.exit(1)
  }
  markInstalled()
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Multiball needs Node.js 20.19 or newer; this is ${process.version}.`)
  process.exit(1)
}
