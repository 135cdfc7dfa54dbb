import type { Registry, RemoteVersion } from '@multiball/shared/schema'
import { createLoader } from './loader'
import { isRetryable, RemoteFailure } from './failure'

const integrity = `sha384-${'A'.repeat(64)}`
const version = (src: string, changes: Partial<RemoteVersion> = {}): RemoteVersion => ({
  entry: { src, integrity },
  exposes: {
    './display': { scripts: [], styles: [] },
    './commands': { scripts: [], styles: [] },
    './routes': { scripts: [], styles: [] },
  },
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [{ path: '/x/*', expose: './routes' }],
  publishedAt: '2026-01-01T00:00:00Z',
  ...changes,
})

const registryOf = (versions: Record<string, RemoteVersion>, active: string, more = {}): Registry => ({
  rev: 1,
  remotes: { 'mf-scoreboards': { enabled: true, active, versions, ...more } },
})

/** A federation runtime whose entries behave as `behaviour` says, by path. */
function setUp(
  registry: Registry,
  behaviour: Record<
    string,
    | 'good'
    | 'down'
    | 'forged'
    | 'lost once'
    | 'throws'
    | 'hangs'
    | 'chunk hangs'
    | 'Loading chunk 7 failed'
    | 'bad commands'
  >,
  options: { provided?: object; origins?: string[] } = {},
) {
  const registered: string[] = []
  const failures: RemoteFailure[] = []
  const hung: (() => void)[] = []
  let entry = ''
  const kind = (address: string) => behaviour[new URL(address).pathname]
  globalThis.fetch = jest.fn(async (address: RequestInfo | URL, { integrity }: RequestInit = {}) => {
    if (kind(String(address)) === 'down' || (kind(String(address)) === 'forged' && integrity))
      throw new TypeError('no connection')
    return new Response('', { headers: { 'content-type': 'text/javascript' } })
  })
  const loader = createLoader({
    registry,
    provided: { shared: '1.2.0', react: '19.3.1', ...options.provided },
    origins: options.origins ?? ['https://boards.test'],
    base: 'https://boards.test/',
    timeoutMs: 4000,
    patienceMs: 12_000,
    onFailure: (failure) => failures.push(failure),
    runtime: {
      hasArrived: () => !['down', 'forged', 'lost once', 'hangs'].includes(kind(entry)!),
      register: (remote) => {
        entry = remote.entry
        registered.push(remote.entry)
      },
      load: async (id) => {
        if (kind(entry) === 'hangs') return new Promise((_, reject) => setTimeout(reject, 4000, new Error('timeout')))
        if (kind(entry) === 'chunk hangs')
          return new Promise((_, reject) => hung.push(() => reject(new Error('Loading chunk 7 failed'))))
        if (kind(entry) === 'lost once' && !entry.includes('?retry'))
          throw new Error('ScriptNetworkError: Failed to load script')
        if (kind(entry) === 'lost once') return { from: new URL(entry).pathname }
        if (kind(entry) === 'bad commands' && !id.endsWith('/commands')) return { from: new URL(entry).pathname }
        if (kind(entry) !== 'good') throw new Error(`${kind(entry)} ${id}`)
        return { from: new URL(entry).pathname }
      },
    },
  })
  /** The network lets go of what hangs. */
  const letGo = () => hung.splice(0).forEach((end) => end())
  return { loader, registered, failures, letGo }
}

const failureOf = (load: Promise<unknown>) =>
  load.then(
    () => undefined,
    (failure: RemoteFailure) => failure,
  )

test('a remote is registered once for all its exposes', async () => {
  const { loader, registered } = setUp(registryOf({ '1.0.0': version('/a.js') }, '1.0.0'), { '/a.js': 'good' })
  await loader.loadExpose('mf-scoreboards', './display')
  await loader.loadExpose('mf-scoreboards', './routes')
  expect(registered).toEqual(['https://boards.test/a.js'])
})

