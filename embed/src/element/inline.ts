import { EmbedFailure, type GivenReact, type Mounted, type MountOptions, type OnEvent } from '../contract'
import { loadInside } from '../loadInside'

const firstRetryMs = 30_000
const lastRetryMs = 300_000

const noReact = () => Promise.resolve<GivenReact>({})

/**
 * Shows a board in the page itself, in a shadow root, through the host that all boards of the page share. What cannot be
 * loaded is tried again.
 * @param findReact answers the React of the application around, where there is one that may be used
 */
export function showInline(place: HTMLElement, wanted: MountOptions, onEvent: OnEvent, findReact = noReact): Mounted {
  let mounted: Mounted | undefined
  let isOver = false
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout>

  const begin = () => {
    findReact()
      .then(loadInside)
      .then((inside) => (isOver ? undefined : inside.mount(place, { ...wanted, onEvent })))
      .then((board) => {
        mounted = board
        // Taken away, or changed, while it was on its way.
        if (isOver) board?.unmount()
        else board?.update(wanted)
      })
      .catch((cause: unknown) => {
        if (isOver) return
        const { code, message } =
          cause instanceof EmbedFailure ? cause : { code: 'REMOTE_FAILED' as const, message: String(cause) }
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
