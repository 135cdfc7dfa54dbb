import { cacheNames, isLeftOver } from './caches'
import { ownFiles, registerWorker } from './registerWorker'
import { fileKey, isFile, isPicture, isShortTvAddress, isSilence, isViewerPage, pageKey } from './rules'
import { waitingPage } from './waitingPage'

test.each([
  ['/viewer/scoreboards/12', 'page'],
  ['/viewer/slideshows/12/', 'page'],
  ['/viewer/tap-list/12', 'page'],
  ['/viewer/tv', 'page'],
  ['/tv', 'short address of a TV'],
  ['/r/mf-viewer/1.0.0-ab12cd34/page.00112233.js', 'file'],
  ['/media/0123456789abcdef', 'picture'],
  ['/viewer/worker.js', 'server'],
  ['/viewer/kept/scoreboard/12', 'server'],
  ['/viewer/scoreboards/0', 'server'],
  ['/viewer/scoreboards/12/edit', 'server'],
  ['/scoreboards', 'server'],
  ['/embed/v1/scoreboard/12', 'server'],
  ['/api/scoreboard/12/bootstrap/', 'server'],
  ['/registry.json', 'server'],
  ['/', 'server'],
])('%s is answered as: %s', (pathname, expected) => {
  const answers = {
    page: isViewerPage(pathname),
    'short address of a TV': isShortTvAddress(pathname),
    file: isFile(pathname),
    picture: isPicture(pathname),
  }
  expect(Object.entries(answers).flatMap(([name, is]) => (is ? [name] : []))).toEqual(
    expected === 'server' ? [] : [expected],
  )
})

test('KIO-01 a proxy that has lost its server is no better than no network, also one that says 404; a page is one', () => {
  expect([502, 503, 504, 404, 429, 500].every(isSilence)).toBe(true)
  expect([200, 304, 401, 403].some(isSilence)).toBe(false)
})

test.each([
  ['https://a.example/viewer/scoreboards/12', 'https://a.example/viewer/scoreboards/12'],
  ['https://a.example/viewer/scoreboards/12/?dim=22:00-07:00&debug=1#x', 'https://a.example/viewer/scoreboards/12'],
  ['https://a.example/viewer/scoreboards/12?safe=3&key=a%26b', 'https://a.example/viewer/scoreboards/12?key=a%26b'],
  [
    'https://a.example/viewer/scoreboards/12?transparent=1&key=k&dim=22:00-07:00',
    'https://a.example/viewer/scoreboards/12?key=k&transparent=1',
  ],
])('the page of %s is kept as %s', (address, expected) => {
  expect(pageKey(address)).toBe(expected)
})

test('a file that is asked for once more is kept under its own address', () => {
  expect(fileKey('https://a.example/r/mf-xy/1.0.0/511.js?retry=2')).toBe('https://a.example/r/mf-xy/1.0.0/511.js')
})

test('caches of an older shape go; those of today and of others stay', () => {
  expect(['multiball-pages-0', ...Object.values(cacheNames), 'somebody-else'].filter(isLeftOver)).toEqual([
    'multiball-pages-0',
  ])
})

test('of what a page loaded its files are kept, once each, and nothing of its scores', () => {
  const origin = 'https://a.example'
  const loaded = ['/r/a.js', '/r/a.js', '/media/1', '/api/scoreboard/12/bootstrap/?key=k', '/registry.json'].map(
    (path) => ({ name: origin + path }),
  )
  expect(ownFiles(origin, [...loaded, { name: 'https://b.example/r/a.js' }])).toEqual([
    'https://a.example/r/a.js',
    'https://a.example/media/1',
  ])
})

/** One whose worker is never in charge of the page that registers it. */
class FakeContainer {
  controller = null
  registration: { active: { postMessage: jest.Mock } | null } | undefined = { active: null }
  register = jest.fn(async () => this.registration)
  activate = () => {}
  ready = new Promise<void>((resolve) => (this.activate = resolve))
}

test.each([
  [false, ['/viewer/']],
  [true, ['/viewer/', '/tv']],
])(
  'the worker of a page (of a TV: %s) is there for %j and nothing else, and is told what to keep once it runs, whether or not it is in charge of the page',
  async (isTv, scopes) => {
    const container = new FakeContainer()
    let tellLoaded = (_loaded: { name: string }[]) => {}
    const registered = registerWorker(
      container as unknown as ServiceWorkerContainer,
      isTv,
      (tell) => (tellLoaded = tell),
    )
    await Promise.resolve()
    await Promise.resolve()
    await Promise.resolve()
    const postMessage = jest.fn()
    container.registration!.active = { postMessage }
    container.activate()
    await registered
    expect(container.register.mock.calls).toEqual(
      scopes.map((scope) => ['/viewer/worker.js', { scope, updateViaCache: 'none' }]),
    )
    const handed = () =>
      postMessage.mock.calls.map(([message]) => (message as { payload: { urlsToCache: string[] } }).payload.urlsToCache)
    expect(handed()).toEqual([[location.href]])
    tellLoaded([{ name: `${location.origin}/r/a.js` }])
    // On its way while the worker came, and there only now.
    tellLoaded([{ name: `${location.origin}/r/late.woff2` }, { name: `${location.origin}/api/scoreboard/1/scores/` }])
    tellLoaded([{ name: `${location.origin}/registry.json` }])
    expect(handed()).toEqual([[location.href], [`${location.origin}/r/a.js`], [`${location.origin}/r/late.woff2`]])
  },
)

test('a browser in which registering does nothing goes on without', async () => {
  const container = new FakeContainer()
  container.registration = undefined
  await expect(registerWorker(container as unknown as ServiceWorkerContainer, false, () => {})).resolves.toBeUndefined()
})

test('the page that stands in looks again by itself and runs no script', async () => {
  const html = await waitingPage().text()
  expect(html).toContain('<meta http-equiv="refresh" content="15">')
  expect(html).toContain('Waiting for data...')
  expect(html).not.toContain('<script')
})
