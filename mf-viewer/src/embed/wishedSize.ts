/** px */
export interface FrameSize {
  width: number
  height: number
}

/** Below this width the lines of a wide board are too small to be read: an upright one has cards. */
const uprightBelow = 480

/** The size at which a board without a shape of its own looks as it is meant to. It follows from the width alone, so that it settles. */
export const wishedSize = (width: number): FrameSize => ({ width, height: Math.round(width < uprightBelow ? (width * 4) / 3 : (width * 9) / 16) })

/** How a canvas is put into a frame, whole and in its middle. */
export function fit(canvas: FrameSize, frame: FrameSize): { scale: number; left: number; top: number } {
  const scale = Math.min(frame.width / canvas.width, frame.height / canvas.height)
  return { scale, left: (frame.width - canvas.width * scale) / 2, top: (frame.height - canvas.height * scale) / 2 }
}
