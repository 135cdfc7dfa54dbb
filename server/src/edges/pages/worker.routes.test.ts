import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import vm from 'node:vm'
import { bucketOf } from '@multiball/shared/schema'
import Fastify from 'fastify'
import { readConfig } from '../../ground/process/config'
import { pagesRoutes } from './pages.routes'
import { clearingWorker } from './worker.routes'

const integrity = `sha384-${'A'.repeat(64)}`
const provides = { shared: '1.0.0', react: '19.3.1' }
const version = (worker?: string) => ({
  entry: { src: '/r/mf-viewer/1.0.0/entry.js', integrity },
  exposes: {},
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [],
  page: { path: '/viewer/*', assets: { scripts: [], preload: [], styles: [] }, provides, ...(worker && { worker }) },
  publishedAt: '2026-01-01T00:00:00Z',
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-worker-'))
  for (const name of ['1.0.0', '1.1.0']) {
    await mkdir(path.join(folder, 'r/mf-viewer', name), { recursive: true })
    await writeFile(path.join(folder, 'r/mf-viewer', name, 'worker.js'), `// the worker of ${name}`)
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function answer(
  remote: object,
  url = '/viewer/worker.js',
  environment: Record<string, string> = {},
  headers = {},
) {
  await writeFile(
    path.join(folder, 'registry.json'),
    JSON.stringify({ rev: 1, remotes: { 'mf-viewer': { enabled: true, active: '1.0.0', ...remote } } }),
  )
  const app = Fastify()
  await app.register(pagesRoutes({ deployFolder: folder, config: readConfig(environment).pages }))
  const { statusCode, body, headers: answered } = await app.inject({ url, headers })
  await app.close()
  return { statusCode, body, headers: answered }
}

const withWorker = { versions: { '1.0.0': version('/r/mf-viewer/1.0.0/worker.js') } }

test('the worker is that of the active version, asked for again each time, and may be of /tv too', async () => {
  const { statusCode, body, headers } = await answer(withWorker)
  expect([statusCode, body]).toEqual([200, '// the worker of 1.0.0'])
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'service-worker-allowed': '/',
    'content-security-policy': "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'",
  })
})

test('a canary’s visitor gets the canary’s', async () => {
  const versions = { ...withWorker.versions, '1.1.0': version('/r/mf-viewer/1.1.0/worker.js') }
  const canary = { version: '1.1.0', percent: 50 }
  for (const visitor of Array.from({ length: 8 }, (_, index) => `visitor${index}x`)) {
    const expected = bucketOf(visitor, 'mf-viewer') < 50 ? '1.1.0' : '1.0.0'
    expect(
      (await answer({ versions, canary }, '/viewer/worker.js', {}, { cookie: `mb-visitor=${visitor}` })).body,
    ).toBe(`// the worker of ${expected}`)
  }
  expect((await answer({ versions, canary })).body).toBe('// the worker of 1.0.0')
})

test.each<[string, object, Record<string, string>]>([
  ['the deployment wants none', withWorker, { OFFLINE_VIEWERS: '0' }],
  ['the active version has none', { versions: { '1.0.0': version() } }, {}],
  ['the viewer is switched off', { ...withWorker, enabled: false }, {}],
  ['its file is of another origin', { versions: { '1.0.0': version('https://elsewhere.example/worker.js') } }, {}],
])('where %s, the worker clears up after the one before', async (_name, remote, environment) => {
  expect((await answer(remote, '/viewer/worker.js', environment)).body).toBe(clearingWorker)
})

test.each([
  ['/viewer/scoreboards/12', {}, "worker-src 'self'"],
  ['/viewer/tv', {}, "worker-src 'self'"],
  ['/viewer/scoreboards/12', { OFFLINE_VIEWERS: '0' }, "worker-src 'none'"],
])('the page at %s with %j says %s', async (url, environment, directive) => {
  const { headers } = await answer(withWorker, url, environment)
  expect(String(headers['content-security-policy']).split('; ')).toContain(directive)
})

test('a worker that clears up removes our caches, leaves those of others, lets go of open pages and removes itself', async () => {
  const listeners: Record<string, (event: { waitUntil(done: Promise<unknown>): void }) => void> = {}
  const kept = new Set(['multiball-pages-1', 'multiball-boards-1', 'somebody-else'])
  const done: string[] = []
  const scope = {
    addEventListener: (name: string, listener: (event: { waitUntil(done: Promise<unknown>): void }) => void) =>
      (listeners[name] = listener),
    skipWaiting: () => done.push('skipped'),
    clients: { claim: async () => done.push('claimed') },
    caches: { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) },
    registration: { unregister: async () => done.push('unregistered') },
  }
  vm.runInNewContext(clearingWorker, scope)
  expect(Object.keys(listeners)).toEqual(['install', 'activate'])
  listeners.install!({ waitUntil: () => {} })
  let cleared: Promise<unknown> = Promise.resolve()
  listeners.activate!({ waitUntil: (promise) => (cleared = promise) })
  await cleared
  expect([...kept]).toEqual(['somebody-else'])
  expect(done).toEqual(['skipped', 'claimed', 'unregistered'])
})
