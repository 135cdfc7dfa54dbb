import { isForSite, isHolder } from '../../core/boards/visibility'
import { anonymous } from '../../ground/http/actors'
import type { Actor } from '../../ground/http/actors'
import { notFound, unavailable } from '../../ground/http/refusals'
import type { Channel, LiveBoard } from './liveBoard'
import type { LiveBoards } from './liveBoards'
import type { Audience, BoardView } from './sources/boardSource'
import type { ViewerKeys } from './viewerKeys'

/*
 * Who may see a board, and what of it; the same for sockets and polls.
 *
 *   who                                        sees it as   checked again
 *   its owner, and holders of its own key      insiders     when the board changes, or the login ends
 *   holders of the key of what contains it     insiders     every five seconds
 *   everyone else, if it is public             everyone     when it begins to have parts for insiders only
 *
 * On a foreign site that is not on its list, only its owner sees it.
 */

/** How somebody sees a board. */
interface Grant {
  audience: Audience
  /** by the key of a board that contains it, which has to be checked again */
  isIndirect: boolean
}

const asHolder: Grant = { audience: 'insiders', isIndirect: false }
const byContainer: Grant = { audience: 'insiders', isIndirect: true }
const asAnyone: Grant = { audience: 'everyone', isIndirect: false }

/** A board as it was opened to somebody. */
export interface Opened extends Grant {
  board: LiveBoard
  /** what the grant was decided by */
  view: BoardView
  /** its newest state */
  channel: Channel
}

const opened = (board: LiveBoard, { audience, isIndirect }: Grant): Opened => ({
  audience,
  isIndirect,
  board,
  view: board.view,
  channel: board.channel(audience),
})

/** Opens boards to viewers who may see them. */
export class Access {
  constructor(
    private readonly boards: LiveBoards,
    private readonly keys: ViewerKeys,
  ) {}

  /**
   * The board with its newest state for this viewer's audience. Throws the same 404 when there is none and when it may not
   * be seen, or not on this site, and 503 when it cannot be shown at the moment.
   */
  async open(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Promise<Opened> {
    for (;;) {
      const board = await this.boards.get(type, id)
      const { view, hasPrivateParts } = board
      const grant = await this.grant(board, actor, key, site)
      // It changed meanwhile, or began to show insiders more.
      if (board.view !== view || board.hasPrivateParts !== hasPrivateParts) continue
      if (!grant) throw notFound()
      if (view.trouble !== undefined) throw unavailable(view.trouble)
      return opened(board, grant)
    }
  }

  /** As open, but without waiting; undefined where something would have to be read first. */
  openNow(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Opened | undefined {
    const board = this.boards.newest(type, id)
    const grant = board?.view.trouble === undefined && board && grantNow(board, actor, key, site)
    return grant ? opened(board, grant) : undefined
  }

  private async grant(
    board: LiveBoard,
    actor: Actor,
    key: string | undefined,
    site: string | undefined,
  ): Promise<Grant | undefined> {
    const now = grantNow(board, actor, key, site)
    if (now) return now
    if (!isForSite(board.view.access, actor, site)) return undefined
    if (key !== undefined && (await this.keys.opens(board, key))) return byContainer
    return board.view.access.is_public ? asAnyone : undefined
  }
}

/** How a board is seen, as far as that needs no query; undefined where the key may be a container's, or opens nothing. */
function grantNow(
  { view: { access }, hasPrivateParts }: LiveBoard,
  actor: Actor,
  key: string | undefined,
  site: string | undefined,
): Grant | undefined {
  if (site !== undefined && !isForSite(access, actor, site)) return undefined
  if (isHolder(access, actor, key)) return asHolder
  // Where all see the same, nothing depends on the key.
  return access.is_public && (key === undefined || !hasPrivateParts) ? asAnyone : undefined
}

/** Someone who was let in, and by what. */
interface Guest extends Grant {
  key: string | undefined
  actor: Actor
  connection: { site: string | undefined }
}

/** What becomes of a guest. One that asks again gets nothing until its key was looked up among those of containers. */
type Verdict = 'stays' | 'goes' | 'asks again'

/** Decides what becomes of each guest of a board whose access changed. A key is compared once, however many gave it. */
export function review({ access }: BoardView): (guest: Guest) => Verdict {
  const holders = new Map<string | undefined, boolean>([[undefined, false]])
  return ({ key, connection: { site }, actor, audience, isIndirect }) => {
    if (!isForSite(access, actor, site)) return 'goes'
    if (!holders.has(key)) holders.set(key, isHolder(access, anonymous, key))
    const isNow =
      holders.get(key) || isHolder(access, actor, undefined) ? 'insiders' : access.is_public ? 'everyone' : undefined
    // Keys of containers are checked by the clock.
    if (audience === isNow || isIndirect) return 'stays'
    return key === undefined ? 'goes' : 'asks again'
  }
}
