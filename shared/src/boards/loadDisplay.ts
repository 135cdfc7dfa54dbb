import { boardTypeOf } from '@multiball/shared/client'
import { loadExpose, remoteForDisplay, RemoteFailure } from '@multiball/shared/remotes'
import type { BoardType } from '@multiball/shared/schema'
import type { BoardDisplay } from './types'

const isDisplayOf = (display: BoardDisplay | undefined, type: BoardType): display is BoardDisplay =>
  display?.type === type && typeof display.Display === 'function'

/**
 * The display of a board type, from the remote that the registry names for it.
 * @throws RemoteFailure
 */
export async function loadDisplay(type: BoardType): Promise<BoardDisplay> {
  const remote = remoteForDisplay(type)
  if (!remote) throw new RemoteFailure(boardTypeOf(type).remote, '-', 'REMOTE_UNKNOWN', `no published remote shows a ${type}`)
  const { display } = await loadExpose<{ display?: BoardDisplay }>(remote, './display')
  if (!isDisplayOf(display, type)) throw new RemoteFailure(remote, '-', 'REMOTE_MODULE_FAILED', `./display has no display of a ${type}`)
  return display
}
