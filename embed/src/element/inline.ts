import { EmbedFailure, type Mounted, type OnEvent } from '../contract'
import { loadInside } from '../loadInside'
import type { Wanted } from './readAttributes'

const firstRetryMs = 30_000
const lastRetryMs = 300_000

/** Shows a board in the page itself, in a shadow root, through the host that all boards of the page share. */
export function showInline(place: HTMLElement, wanted: Wanted, onEvent: OnEvent): Mounted {
  let mounted: Mounted | undefined
  let isOver = false
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout>

  const begin = () => {
    loadInside()
      .then((inside) => (isOver ? undefined : inside.mount(place, { ...wanted, onEvent })))
      .then((board) => {
        mounted = board
        // Taken away, or changed, while it was on its way.
        if (isOver) board?.unmount()
        else board?.update(wanted)
      })
      .catch((cause: unknown) => {
        if (isOver) return
        const { code, message } = cause instanceof EmbedFailure ? cause : { code: 'REMOTE_FAILED' as const, message: String(cause) }
        onEvent('error', { code, message })
        timer = setTimeout(begin, retryMs)
        retryMs = Math.min(retryMs * 2, lastRetryMs)
      })
  }
  begin()
  return {
    update(look) {
      wanted = { ...wanted, ...look }
      mounted?.update(look)
    },
    unmount() {
      isOver = true
      clearTimeout(timer)
      mounted?.unmount()
    },
  }
}
