import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire, isBuiltin } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { saysLeftEarly } from './browser'

/** What a partner's page collects of boards, in order. */
type BoardEvent = [name: 'ready' | 'score' | 'state' | 'resize' | 'error', detail: Record<string, unknown>]

const listening = `
globalThis.events = []
globalThis.violations = []
for (const name of ['ready', 'score', 'state', 'resize', 'error']) addEventListener('mb-' + name, ({ detail }) => events.push([name, detail]))
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => violations.push(violatedDirective + ' ' + blockedURI))
`

interface PartnerPage {
  /** of the body */
  html: string
  head?: string
  headers?: Record<string, string>
}

/** Somebody else's site: another host and port than the product's. */
export interface PartnerSite {
  url: string
  /** Puts a script of the site beside /events.js. */
  addScript(path: string, text: string): void
  /** Opens a page of this site in a window of its own; `complaints` are all errors and warnings of its console. */
  open(
    browser: Browser,
    page: PartnerPage,
    options?: BrowserContextOptions & { before?(page: Page): Promise<unknown> },
  ): Promise<{ page: Page; complaints: string[]; sockets: string[] }>
  stop(): void
}

export async function startPartnerSite(): Promise<PartnerSite> {
  const scripts = new Map([['/events.js', listening]])
  const pages = new Map<string, PartnerPage>()
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '')
    if (script !== undefined) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    const page = pages.get(request.url ?? '')
    if (!page) return void response.writeHead(204).end()
    const head = `<meta charset="utf-8"><title>Partner</title><script src="/events.js"></script>${page.head ?? ''}`
    response
      .writeHead(200, { 'content-type': 'text/html', ...page.headers })
      .end(`<!doctype html><html lang="en"><head>${head}</head><body>${page.html}</body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Another host than the product's localhost: to the browser another site.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    addScript: (path, text) => void scripts.set(path, text),
    async open(browser, content, { before, ...options } = {}) {
      const path = `/page${pages.size}`
      pages.set(path, content)
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        permissions: ['local-network-access'],
        ...options,
      })
      context.setDefaultTimeout(30_000)
      const page = await context.newPage()
      const complaints: string[] = []
      const sockets: string[] = []
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        // A page cannot stop the browser from reporting these.
        const isOfBrowser = message.text().startsWith('Failed to load resource') || saysLeftEarly(message.text())
        if (['error', 'warning'].includes(message.type()) && !isOfBrowser) complaints.push(message.text())
      })
      page.on('websocket', (socket) => sockets.push(socket.url()))
      await before?.(page)
      await page.goto(url + path)
      return { page, complaints, sockets }
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Resolves when the page has heard so many events of this name that match. */
export const heard = (page: Page, name: BoardEvent[0], count = 1, part: Record<string, unknown> = {}) =>
  page.waitForFunction(
    ([wanted, least, fields]) => {
      const { events } = globalThis as unknown as { events: [string, Record<string, unknown>][] }
      return (
        events.filter(
          ([one, detail]) =>
            one === wanted && Object.entries(fields as object).every(([field, value]) => detail[field] === value),
        ).length >= Number(least)
      )
    },
    [name, count, part] as const,
  )

export const eventsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { events: BoardEvent[] }).events)

const required = /\brequire\(\s*["']([^"']+)["']\s*\)/g

/**
 * Packages of node_modules as one script, each under its global name: what a partner's page brings along.
 * @param modules global name → module
 */
export function bundlePackages(modules: Record<string, string>, from = import.meta.filename): string {
  const files = new Map<string, string>()
  const resolve = (name: string, parent: string) => {
    try {
      return isBuiltin(name) ? undefined : createRequire(parent).resolve(name)
    } catch {
      return undefined
    }
  }
  const visit = (file: string) => {
    if (files.has(file)) return
    const code = readFileSync(file, 'utf8')
    files.set(file, '')
    const map: Record<string, string> = {}
    for (const [, name] of code.matchAll(required)) {
      const found = resolve(name!, file)
      if (!found) continue
      map[name!] = found
      visit(found)
    }
    files.set(file, `[function(module,exports,require,process){${code}\n},${JSON.stringify(map)}]`)
  }
  const roots = Object.entries(modules).map(([global, name]) => [global, createRequire(from).resolve(name)] as const)
  for (const [, file] of roots) visit(file)
  const table = [...files].map(([file, entry]) => `${JSON.stringify(file)}:${entry}`).join(',\n')
  return `(() => {
const table = {${table}}
const done = {}
const process = { env: { NODE_ENV: 'production' } }
const load = (file) => {
  if (done[file]) return done[file].exports
  const module = done[file] = { exports: {} }
  const [run, map] = table[file]
  run.call(module.exports, module, module.exports, (name) => map[name] ? load(map[name]) : {}, process)
  return module.exports
}
${roots.map(([global, file]) => `globalThis.${global} = load(${JSON.stringify(file)})`).join('\n')}
})()`
}

export interface FramingSite {
  /** such as http://127.0.0.1:41234: to the browser another site than the product's localhost */
  origin: string
  /** Adds a page with this HTML as its body. Returns its address. */
  page(path: string, body: string): string
  close(): void
}

/** Notes in `heard` what a page is told by messages, and by which of its frames. */
const frameListener =
  '<script>window.heard = []; addEventListener("message", ({ origin, source, data }) => heard.push({ origin, frame: [...document.querySelectorAll("iframe")].findIndex(({ contentWindow }) => contentWindow === source), ...data }))</script>'

/** A site of somebody else, whose pages hold frames and listen to them. */
export async function serveFramingSite(): Promise<FramingSite> {
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const html = pages.get(request.url!)
    // A browser asks for an icon by itself.
    response.writeHead(html === undefined ? 204 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    page: (path, body) => {
      pages.set(
        path,
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Partner</title>${frameListener}</head><body>${body}</body></html>`,
      )
      return origin + path
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
