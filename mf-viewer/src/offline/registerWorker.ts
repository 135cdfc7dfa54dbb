/** Where the server serves the worker of the version that runs: the same address for all versions, so that it can be replaced and taken back. */
export const workerAddress = '/viewer/worker.js'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

/** The worker's address as the page's policy wants it: under it nothing else becomes a worker. */
function trustedAddress(): string {
  const rules = {
    createScriptURL(address: string) {
      if (address !== workerAddress) throw new Error(`Not the worker of viewers: ${address}`)
      return address
    },
  }
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return (trustedTypes?.createPolicy('multiball', rules) ?? rules).createScriptURL(workerAddress)
}

type Loaded = readonly { name: string }[]

/** What of these a worker answers when the server does not: our own published files and pictures. */
export const ownFiles = (origin: string, loaded: Loaded): string[] => [
  ...new Set(
    loaded
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${origin}/r/`) || name.startsWith(`${origin}/media/`)),
  ),
]

/**
 * Gives this page and those after it a worker that answers for the server while it is away, and hands it what the page
 * loaded before the worker was there. Where there is none, or it is refused, pages go on without.
 * @param hasShortAddress the page is that of a TV, which people open as /tv
 * @param followLoads tells what the page has loaded, and from then on what arrives: a file may be on its way past a worker that comes
 */
export async function registerWorker(
  container: ServiceWorkerContainer,
  hasShortAddress: boolean,
  followLoads: (tell: (loaded: Loaded) => void) => void,
): Promise<void> {
  const address = trustedAddress()
  const registration: ServiceWorkerRegistration | undefined = await container.register(address, {
    scope: '/viewer/',
    updateViaCache: 'none',
  })
  if (hasShortAddress) await container.register(address, { scope: '/tv', updateViaCache: 'none' })
  if (!registration) return
  await container.ready
  // Not the worker in charge of this page: one that came while the page was opened is in charge of the next load only.
  const hand = (urlsToCache: string[]) =>
    urlsToCache.length > 0 && registration.active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } })
  hand([location.href])
  followLoads((loaded) => hand(ownFiles(location.origin, loaded)))
}

const followLoads = (tell: (loaded: PerformanceEntryList) => void) =>
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'resource', buffered: true })

/** Makes this viewer one that survives a reload without its server. */
export async function startWorker(isTv: boolean): Promise<void> {
  // Only secure pages have it.
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker) return
  await registerWorker(serviceWorker, isTv, followLoads).catch((cause: unknown) =>
    console.info('This viewer cannot be shown without its server:', cause),
  )
}