test('what has come can be had at once', async () => {
  const { loader } = setUp(registryOf({ '1.0.0': version('/a.js') }, '1.0.0'), { '/a.js': 'good' })
  const loading = loader.loadExpose('mf-scoreboards', './routes')
  expect(loader.loadedExpose('mf-scoreboards', './routes')).toBeUndefined()
  expect(loader.loadedExpose('mf-scoreboards', './display')).toBeUndefined()
  const module = await loading
  expect(loader.loadedExpose('mf-scoreboards', './routes')).toBe(module)
})

test('JMP-03 commands that do not start cost the remote nothing else, and no older version stands in for them', async () => {
  const registry = registryOf({ '1.0.0': version('/old.js'), '2.0.0': version('/new.js') }, '2.0.0', {
    lastGood: '1.0.0',
  })
  const { loader, registered, failures } = setUp(registry, { '/new.js': 'bad commands', '/old.js': 'good' })
  expect(await failureOf(loader.loadExpose('mf-scoreboards', './commands'))).toMatchObject({
    code: 'REMOTE_MODULE_FAILED',
  })
  await expect(loader.loadExpose('mf-scoreboards', './routes')).resolves.toEqual({ from: '/new.js' })
  expect(registered).toEqual(['https://boards.test/new.js'])
  expect(failures).toHaveLength(1)
})

test('an entry that is down is tried once more, then the last good version stands in', async () => {
  const registry = registryOf({ '1.0.0': version('/old.js'), '2.0.0': version('/new.js') }, '2.0.0', {
    lastGood: '1.0.0',
  })
  const { loader, registered } = setUp(registry, { '/new.js': 'down', '/old.js': 'good' })
  await expect(loader.loadExpose('mf-scoreboards', './display')).resolves.toEqual({ from: '/old.js' })
  expect(registered).toEqual([
    'https://boards.test/new.js',
    'https://boards.test/new.js?retry=1',
    'https://boards.test/old.js',
  ])
})

test('a version that does not start, and a last good one that is down: asked again, the last good one stands in once it is there', async () => {
  const registry = registryOf({ '1.0.0': version('/old.js'), '2.0.0': version('/new.js') }, '2.0.0', {
    lastGood: '1.0.0',
  })
  const behaviour: Parameters<typeof setUp>[1] = { '/new.js': 'throws', '/old.js': 'down' }
  const { loader } = setUp(registry, behaviour)
  const failure = await failureOf(loader.loadExpose('mf-scoreboards', './display'))
  expect(failure).toMatchObject({ version: '1.0.0', code: 'REMOTE_ENTRY_FAILED' })
  expect(isRetryable(failure!)).toBe(true)
  behaviour['/old.js'] = 'good'
  loader.retry('mf-scoreboards')
  await expect(loader.loadExpose('mf-scoreboards', './display')).resolves.toEqual({ from: '/old.js' })
})

test('an entry that was lost, and is there when one looks why, is asked for once more', async () => {
  const { loader, registered } = setUp(registryOf({ '1.0.0': version('/a.js') }, '1.0.0'), { '/a.js': 'lost once' })
  await expect(loader.loadExpose('mf-scoreboards', './display')).resolves.toEqual({ from: '/a.js' })
  expect(registered).toEqual(['https://boards.test/a.js', 'https://boards.test/a.js?retry=1'])
})

test('an entry that is not the published one is asked for again, now and each time after', async () => {
  const behaviour: Record<string, 'forged' | 'good'> = { '/a.js': 'forged' }
  const { loader, registered } = setUp(registryOf({ '1.0.0': version('/a.js') }, '1.0.0'), behaviour)
  const failure = await failureOf(loader.loadExpose('mf-scoreboards', './display'))
  expect(failure).toMatchObject({ code: 'REMOTE_ENTRY_INTEGRITY' })
  expect(isRetryable(failure!)).toBe(true)
  behaviour['/a.js'] = 'good'
  loader.retry('mf-scoreboards')
  await expect(loader.loadExpose('mf-scoreboards', './display')).resolves.toEqual({ from: '/a.js' })
  expect(registered.map((entry) => new URL(entry).search)).toEqual(['', '?retry=1', '?retry=2'])
})

