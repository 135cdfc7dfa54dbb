import { cacheNames, isLeftOver } from './caches'
import { ownAddresses, registerWorker } from './registerWorker'
import { isFile, isPicture, isShortTvAddress, isViewerPage, pageKey } from './rules'
import { waitingPage } from './waitingPage'

test.each([
  ['/viewer/scoreboards/12', 'page'],
  ['/viewer/slideshows/12/', 'page'],
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
  const answers = { page: isViewerPage(pathname), 'short address of a TV': isShortTvAddress(pathname), file: isFile(pathname), picture: isPicture(pathname) }
  expect(Object.entries(answers).flatMap(([name, is]) => (is ? [name] : []))).toEqual(expected === 'server' ? [] : [expected])
})

test.each([
  ['https://a.example/viewer/scoreboards/12', 'https://a.example/viewer/scoreboards/12'],
  ['https://a.example/viewer/scoreboards/12/?dim=22:00-07:00&debug=1#x', 'https://a.example/viewer/scoreboards/12'],
  ['https://a.example/viewer/scoreboards/12?safe=3&key=a%26b', 'https://a.example/viewer/scoreboards/12?key=a%26b'],
])('the page of %s is kept as %s', (address, expected) => {
  expect(pageKey(address)).toBe(expected)
})

test('caches of an older shape go; those of today and of others stay', () => {
  expect(['multiball-pages-0', ...Object.values(cacheNames), 'somebody-else'].filter(isLeftOver)).toEqual(['multiball-pages-0'])
})

test('the page hands over itself and the files that it loaded, once each, and nothing of its scores', () => {
  const page = { href: 'https://a.example/viewer/scoreboards/12?key=k', origin: 'https://a.example' }
  const loaded = ['/r/a.js', '/r/a.js', '/media/1', '/api/scoreboard/12/bootstrap/?key=k', '/registry.json'].map((path) => ({ name: page.origin + path }))
  expect(ownAddresses(page, [...loaded, { name: 'https://b.example/r/a.js' }])).toEqual([page.href, 'https://a.example/r/a.js', 'https://a.example/media/1'])
})

class FakeContainer extends EventTarget {
  controller: { postMessage: jest.Mock } | null = null
  register = jest.fn(async () => ({}) as ServiceWorkerRegistration | undefined)
}

test.each([
  [false, ['/viewer/']],
  [true, ['/viewer/', '/tv']],
])('the worker of a page (of a TV: %s) is there for %j and nothing else, and is told what to keep once it is in charge', async (isTv, scopes) => {
  const container = new FakeContainer()
  const registered = registerWorker(container as unknown as ServiceWorkerContainer, isTv, () => [{ name: `${location.origin}/r/a.js` }])
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  container.controller = { postMessage: jest.fn() }
  container.dispatchEvent(new Event('controllerchange'))
  await registered
  expect(container.register.mock.calls).toEqual(scopes.map((scope) => ['/viewer/worker.js', { scope, updateViaCache: 'none' }]))
  expect(container.controller.postMessage).toHaveBeenCalledWith({ type: 'CACHE_URLS', payload: { urlsToCache: [location.href, `${location.origin}/r/a.js`] } })
})

test('a browser in which registering does nothing goes on without', async () => {
  const container = new FakeContainer()
  container.register.mockResolvedValue(undefined)
  await expect(registerWorker(container as unknown as ServiceWorkerContainer, false, () => [])).resolves.toBeUndefined()
})

test('the page that stands in looks again by itself and runs no script', async () => {
  const html = await waitingPage().text()
  expect(html).toContain('<meta http-equiv="refresh" content="15">')
  expect(html).toContain('Waiting for data...')
  expect(html).not.toContain('<script')
})
