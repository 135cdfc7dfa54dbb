import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { copyDeploy } from '@multiball/e2e/deployCopy'
import type { Browser } from 'playwright-core'

type DeployCopy = ReturnType<typeof copyDeploy>

const root = path.resolve(import.meta.dirname, '../../..')
const remote = 'mf-scoreboards'
const before = '0.9.0-bench'

interface Deployed {
  rev: number
  remotes: Record<string, { active: string; versions: Record<string, unknown>; lastGood?: string }>
}

/** Makes the deploy folder one in which the sources' version was never published; its files stay for pages that have it, until publish replaces them. */
function forget(deploy: DeployCopy): void {
  deploy.addTwin(remote, before)
  const file = path.join(deploy.folder, 'registry.json')
  const registry = JSON.parse(readFileSync(file, 'utf8')) as Deployed
  const { versions } = registry.remotes[remote]!
  registry.remotes[remote] = { ...registry.remotes[remote]!, active: before, versions: { [before]: versions[before] } }
  delete registry.remotes[remote].lastGood
  writeFileSync(file, JSON.stringify({ ...registry, rev: registry.rev + 1 }))
}

/** Visits as somebody new until a visit runs this version. */
async function visitUntil(
  browser: Browser,
  url: string,
  token: string,
  isWanted: (version: string) => boolean,
): Promise<void> {
  for (;;) {
    const context = await browser.newContext()
    await context.addCookies([{ name: 'token', value: token, url }])
    const page = await context.newPage()
    await page.goto(`${url}/scoreboards`)
    await page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    await context.close()
    const versions = files.flatMap((file) => /\/r\/mf-scoreboards\/([^/]+)\//.exec(file)?.[1] ?? [])
    if (versions.some(isWanted)) return
  }
}

interface Shipping {
  /** from the end of the build to the page of somebody new that runs it */
  publishMs: number
  /** from the command, the start of its process included, to the page of somebody new that runs the version before */
  rollbackMs: number
  /** the whole of `npm run remotes -- publish`, with contract and build */
  commandMs: number
}

/** Publishes a remote to a running product and takes it back, beside somebody who visits again and again. */
export async function timeShipping(
  browser: Browser,
  deploy: DeployCopy,
  url: string,
  token: string,
): Promise<Shipping> {
  forget(deploy)
  await visitUntil(browser, url, token, (version) => version === before)
  const startedMs = Date.now()
  const built = path.join(root, remote, 'dist/build.json')
  if (existsSync(built)) rmSync(built)
  execFileSync(process.execPath, ['platform/run.mjs', 'platform/src/remotes.cli.ts', 'publish', remote], {
    cwd: root,
    env: { ...process.env, DEPLOY_DIR: deploy.folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const commandMs = Date.now() - startedMs
  await visitUntil(browser, url, token, (version) => version !== before)
  const publishMs = Date.now() - statSync(built).mtimeMs

  const takenBackMs = Date.now()
  deploy.remotes('rollback', remote)
  await visitUntil(browser, url, token, (version) => version === before)
  return { publishMs, rollbackMs: Date.now() - takenBackMs, commandMs }
}
