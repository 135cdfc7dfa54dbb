import { isForSite } from '../boards/visibility'
import type { Actor } from '../http/actors'
import { notFound, unavailable } from '../http/refusals'
import { admitNow, asAnyone, byContainer } from './admission'
import type { Admission } from './admission'
import type { BoardView } from './boardSource'
import type { BoardStates } from './boardStates'
import type { Channel } from './channel'
import type { LiveBoard } from './liveBoard'
import type { ViewerKeys } from './viewerKeys'

/** A board as it was opened to somebody. */
export interface Opened extends Admission {
  board: LiveBoard
  /** what the admission was decided on */
  view: BoardView
  /** its newest state */
  channel: Channel
}

/** Opens boards to those who may see them, sockets and polls alike. */
export class BoardDoor {
  constructor(
    private readonly states: BoardStates,
    private readonly keys: ViewerKeys,
  ) {}

  /**
   * The board with its newest state for this audience. Throws the same 404 when there is none and when it may not be seen, or
   * not on this site, and 503 when it cannot be shown at the moment.
   */
  async open(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Promise<Opened> {
    for (;;) {
      const board = await this.states.get(type, id)
      const { view, isParted } = board
      const admission = await this.admit(board, actor, key, site)
      // Another one by now, or what it shows depends on who looks.
      if (board.view !== view || board.isParted !== isParted) continue
      if (!admission) throw notFound()
      if (view.trouble !== undefined) throw unavailable(view.trouble)
      return opened(board, admission)
    }
  }

  /** What open answers, where nothing has to be waited for: polls of a board that many watch. */
  openNow(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Opened | undefined {
    const board = this.states.newest(type, id)
    const admission = board?.view.trouble === undefined && board && admitNow(board, actor, key, site)
    return admission ? opened(board, admission) : undefined
  }

  /** Whether what was opened holds: the board may have left the memory meanwhile, and no news would ever reach it; or have been hidden. */
  isStillOpen({ board, view }: Opened): boolean {
    return this.states.find(board.type, board.id) === board && board.view === view
  }

  /** Who somebody is to a board; undefined for those who may not see it. */
  private async admit(board: LiveBoard, actor: Actor, key: string | undefined, site: string | undefined): Promise<Admission | undefined> {
    const now = admitNow(board, actor, key, site)
    if (now) return now
    if (!isForSite(board.view.access, actor, site)) return undefined
    if (key !== undefined && (await this.keys.opens(board, key))) return byContainer
    return board.view.access.is_public ? asAnyone : undefined
  }
}

const opened = (board: LiveBoard, { audience, isIndirect }: Admission): Opened => ({ audience, isIndirect, board, view: board.view, channel: board.channel(audience) })
