import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

const marker = path.join(root, 'node_modules', '.multiball-installed')
const fingerprint = () => createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json'))).update(process.version).digest('hex')

export const isInstalled = () => existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint()
export const markInstalled = () => writeFileSync(marker, fingerprint())

/** Installs the packages that the lock file names, unless exactly these are installed. Plain JavaScript: nothing is there yet. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages…')
  // No install script is needed: what a package's script would prepare, the project prepares itself.
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (error || status !== 0) {
    console.error('Packages could not be installed; npm says why above. Run the command again when that is mended.')
    process.exit(1)
  }
  markInstalled()
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Multiball needs Node.js 20.19 or newer; this is ${process.version}.`)
  process.exit(1)
}
