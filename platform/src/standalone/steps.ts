import { spawnSync } from 'node:child_process'
import path from 'node:path'

/* What the program of docs/first-hour.md does one after another, as a person would type it. */

/**
 * Runs one command and says how long it took.
 * @throws when it fails; a step that has to fail says so with `isRefused`
 */
export function step(
  title: string,
  command: string,
  args: string[],
  cwd: string,
  environment: Record<string, string> = {},
  isRefused = false,
): void {
  const startedMs = performance.now()
  console.log(`\n── ${title}: ${[command, ...args].map((word) => path.basename(word)).join(' ')}`)
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  })
  if ((status !== 0) !== isRefused)
    throw new Error(`${title} ${isRefused ? 'was not refused' : `failed with ${status}`}. See ${cwd}`)
  console.log(`   ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
}

/** Installs what a person installs, from npm's cache where it is there. */
export const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
