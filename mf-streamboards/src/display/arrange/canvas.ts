import type { StreamboardConfig } from '@multiball/shared/schema'

/** The page of a streamboard, which a streaming program is told in px. */
export interface Canvas {
  width: number
  height: number
  /** what 1 px of a 1280 × 720 canvas is on this one */
  unit: number
}

/** ScoresOnlyFixed has a size of its own, whatever size is chosen. */
const fixed: Canvas = { width: 860, height: 170, unit: 1 }

/** How large the canvas of a streamboard is. */
export function canvasOf({ layout, size }: Pick<StreamboardConfig, 'layout' | 'size'>): Canvas {
  if (layout === 'ScoresOnlyFixed') return fixed
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height, unit: Math.min(width / 1280, height / 720) }
}
