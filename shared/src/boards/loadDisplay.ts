import { boardTypeOf } from '@multiball/shared/client'
import { loadExpose, remoteForDisplay, RemoteFailure } from '@multiball/shared/remotes'
import type { BoardType } from '@multiball/shared/schema'
import type { DisplayOf } from './types'

const isDisplayOf = (display: { type: BoardType; Display: unknown }, type: BoardType) => display.type === type && typeof display.Display === 'function'

/**
 * The display of a board type, from the remote that the registry names for it.
 * @throws RemoteFailure
 */
export async function loadDisplay<Type extends BoardType>(type: Type): Promise<DisplayOf<Type>> {
  const remote = remoteForDisplay(type)
  if (!remote) throw new RemoteFailure(boardTypeOf(type).remote, '-', 'REMOTE_UNKNOWN', `no published remote shows a ${type}`)
  const { display } = await loadExpose<{ display?: DisplayOf<Type> }>(remote, './display')
  if (!display || !isDisplayOf(display, type)) throw new RemoteFailure(remote, '-', 'REMOTE_MODULE_FAILED', `./display has no display of a ${type}`)
  return display
}
