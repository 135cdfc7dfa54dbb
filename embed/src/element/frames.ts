import { home } from '../loadInside'

type Hear = (message: unknown) => void

/** Who listens to which window. */
const frames = new Map<MessageEventSource, Hear>()

/** One listener for all frames of a page: of a flood each message costs a comparison. */
function hear({ source, origin, data }: MessageEvent) {
  if (source && origin === home) frames.get(source)?.(data)
}

/** Tells what one frame says, and nobody else. @returns ends it */
export function listenTo(source: Window, listener: Hear): () => void {
  if (frames.size === 0) addEventListener('message', hear)
  frames.set(source, listener)
  return () => {
    frames.delete(source)
    if (frames.size === 0) removeEventListener('message', hear)
  }
}
