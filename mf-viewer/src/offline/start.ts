import { registerWorker } from './registerWorker'

const followLoads = (tell: (loaded: PerformanceEntryList) => void) =>
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'resource', buffered: true })

/** Makes this viewer one that survives a reload without its server. */
export async function startWorker(isTv: boolean): Promise<void> {
  // Only secure pages have it.
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker) return
  await registerWorker(serviceWorker, isTv, followLoads).catch((cause: unknown) => console.info('This viewer cannot be shown without its server:', cause))
}
