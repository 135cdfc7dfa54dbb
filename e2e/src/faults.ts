import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Route } from 'playwright-core'

/* Ways in which a remote can be broken, and how each is mended. */

interface RegistryVersion {
  entry: { src: string; integrity?: string }
  requires: Record<string, string>
}
interface InlinedRegistry {
  remotes: Record<string, { active: string; lastGood?: string; versions: Record<string, RegistryVersion> }>
}

const registryElement = /(<script type="application\/json" id="mb-registry">)(.*?)(<\/script>)/s

const edits = new WeakMap<Page, ((remotes: InlinedRegistry['remotes']) => void)[]>()

/** Changes what the server inlined about one remote in every page that this window opens from now on. */
async function editVersion(page: Page, remote: string, edit: (version: RegistryVersion) => void) {
  const all = edits.get(page) ?? []
  all.push((remotes) => {
    const entry = remotes[remote]!
    // The ladder's last rung would hide the fault.
    delete entry.lastGood
    edit(entry.versions[entry.active]!)
  })
  if (edits.has(page)) return
  edits.set(page, all)
  await page.route(
    ({ pathname }) => !/^\/(?:api|r)\/|\.\w+$/.test(pathname),
    async (route) => {
      const answer = await route.fetch()
      // A test may end while a page still loads: its answers go before it does.
      const html = await answer.text().catch((error: unknown) => {
        if (!page.isClosed() && !String(error).includes('has been disposed')) throw error
      })
      if (html === undefined) return
      const body = html.replace(registryElement, (_all, before: string, text: string, after: string) => {
        const registry = JSON.parse(text) as InlinedRegistry
        for (const one of all) one(registry.remotes)
        return before + JSON.stringify(registry).replaceAll('<', '\\u003c') + after
      })
      await route.fulfill({ response: answer, body })
    },
  )
}

/** Answers for the remote's entry in the server's place until it is mended. */
async function answerEntry(page: Page, remote: string, answer: (route: Route) => unknown): Promise<Mend> {
  const entries = `**/r/${remote}/**/remoteEntry.*.js*`
  await editVersion(page, remote, () => {})
  await page.route(entries, (route) => void answer(route))
  return () => page.unroute(entries)
}

/** Makes it healthy again; does nothing where a version is pinned to broken bytes. */
type Mend = (() => Promise<unknown>) | undefined

export interface Fault {
  kind: string
  code: string
  /** breaks the remote in this window's next pages */
  bring(page: Page, remote: string): Promise<Mend>
  /** the browser itself reports what happened */
  isLoud?: true
}

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

/**
 * A remote of our own in the place of the real one, with its hash in the registry.
 * @param script of the container, see the contract of module federation: `init(shares)`, `get(expose)`
 */
async function replaceEntry(page: Page, remote: string, script: string): Promise<Mend> {
  const src = `/r/made/${remote}.js`
  await editVersion(page, remote, ({ entry }) => Object.assign(entry, { src, integrity: integrityOf(script) }))
  await page.route(`**${src}*`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script, headers: { 'access-control-allow-origin': '*' } }),
  )
  return () => page.evaluate((name) => Reflect.set(globalThis, `${name} is mended`, true), remote)
}

/** A container whose page and display do as it says, by `isMended()` until the remote is mended. */
const container = (remote: string, { init = '', get = '', render = '' }) => `
var ${remote.replaceAll('-', '_')} = (() => {
  const isMended = () => globalThis['${remote} is mended']
  let react
  const element = (type, text) => react.createElement(type, null, text)
  const Shown = () => {
    ${render}
    return element('h1', 'Mended')
  }
  return {
    init(scope) {
      ${init}
      const share = Object.values(scope.react)[0]
      react = share.lib ? share.lib() : undefined
      return Promise.resolve(share.lib ? undefined : share.get()).then((factory) => { react ??= factory() })
    },
    get(expose) {
      ${get}
      return Promise.resolve(() => expose === './display' ? { display: { type: 'scoreboard', Display: Shown } } : { default: Shown })
    },
  }
})()`

const unlessMended = (statement: string) => `if (!isMended()) ${statement}`

/** Which chunks and styles an expose has is the build's business. */
const lateFiles = (remote: string, end: 'js' | 'css') => new RegExp(`/r/${remote}/[^/]+/(?!remoteEntry)[^/]+\\.${end}`)

/** Sends the file with another letter at its end, which changes nothing of what it does. */
export async function changeOneByte(route: Route): Promise<void> {
  const answer = await route.fetch()
  const bytes = await answer.body()
  bytes[bytes.length - 1] = 32
  await route.fulfill({ response: answer, body: bytes })
}

