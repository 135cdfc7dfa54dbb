import { createCountUps, type CountUps } from '@multiball/shared/display'
import { browserOverlay, overlayFrames } from './overlayFrames'

let loop: CountUps | undefined

/** The one loop of this page's streamboards. */
export const overlayCountUps = (): CountUps => (loop ??= createCountUps(overlayFrames(browserOverlay)))
