import { registerWorker } from './registerWorker'

const hasPage = () => (document.readyState === 'complete' ? Promise.resolve() : new Promise<void>((resolve) => addEventListener('load', () => resolve(), { once: true })))

/** Old browsers have no idle time that they tell of. */
const idle = () => new Promise<void>((resolve) => ('requestIdleCallback' in globalThis ? requestIdleCallback(() => resolve(), { timeout: 5000 }) : setTimeout(resolve, 1000)))

const followLoads = (tell: (loaded: PerformanceEntryList) => void) =>
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'resource', buffered: true })

/** Makes this viewer one that survives a reload without its server, once it has nothing better to do. */
export async function startWorker(isTv: boolean): Promise<void> {
  // Only secure pages have it.
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker) return
  await hasPage()
  await idle()
  await registerWorker(serviceWorker, isTv, followLoads).catch((cause: unknown) => console.info('This viewer cannot be shown without its server:', cause))
}
