import { boardTypeOf } from '@multiball/shared/client'
import { isRetryable, RemoteFailure, remoteVersion } from '@multiball/shared/remotes'
import type { BoardType } from '@multiball/shared/schema'

/** Why a display is not on the screen, in the words that people read out to support. */
export interface DisplayFailure {
  remote: string
  version: string
  code: string
  /** true when asking the network again may help without a new page */
  isPassing: boolean
}

/** What loading the display of this type failed with. */
export function loadFailure(cause: unknown, type: BoardType): DisplayFailure {
  // Anything else is the page's own mistake, such as a registry that it cannot read.
  if (!(cause instanceof RemoteFailure)) return { remote: boardTypeOf(type).remote, version: '-', code: 'DISPLAY_NOT_LOADED', isPassing: false }
  const { remote, version, code } = cause
  return { remote, version, code, isPassing: isRetryable(cause) }
}

/** The failure of a display that was loaded and threw while it was drawn: the next state may suit it better. */
export function throwFailure(type: BoardType): DisplayFailure {
  const { remote } = boardTypeOf(type)
  return { remote, version: remoteVersion(remote) ?? '-', code: 'DISPLAY_THREW', isPassing: true }
}
