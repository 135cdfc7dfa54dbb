import type { SlideshowMemory } from '@multiball/shared/embedding'
import { browserEnvironment } from '@multiball/shared/live'
import { viewerMemory } from './memory'
import { browserShelf } from './shelf'

let slideshows: SlideshowMemory | undefined

/** What this page remembers of slideshows; undefined where nothing is remembered, as below the dashboard. */
export const slideshowMemory = (): SlideshowMemory | undefined => slideshows

/** From now on this page remembers what it shows, and what the page before it showed stands in while the server is away. */
export function startMemory(): void {
  // Only secure pages have it: https, or this machine.
  if (!('caches' in globalThis)) return
  const memory = viewerMemory(browserShelf, {
    now: () => Date.now(),
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout> | undefined),
  })
  browserEnvironment.memory = memory.boards
  slideshows = memory.slideshows
  addEventListener('pagehide', memory.flush)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && memory.flush())
}
