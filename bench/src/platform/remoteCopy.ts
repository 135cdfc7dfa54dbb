import { spawn } from 'node:child_process'
import { rmSync, readFileSync, writeFileSync, cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@multiball/e2e/product'
import type { Browser } from 'playwright-core'
import { runFile } from '../stage'
import { quantile } from '../table'

const name = 'mf-bench-scoreboards'
const cache = path.resolve(import.meta.dirname, '../../../node_modules/.cache/multiball', name)

const build = (folder: string, lateMs: number) =>
  new Promise<number>((resolve, reject) => {
    const startedMs = performance.now()
    const child = runFile('bench/src/platform/buildOnce.ts', [folder, name, String(lateMs)])
    let isBuilt = false
    child.on('message', () => (isBuilt = true))
    child.once('exit', () =>
      isBuilt ? resolve(performance.now() - startedMs) : reject(new Error('The remote could not be built.')),
    )
  })

/**
 * ms to build mf-scoreboards alone, the process that does it included: without a cache, then with the one that the first build left.
 * @param lateMs that each build takes longer
 */
export async function timeBuilds(lateMs: number): Promise<{ coldMs: number; warmMs: number }> {
  const { folder, remove } = copyRemote()
  try {
    rmSync(cache, { recursive: true, force: true })
    return { coldMs: await build(folder, lateMs), warmMs: await build(folder, lateMs) }
  } finally {
    remove()
    rmSync(cache, { recursive: true, force: true })
  }
}

const bin = path.resolve(import.meta.dirname, '../../../platform/bin.mjs')
const changes = 5

/** Runs `npm run dev` of a remote; resolves with how to end it when it says where to look. */
async function startDev(folder: string, against: string, port: number): Promise<() => void> {
  const child = spawn(process.execPath, [bin, 'dev', '--against', against, '--port', String(port)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The dev server ended with ${code}.`)))
    child.stdout.on('data', (text: Buffer) => /^Open http/m.test(text.toString()) && resolve())
  })
  return () => void child.kill()
}

/**
 * ms from a saved file to its change on the screen of a deployed page, the median of some.
 * @param lateMs by which each change comes later
 */
export async function timeHotChange(browser: Browser, url: string, token: string, lateMs: number): Promise<number> {
  const { folder, remove } = copyRemote()
  const port = await freePort()
  const stop = await startDev(folder, url, port)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['local-network-access'],
  })
  try {
    await context.addCookies([{ name: 'token', value: token, url }])
    const page = await context.newPage()
    if (lateMs > 0) await page.route('**/*.hot-update.*', (route) => void wait(lateMs).then(() => route.continue()))
    await page.goto(`${url}/scoreboards/add?mf-dev=mf-scoreboards:${port}`)
    await page.waitForFunction(() => 'multiballDevelopmentReact' in globalThis)
    await page.getByText('Display title', { exact: true }).waitFor()
    const file = path.join(folder, 'src/form/ScoreboardForm.tsx')
    const text = readFileSync(file, 'utf8')
    const times: number[] = []
    for (let at = 0; at < changes; at += 1) {
      const startedMs = performance.now()
      writeFileSync(file, text.replace('label="Display title"', `label="Title, change ${at}"`))
      await page.getByText(`Title, change ${at}`, { exact: true }).waitFor()
      times.push(performance.now() - startedMs)
    }
    console.log(`  changes on the screen after ${times.map(Math.round).join(', ')} ms`)
    return quantile(times, 0.5)
  } finally {
    await context.close()
    stop()
    remove()
  }
}

const root = path.resolve(import.meta.dirname, '../../..')

/** The sources of mf-scoreboards in a folder of their own, with the workspace's packages, to be changed and built. */
function copyRemote(): { folder: string; remove(): void } {
  const around = mkdtempSync(path.join(tmpdir(), 'multiball-bench-'))
  const folder = path.join(around, 'mf-scoreboards')
  cpSync(path.join(root, 'mf-scoreboards'), folder, {
    recursive: true,
    filter: (file) => !/[\\/](?:dist|\.types|node_modules)$/.test(file),
  })
  symlinkSync(
    path.join(root, 'node_modules'),
    path.join(around, 'node_modules'),
    process.platform === 'win32' ? 'junction' : 'dir',
  )
  return { folder, remove: () => rmSync(around, { recursive: true }) }
}
