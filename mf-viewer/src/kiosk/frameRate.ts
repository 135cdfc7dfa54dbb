/** What counting frames needs of a page. */
export interface FrameSource {
  /** calls back before the next frame, with ms of a monotonic clock; answers what `cancel` takes */
  request(run: (ms: number) => void): number
  cancel(handle: number): void
}

const windowMs = 1000

/**
 * Counts the frames of a page, and tells their number a second once each second.
 * @returns ends it
 */
export function countFrames({ request, cancel }: FrameSource, tell: (perSecond: number) => void): () => void {
  let since: number | undefined
  let frames = 0
  let handle = request(count)

  function count(ms: number) {
    since ??= ms
    if (ms - since >= windowMs) {
      tell(Math.round((frames * 1000) / (ms - since)))
      since = ms
      frames = 0
    }
    frames += 1
    handle = request(count)
  }

  return () => cancel(handle)
}
