import { spawn } from 'node:child_process'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Registry, RemoteVersion } from '@multiball/shared/schema'
import { chromium, type Browser, type Page } from 'playwright-core'
import { chromiumSwitches, ensureChromium } from '../browsers/chromium'
import { root } from '../disk/paths'
import { readRegistry } from '../registry/registryFile'
import { temporaryFolder } from '../disk/temporaryFolder'
import { givingOnly, type GivenVersion } from './given'

/*
 * Deployed remotes in the deployed pages, in a browser: what no test of sources can show. The server's pages run
 * without a database; the API is answered here.
 */

const answers: Record<string, unknown> = {
  '/api/user_profile/get/': {
    id: 1,
    username: 'check',
    cached_display_name: 'Check',
    initials: 'CHK',
    profile_picture: null,
    first_name: '',
    last_name: '',
    display_name: '',
    ifpa_id: null,
  },
}
const emptyList = { count: 0, next: null, previous: null, results: [] }

/** Serves the pages of a deploy folder on a free port until `stop`. */
async function servePages(deploy: string): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ['platform/run.mjs', 'server/src/edges/pages/serve.cli.ts'], {
    cwd: root,
    env: { ...process.env, DEPLOY_DIR: deploy },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => void child.kill()
  process.once('exit', stop)
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The pages could not be served (${code}).`)))
    child.stdout.on('data', (text: Buffer) => {
      const [found] = /http:\S+/.exec(text.toString()) ?? []
      if (found) resolve(found)
    })
  })
  return { url, stop }
}

/** ms for a remote's page to be there */
const patienceMs = 20_000

/** The pages of a deploy folder, of whose registry another one is served. */
async function servePagesOf(deploy: string) {
  const folder = temporaryFolder('check')
  const give = (registry: Registry) => {
    writeFileSync(path.join(folder, 'draft.json'), JSON.stringify(registry))
    renameSync(path.join(folder, 'draft.json'), path.join(folder, 'registry.json'))
  }
  symlinkSync(path.resolve(deploy, 'r'), path.join(folder, 'r'), process.platform === 'win32' ? 'junction' : 'dir')
  give(readRegistry(deploy))
  const { url, stop } = await servePages(folder)
  return {
    url,
    give,
    stop() {
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Visit {
  /** path of the page */
  address: string
  /** it is there */
  isThere(page: Page): Promise<unknown>
}

const pathOf = (pattern: string) => pattern.replace(/\/\*$/, '')
const hasHeading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: patienceMs })
/** What the HTML says until the page has something to show. */
const hasBegun = (page: Page) => page.locator('#root > .mb-waiting').waitFor({ state: 'detached', timeout: patienceMs })

/** What is opened of a version: each of its routes in the shell, or the page that it is itself. */
const visitsOf = ({ page, routes }: RemoteVersion): Visit[] =>
  page
    ? [{ address: `${pathOf(page.path)}/nowhere`, isThere: hasBegun }]
    : routes.map((route) => ({ address: pathOf(route.path), isThere: hasHeading }))

const failures = /This section did not load|This display cannot be shown|Something has gone wrong/

/** What goes wrong when a page is opened, in words. */
async function visitPage(browser: Browser, url: string, { address, isThere }: Visit): Promise<string[]> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await context.addCookies([{ name: 'token', value: 'check', url }])
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${address}: uncaught ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && problems.push(`${address}: ${message.text()}`))
  await page.route('**/api/**', (route) =>
    route.fulfill({ json: answers[new URL(route.request().url()).pathname] ?? emptyList }),
  )
  try {
    await page.goto(url + address)
    await isThere(page)
    const failure = page.getByText(failures)
    if (await failure.count())
      problems.push(
        `${address}: ${(await page.locator('main, [role=alert], #root').first().innerText()).replace(/\s+/g, ' ')}`,
      )
  } catch {
    problems.push(`${address}: its page was not there after ${patienceMs / 1000} s.`)
  } finally {
    await context.close()
  }
  return problems
}

export interface VisitedVersion extends GivenVersion {
  /** paths that were opened */
  opened: string[]
  problems: string[]
}

/**
 * Opens each of these versions in the pages that run now, as a visitor has them who gets it: no other version of the remote
 * stands in.
 */
export async function visitVersions(
  registry: Registry,
  deploy: string,
  versions: readonly GivenVersion[],
): Promise<VisitedVersion[]> {
  const pages = await servePagesOf(deploy)
  // It ends with this process, as the server of the pages does.
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: chromiumSwitches,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  const visited: VisitedVersion[] = []
  try {
    for (const given of versions) {
      const record = registry.remotes[given.remote]?.versions[given.version]
      const visits = record ? visitsOf(record) : []
      pages.give(record ? givingOnly(registry, given) : registry)
      const problems: string[] = []
      for (const visit of visits) problems.push(...(await visitPage(browser, pages.url, visit)))
      visited.push({ ...given, opened: visits.map(({ address }) => address), problems })
    }
  } finally {
    await browser.close()
    pages.stop()
  }
  return visited
}