test.each<[string, Registry, Parameters<typeof setUp>[2], string]>([
  ['an unknown remote', { rev: 1, remotes: {} }, {}, 'REMOTE_UNKNOWN'],
  [
    'a remote that is switched off',
    registryOf({ '1.0.0': version('/a.js') }, '1.0.0', { enabled: false }),
    {},
    'REMOTE_DISABLED',
  ],
  [
    'a range that the page does not meet',
    registryOf({ '1.0.0': version('/a.js') }, '1.0.0'),
    { provided: { shared: '2.0.0' } },
    'REMOTE_REQUIRES',
  ],
  [
    'an older minor than required',
    registryOf({ '1.0.0': version('/a.js', { requires: { shared: '^1.3.0', react: '^19.0.0' } }) }, '1.0.0'),
    {},
    'REMOTE_REQUIRES',
  ],
  [
    'an entry without a hash',
    registryOf({ '1.0.0': version('/a.js', { entry: { src: '/a.js', integrity: '' } }) }, '1.0.0'),
    {},
    'REMOTE_ENTRY_INTEGRITY',
  ],
  ['a foreign origin', registryOf({ '1.0.0': version('https://elsewhere.test/a.js') }, '1.0.0'), {}, 'REMOTE_ORIGIN'],
])('%s is refused before a byte is loaded', async (_what, registry, options, code) => {
  const { loader, registered } = setUp(registry, { '/a.js': 'good' }, options)
  const failure = await failureOf(loader.loadExpose('mf-scoreboards', './display'))
  expect(failure).toMatchObject({ name: 'RemoteFailure', code, remote: 'mf-scoreboards' })
  expect(registered).toEqual([])
})

test('an entry that failed to start is not loaded again until somebody asks for a retry', async () => {
  const behaviour: Record<string, 'good' | 'throws'> = { '/a.js': 'throws' }
  const { loader, registered } = setUp(registryOf({ '1.0.0': version('/a.js') }, '1.0.0'), behaviour)
  expect(await failureOf(loader.loadExpose('mf-scoreboards', './display'))).toMatchObject({
    code: 'REMOTE_MODULE_FAILED',
  })
  expect(await failureOf(loader.loadExpose('mf-scoreboards', './display'))).toMatchObject({
    code: 'REMOTE_MODULE_FAILED',
  })
  expect(registered).toHaveLength(1)
  behaviour['/a.js'] = 'good'
  loader.retry('mf-scoreboards')
  await expect(loader.loadExpose('mf-scoreboards', './display')).resolves.toEqual({ from: '/a.js' })
  expect(registered.at(-1)).toMatch(/a\.js\?retry=\d+$/)
  await expect(loader.loadExpose('mf-scoreboards', './routes')).resolves.toEqual({ from: '/a.js' })
  expect(registered).toHaveLength(2)
})

test('a chunk that does not come is a network failure: the same container asks for it again', async () => {
  const { loader, registered } = setUp(registryOf({ '1.0.0': version('/a.js') }, '1.0.0'), {
    '/a.js': 'Loading chunk 7 failed',
  })
  expect(await failureOf(loader.loadExpose('mf-scoreboards', './display'))).toMatchObject({
    code: 'REMOTE_CHUNK_FAILED',
  })
  expect(registered).toHaveLength(1)
})

