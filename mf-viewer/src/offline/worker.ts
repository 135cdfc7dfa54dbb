import { CacheableResponsePlugin } from 'workbox-cacheable-response/CacheableResponsePlugin.js'
import { clientsClaim } from 'workbox-core/clientsClaim.js'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { CacheFirst } from 'workbox-strategies/CacheFirst.js'
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js'
import { cacheNames, isLeftOver, mostEntries } from './caches'
import { browserHashLists, createInspector } from './fileHashes'
import { isOurPage, isPictureOf } from './ours'
import { fileKey, isFile, isPicture, isShortTvAddress, isSilence, isViewerPage, pageKey } from './rules'
import { waitingPage } from './waitingPage'

/*
 * The service worker of viewer pages, a build of its own. It keeps a page with all that the page loads, so that a screen
 * comes up again while the server is away. Scores are none of its business: what a page knows of its boards it keeps
 * itself (memory.ts), with its age, and asks the server before it believes it.
 */

/** A server that is there and says nothing for so long counts as away. */
const patienceSeconds = 4

const onlyGood = new CacheableResponsePlugin({ statuses: [200] })
const within = (kind: keyof typeof mostEntries) =>
  new ExpirationPlugin({ maxEntries: mostEntries[kind], purgeOnQuotaError: true })

const troubleIsSilence: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    if (isSilence(response.status)) throw new Error(`HTTP ${response.status}`)
    if (response.status === 200 && !isOurPage(await response.clone().text())) throw new Error('Not a page of ours')
    return response
  },
}

const pages = new NetworkFirst({
  cacheName: cacheNames.pages,
  networkTimeoutSeconds: patienceSeconds,
  plugins: [
    { cacheKeyWillBeUsed: async ({ request }) => pageKey(request.url), handlerDidError: async () => waitingPage() },
    troubleIsSilence,
    onlyGood,
    within('pages'),
  ],
})

const inspect = createInspector(browserHashLists(patienceSeconds * 1000))

/** Whatever came with 200 in the place of a file would be taken for it for ever: only the published file is kept, and answered from what is kept. */
const onlyGenuine: WorkboxPlugin = {
  // Scripts and styles bear their hashes in the page; of a font only the worker knows it.
  fetchDidSucceed: async ({ request, response }) => {
    if (request.destination === 'font' && (await inspect(request.url, response.clone())) === 'wrong')
      throw new Error(`${request.url} is not the file that was published`)
    return response
  },
  cacheKeyWillBeUsed: async ({ request }) => fileKey(request.url),
  cacheWillUpdate: async ({ request, response }) =>
    (await inspect(request.url, response.clone())) === 'genuine' ? response : null,
  cachedResponseWillBeUsed: async ({ cacheName, request, cachedResponse }) => {
    if (!cachedResponse || (await inspect(request.url, cachedResponse.clone())) !== 'wrong') return cachedResponse
    await (await caches.open(cacheName)).delete(request)
    return undefined
  },
}

/** A picture of somebody else would be shown, and one that is no picture at all would be kept. */
const onlyThatPicture: WorkboxPlugin = {
  fetchDidSucceed: async ({ request, response }) => {
    if (
      response.status === 200 &&
      !(await isPictureOf(new URL(request.url).pathname, await response.clone().arrayBuffer()))
    )
      throw new Error(`${request.url} is another picture`)
    return response
  },
}

const files = new CacheFirst({
  cacheName: cacheNames.files,
  matchOptions: { ignoreVary: true },
  plugins: [onlyGood, onlyGenuine, within('files')],
})
const pictures = new CacheFirst({
  cacheName: cacheNames.pictures,
  matchOptions: { ignoreVary: true },
  plugins: [onlyGood, onlyThatPicture, within('pictures')],
})

registerRoute(({ url, sameOrigin }) => sameOrigin && isViewerPage(url.pathname), pages)
registerRoute(({ url, sameOrigin }) => sameOrigin && isFile(url.pathname), files)
registerRoute(({ url, sameOrigin }) => sameOrigin && isPicture(url.pathname), pictures)
// The server says the same; it need not be asked.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isShortTvAddress(url.pathname),
  async ({ url }) => Response.redirect(`/viewer/tv${url.search}`, 302),
)

interface WorkerScope {
  skipWaiting(): Promise<void>
  addEventListener(
    name: 'install' | 'activate',
    listener: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void
}
const scope = globalThis as unknown as WorkerScope

const removeLeftOvers = async () => {
  for (const name of await caches.keys()) if (isLeftOver(name)) await caches.delete(name)
}

// A page that runs loads nothing that an older worker would have answered otherwise.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(removeLeftOvers()))
clientsClaim()
