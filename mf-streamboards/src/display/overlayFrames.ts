import { createCountUps, type CountUps, type Frames } from '@multiball/shared/display'

/** What the count-ups of an overlay need of their page. */
interface OverlayPage {
  /** ms, monotonic */
  now(): number
  request(run: () => void): void
  wantsNoMotion(): boolean
  isHidden(): boolean
  /** calls back when the page, or its source in the streaming program, is hidden or shown */
  onVisibility(run: (isSourceVisible?: boolean) => void): void
}

/** So long after coming into view the missed scores are on their way, and are shown at once. */
export const catchUpMs = 2000

/** Frames for an overlay: out of view, and just after it, numbers jump. */
export function overlayFrames(page: OverlayPage): Frames {
  let isSourceHidden = false
  let shownAtMs = -Infinity
  const isHidden = () => page.isHidden() || isSourceHidden
  return {
    now: () => page.now(),
    request: (run) => page.request(run),
    isStill: () => isHidden() || page.wantsNoMotion() || page.now() - shownAtMs < catchUpMs,
    onVisibility: (run) =>
      page.onVisibility((isSourceVisible) => {
        if (isSourceVisible !== undefined) isSourceHidden = !isSourceVisible
        if (!isHidden()) shownAtMs = page.now()
        run()
      }),
  }
}

/** The page of a streaming program's browser source; elsewhere there is no such event. */
const browserOverlay: OverlayPage = {
  now: () => performance.now(),
  request: (run) => void requestAnimationFrame(run),
  wantsNoMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  isHidden: () => document.hidden,
  onVisibility: (run) => {
    document.addEventListener('visibilitychange', () => run())
    addEventListener('obsSourceVisibleChanged', (event) =>
      run((event as CustomEvent<{ visible?: unknown }>).detail?.visible === true),
    )
  },
}

let loop: CountUps | undefined

/** The one loop of this page's streamboards. */
export const overlayCountUps = (): CountUps => (loop ??= createCountUps(overlayFrames(browserOverlay)))