test('an entry that hangs is a timeout, known without asking for it once more, and so is a file that it waits for', async () => {
  jest.useFakeTimers()
  try {
    const registry = registryOf({ '1.0.0': version('/a.js'), '0.9.0': version('/b.js') }, '1.0.0', {
      lastGood: '0.9.0',
    })
    const { loader, failures } = setUp(registry, { '/a.js': 'hangs', '/b.js': 'chunk hangs' })
    const failure = failureOf(loader.loadExpose('mf-scoreboards', './display'))
    // Two tries of the entry, then two of the version before it.
    await jest.advanceTimersByTimeAsync(2 * 4000 + 2 * 12_000)
    expect(await failure).toMatchObject({ version: '1.0.0', code: 'REMOTE_ENTRY_TIMEOUT' })
    expect(failures).toMatchObject([
      { version: '1.0.0', code: 'REMOTE_ENTRY_TIMEOUT' },
      { version: '0.9.0', code: 'REMOTE_CHUNK_FAILED' },
    ])
    expect(globalThis.fetch).not.toHaveBeenCalled()
  } finally {
    jest.useRealTimers()
  }
})

test('a module that hangs for ever is not registered anew for ever; once the network lets go of it, it is', async () => {
  jest.useFakeTimers()
  try {
    const behaviour: Parameters<typeof setUp>[1] = { '/a.js': 'chunk hangs' }
    const { loader, registered, letGo } = setUp(registryOf({ '1.0.0': version('/a.js') }, '1.0.0'), behaviour)
    const again = async () => {
      loader.retry('mf-scoreboards')
      const loading = failureOf(loader.loadExpose('mf-scoreboards', './display'))
      await jest.advanceTimersByTimeAsync(30_000)
      return loading
    }
    for (let tries = 0; tries < 20; tries++) expect(isRetryable((await again())!)).toBe(true)
    expect(registered).toHaveLength(4)
    letGo()
    await jest.advanceTimersByTimeAsync(0)
    behaviour['/a.js'] = 'good'
    expect(await again()).toBeUndefined()
    expect(registered).toHaveLength(5)
  } finally {
    jest.useRealTimers()
  }
})

test('a failure is told also where the last good version stands in, and the version that runs is known', async () => {
  const registry = registryOf({ '1.0.0': version('/old.js'), '2.0.0': version('/new.js') }, '2.0.0', {
    lastGood: '1.0.0',
  })
  const { loader, failures } = setUp(registry, { '/new.js': 'throws', '/old.js': 'good' })
  expect(loader.version('mf-scoreboards')).toBe('2.0.0')
  await loader.loadExpose('mf-scoreboards', './display')
  expect(loader.version('mf-scoreboards')).toBe('1.0.0')
  expect(failures).toMatchObject([{ version: '2.0.0', code: 'REMOTE_MODULE_FAILED' }])
})

test('one failure leaves other remotes alone', async () => {
  const registry = registryOf({ '1.0.0': version('/a.js') }, '1.0.0')
  registry.remotes['mf-viewer'] = { enabled: true, active: '1.0.0', versions: { '1.0.0': version('/b.js') } }
  const { loader } = setUp(registry, { '/a.js': 'down', '/b.js': 'good' })
  expect(await failureOf(loader.loadExpose('mf-scoreboards', './routes'))).toMatchObject({
    code: 'REMOTE_ENTRY_FAILED',
  })
  await expect(loader.loadExpose('mf-viewer', './routes')).resolves.toEqual({ from: '/b.js' })
})

test.each([
  ['Loading chunk 359 failed.\n(error: https://a.example/r/mf-clocks/1.0.0-ab/359.20adf28f.js)', '359.20adf28f.js'],
  [
    'Loading CSS chunk 359 failed.\n(https://a.example/r/mf-clocks/1.0.0-ab/359.68c87853.css?retry=17)',
    '359.68c87853.css',
  ],
  [
    'https://a.example/r/mf-clocks/1.0.0-ab/remoteEntry.fd43f1d6.js is not the file that was published',
    'remoteEntry.fd43f1d6.js',
  ],
  ['HTTP 500', undefined],
])('SHP-10 the file of a failure is the one in its reason: %#', (reason, file) => {
  expect(new RemoteFailure('mf-clocks', '1.0.0-ab', 'REMOTE_CHUNK_FAILED', reason).file).toBe(file)
})
