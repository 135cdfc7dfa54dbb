import { home } from '../home'

type Hear = (message: unknown) => void

/** Who listens to which frame. By the frame: to ask a new one for its window takes the browser a while. */
const frames = new Map<HTMLIFrameElement, Hear>()

/** One listener for all frames of a page: of a flood each message costs a few comparisons. */
function hear({ source, origin, data }: MessageEvent) {
  if (!source || origin !== home) return
  for (const [frame, tell] of frames) if (frame.contentWindow === source) return tell(data)
}

/** Tells what one frame says, and nobody else. @returns ends it */
export function listenTo(frame: HTMLIFrameElement, listener: Hear): () => void {
  if (frames.size === 0) addEventListener('message', hear)
  frames.set(frame, listener)
  return () => {
    frames.delete(frame)
    if (frames.size === 0) removeEventListener('message', hear)
  }
}
