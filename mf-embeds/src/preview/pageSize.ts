import { sizeOf } from '../look/look'
import type { Look } from '../look/look'
import type { Canvas } from '../ownBoards'

export type Device = 'desktop' | 'phone'

/** px of the page: its width, the width of its text, what stands above and below a board, and how high it may be */
const pages = {
  desktop: { width: 1280, column: 1000, around: 252, lowest: 560, highest: 1000 },
  phone: { width: 390, column: 358, around: 152, lowest: 340, highest: 760 },
}

/** px of the page in the preview: as high as the board and the words around it. */
export function pageSize(device: Device, look: Pick<Look, 'fit' | 'width' | 'height'>, canvas: Canvas): Canvas {
  const { width, column, around, lowest, highest } = pages[device]
  const shown = sizeOf(look, canvas) ?? canvas
  const boardWidth = look.fit === 'fixed' ? Math.min(shown.width, column) : column
  const height = around + (boardWidth * shown.height) / shown.width
  return { width, height: Math.round(Math.min(Math.max(height, lowest), highest)) }
}
