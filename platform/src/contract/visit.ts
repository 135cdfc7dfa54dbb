import { spawn } from 'node:child_process'
import type { Registry } from '@multiball/shared/schema'
import { chromium, type Browser } from 'playwright-core'
import { chromiumSwitches, ensureChromium } from '../chromium'
import { root } from '../paths'

/*
 * The deployed remotes in the deployed shell, in a browser: what no test of sources can show. The server's pages run
 * without a database; the API is answered here.
 */

const answers: Record<string, unknown> = {
  '/api/user_profile/get/': { id: 1, username: 'check', cached_display_name: 'Check', initials: 'CHK', profile_picture: null, first_name: '', last_name: '', display_name: '', ifpa_id: null },
}
const emptyList = { count: 0, next: null, previous: null, results: [] }

/** Serves the pages of a deploy folder on a free port until `stop`. */
async function servePages(deploy: string): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ['platform/run.mjs', 'server/src/pages/serve.cli.ts'], {
    cwd: root,
    env: { ...process.env, DEPLOY_DIR: deploy },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The pages could not be served (${code}).`)))
    child.stdout.on('data', (text: Buffer) => {
      const [found] = /http:\S+/.exec(text.toString()) ?? []
      if (found) resolve(found)
    })
  })
  return { url, stop: () => void child.kill() }
}

/** ms for a remote's page to be there */
const patienceMs = 20_000

/** What goes wrong when a route is opened in the shell, in words. */
async function visitRoute(browser: Browser, url: string, path: string): Promise<string[]> {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'token', value: 'check', url }])
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${path}: uncaught ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && problems.push(`${path}: ${message.text()}`))
  await page.route('**/api/**', (route) => route.fulfill({ json: answers[new URL(route.request().url()).pathname] ?? emptyList }))
  try {
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: patienceMs })
    const failure = page.getByText(/This section did not load|Something has gone wrong/)
    if (await failure.count()) problems.push(`${path}: ${(await page.getByRole('main').innerText()).replace(/\s+/g, ' ')}`)
  } catch {
    problems.push(`${path}: its page was not there after ${patienceMs / 1000} s.`)
  } finally {
    await context.close()
  }
  return problems
}

const pathOf = (pattern: string) => pattern.replace(/\/\*$/, '')

/** Opens every route of the active remotes in the active shell. Answers what goes wrong by remote. */
export async function visitDeployed(registry: Registry, deploy: string): Promise<Map<string, string[]>> {
  const pages = await servePages(deploy)
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  const problems = new Map<string, string[]>()
  try {
    for (const [remote, { enabled, active, versions }] of Object.entries(registry.remotes)) {
      // A remote that is a page of its own has its route there.
      const routes = enabled && !versions[active]?.page ? (versions[active]?.routes ?? []) : []
      for (const { path } of routes) problems.set(remote, [...(problems.get(remote) ?? []), ...(await visitRoute(browser, pages.url, pathOf(path)))])
    }
  } finally {
    await browser.close()
    pages.stop()
  }
  return problems
}