/** Faults of what is served at the entry's own address. */
const served: Fault[] = [
  {
    kind: 'connection refused',
    code: 'REMOTE_ENTRY_FAILED',
    bring: (page, remote) => answerEntry(page, remote, (route) => route.abort('connectionrefused')),
  },
  {
    kind: 'a page with 200 in its place',
    code: 'REMOTE_ENTRY_FAILED',
    bring: (page, remote) =>
      answerEntry(page, remote, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><title>Welcome</title>',
          headers: { 'access-control-allow-origin': '*' },
        }),
      ),
  },
  {
    kind: '404 with JSON',
    code: 'REMOTE_ENTRY_FAILED',
    bring: (page, remote) =>
      answerEntry(page, remote, (route) => route.fulfill({ status: 404, json: { detail: 'Not found.' } })),
  },
  {
    kind: '500',
    code: 'REMOTE_ENTRY_FAILED',
    bring: (page, remote) => answerEntry(page, remote, (route) => route.fulfill({ status: 500, body: 'oops' })),
  },
  {
    kind: 'a server that never answers',
    code: 'REMOTE_ENTRY_TIMEOUT',
    bring: (page, remote) => answerEntry(page, remote, () => {}),
  },
  {
    kind: 'another file than the published one',
    code: 'REMOTE_ENTRY_INTEGRITY',
    bring: (page, remote) =>
      answerEntry(page, remote, async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, body: `${await answer.text()};globalThis.forged = true` })
      }),
  },
  ...(['js', 'css'] as const).map((end): Fault => ({
    kind: `a late ${end === 'js' ? 'chunk' : 'style'} of which one byte is another`,
    code: 'REMOTE_CHUNK_FAILED',
    async bring(page, remote) {
      const files = lateFiles(remote, end)
      await editVersion(page, remote, () => {})
      await page.route(files, changeOneByte)
      return () => page.unroute(files)
    },
  })),
  {
    kind: 'a late chunk that is missing',
    code: 'REMOTE_CHUNK_FAILED',
    async bring(page, remote) {
      const chunks = lateFiles(remote, 'js')
      await editVersion(page, remote, () => {})
      await page.route(chunks, (route) => route.fulfill({ status: 404, json: { detail: 'Not found.' } }))
      return () => page.unroute(chunks)
    },
  },
]

/** Faults of what the registry says. */
const registered: Fault[] = [
  {
    kind: 'no hash in the registry',
    code: 'REMOTE_ENTRY_INTEGRITY',
    bring: (page, remote) => editVersion(page, remote, ({ entry }) => delete entry.integrity).then(() => undefined),
  },
  {
    kind: 'a foreign origin',
    code: 'REMOTE_ORIGIN',
    bring: (page, remote) =>
      editVersion(page, remote, ({ entry }) => void (entry.src = `https://elsewhere.example${entry.src}`)).then(
        () => undefined,
      ),
  },
  {
    kind: 'a range that the page does not meet',
    code: 'REMOTE_REQUIRES',
    bring: (page, remote) =>
      editVersion(page, remote, ({ requires }) => void (requires.shared = '^9.0.0')).then(() => undefined),
  },
]

/** Faults of the remote's own code, which arrived whole. */
const thrown: Fault[] = [
  {
    kind: 'a syntax error',
    code: 'REMOTE_MODULE_FAILED',
    isLoud: true,
    bring: (page, remote) => replaceEntry(page, remote, 'var oops = = 1').then(() => undefined),
  },
  {
    kind: 'a throw when its module starts',
    code: 'REMOTE_MODULE_FAILED',
    bring: (page, remote) =>
      replaceEntry(page, remote, container(remote, { get: unlessMended(`throw new Error('no start')`) })),
  },
  {
    kind: 'a singleton of another version',
    code: 'REMOTE_MODULE_FAILED',
    bring: (page, remote) =>
      replaceEntry(
        page,
        remote,
        container(remote, {
          init: unlessMended(
            `throw new Error('Version 19.3.1 of shared singleton module react does not satisfy the requirement ^18.0.0')`,
          ),
        }),
      ),
  },
]

/** Faults that only the page that draws it finds out; a display has its own code for them. */
export const drawn: Fault[] = [
  {
    kind: 'a throw while it is drawn',
    code: 'THREW',
    bring: (page, remote) =>
      replaceEntry(page, remote, container(remote, { render: unlessMended(`throw new Error('no drawing')`) })),
  },
  {
    kind: 'a throw in an effect',
    code: 'THREW',
    bring: (page, remote) =>
      replaceEntry(
        page,
        remote,
        container(remote, { render: `react.useEffect(() => { ${unlessMended(`throw new Error('no effect')`)} })` }),
      ),
  },
]

/** A host of remotes that misbehaves: it sends a few bytes a second, or half of a file. */
export interface FaultyHost {
  origin: string
  faults: Fault[]
  stop(): void
}

/** Starts it; what it serves correctly comes from the product. */
export async function startFaultyHost(productUrl: () => string): Promise<FaultyHost> {
  const mended = new Set<string>()
  const server: Server = createServer(async (request, response) => {
    const [, manner = '', ...rest] = (request.url ?? '').split('/')
    const answer = await fetch(`${productUrl()}/${rest.join('/')}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      'content-length': bytes.length,
      'access-control-allow-origin': '*',
    })
    if (mended.has(manner) || !/remoteEntry/.test(request.url ?? '')) return void response.end(bytes)
    if (manner === 'half') {
      response.write(bytes.subarray(0, bytes.length / 2))
      return void setTimeout(() => response.destroy(), 50)
    }
    let sent = 0
    const drip = setInterval(() => response.write(bytes.subarray(sent, (sent += 20))), 200)
    response.once('close', () => clearInterval(drip))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  const fault = (kind: string, manner: string, code: string): Fault => ({
    kind,
    code,
    async bring(page, remote) {
      mended.delete(manner)
      await editVersion(page, remote, ({ entry }) => void (entry.src = `${origin}/${manner}${entry.src}`))
      return async () => mended.add(manner)
    },
  })
  return {
    origin,
    faults: [
      fault('a few bytes a second', 'drip', 'REMOTE_ENTRY_TIMEOUT'),
      fault('half of the file', 'half', 'REMOTE_ENTRY_FAILED'),
    ],
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export const faults: Fault[] = [...served, ...registered, ...thrown]
