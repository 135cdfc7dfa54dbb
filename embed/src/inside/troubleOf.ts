import type { DisplayState } from '@multiball/shared/boards'
import type { BoardError, BoardLive } from '@multiball/shared/live'
import type { EmbedEvents } from '../contract'

interface Standing {
  phase: BoardLive['phase']
  hasBootstrap: boolean
  error: BoardError | undefined
  display: DisplayState
  hasThrown: boolean
}

const notFound = 404

/** Why a board is not on the page; undefined while it is, or is on its way. A private board is not told apart from none. */
export function troubleOf({ phase, hasBootstrap, error, display, hasThrown }: Standing): EmbedEvents['error'] | undefined {
  if (error && (error.status === notFound || phase === 'failed') && (phase === 'failed' || !hasBootstrap)) {
    return error.status === notFound ? { code: 'BOARD_NOT_FOUND', message: 'This board does not exist.' } : { code: 'NETWORK', message: error.message }
  }
  if (display.type === 'failed') return { code: 'REMOTE_FAILED', message: `${display.failure.remote} ${display.failure.version}: ${display.failure.code}` }
  if (hasThrown) return { code: 'REMOTE_FAILED', message: 'The display of this board does not work.' }
  return error && !hasBootstrap ? { code: 'NETWORK', message: error.message } : undefined
}
