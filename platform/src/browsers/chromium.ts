import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// Debian's headless shell is Chromium without its windows: pages are there in half the time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of an installed Chromium: CHROMIUM_PATH, or one on the PATH; undefined when there is none. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

const run = (command: string, args: string[]) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/** Finds Chromium, or gets one: the system's package manager first, then Playwright's own download. */
export async function ensureChromium(): Promise<string> {
  const installed = findChromium()
  if (installed) return installed
  console.log('Installing Chromium for the browser tests…')
  const asRoot = process.getuid?.() === 0
  const [command, ...prefix] = asRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  run(command!, [...prefix, 'update', '-qq'])
  // Not every distribution has the first.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const found = run(command!, [...prefix, 'install', '-y', '-qq', name, 'fonts-noto-core']) && findChromium()
    if (found) return found
  }
  if (run('npx', ['playwright-core', 'install', 'chromium'])) {
    const { chromium } = await import('playwright-core')
    return chromium.executablePath()
  }
  throw new Error('No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.')
}

/** Chromium's switches for tests: nothing of it calls home. */
export const chromiumSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As desktops have it: the headless shell by itself runs a page and the frames of other sites in it in one process.
  '--site-per-process',
]
