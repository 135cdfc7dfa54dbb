import { liveName } from '@multiball/shared/schema'
import type { LiveMessage } from '@multiball/shared/schema'
import { anonymous } from '../http/actors'
import type { Actor } from '../http/actors'
import { isNotFound, notFound } from '../http/refusals'
import { readmission } from './admission'
import type { BoardDoor } from './boardDoor'
import { closeCodes } from './closeCodes'
import type { LiveBoard } from './liveBoard'
import type { Publisher } from './publisher'
import type { Viewer } from './viewer'
import type { ViewerKeys } from './viewerKeys'
import type { Wish } from './viewerMessages'

/** Who watches which board: lets viewers in, and sends away those who may not see theirs any more. */
export class BoardViewers {
  /** those who were let in by the key of what contains their board */
  private readonly indirect = new Set<Viewer>()
  /** those who were let in as the users whose tokens they gave */
  private readonly signedIn = new Set<Viewer>()
  private rechecking: Promise<void> | undefined

  constructor(
    private readonly door: BoardDoor,
    private readonly keys: ViewerKeys,
    /** whose a login token is, now */
    private readonly userOf: (token: string) => Promise<Actor>,
    private readonly publisher: Publisher,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Lets a viewer in and sends it the newest state, or sends it away; unless it asks for something else meanwhile. */
  async join(viewer: Viewer, { name, key, token }: Wish): Promise<void> {
    viewer.wishes += 1
    const wish = viewer.wishes
    const isOver = () => viewer.wishes !== wish || viewer.readyState !== viewer.OPEN
    try {
      if (name !== liveName(viewer.boardType, viewer.boardId)) throw notFound()
      const actor = token === undefined ? anonymous : await this.userOf(token)
      const opened = await this.door.open(viewer.boardType, viewer.boardId, actor, key, viewer.site)
      if (isOver()) return
      if (!this.door.isStillOpen(opened)) return this.join(viewer, { name, key, token })
      const { board, audience, isIndirect } = opened
      viewer.key = key
      viewer.token = token
      viewer.actor = actor
      viewer.board = board
      viewer.audience = audience
      viewer.seq = 0
      board.viewers.add(viewer)
      if (isIndirect) this.indirect.add(viewer)
      else this.indirect.delete(viewer)
      if (actor.type === 'anonymous') this.signedIn.delete(viewer)
      else this.signedIn.add(viewer)
      this.publisher.deliver(viewer, board)
    } catch (error) {
      if (!isNotFound(error)) this.onError(error)
      if (!isOver()) this.dismiss(viewer, name, error)
    }
  }

  /** As join, for a viewer that gets nothing meanwhile. */
  joinAnew(viewer: Viewer, wish: Wish): Promise<void> {
    this.takeOff(viewer)
    return this.join(viewer, wish)
  }

  /** A viewer has left. */
  leave(viewer: Viewer): void {
    this.publisher.forget(viewer)
    this.takeOff(viewer)
  }

  /** Who may see a board has changed: those who may not any more are sent away. */
  readmit(board: LiveBoard): void {
    const verdictOf = readmission(board.view)
    for (const viewer of board.viewers) {
      const verdict = verdictOf(viewer, this.indirect.has(viewer))
      if (verdict === 'goes') this.dismiss(viewer, board.name, notFound())
      if (verdict === 'asks again') this.askAgain(viewer, board)
    }
  }

  /** Some who were let in as everybody else may be insiders, now that there is a difference. */
  letIn(board: LiveBoard): void {
    for (const viewer of board.viewers) if ((viewer.key !== undefined || viewer.token !== undefined) && viewer.audience === 'everyone') this.askAgain(viewer, board)
  }

  /**
   * Asks about keys of containers again: they may have been renewed, and boards taken out of containers; and about logins,
   * which end. One that is at work is not begun again.
   */
  recheckIndirect(): Promise<void> {
    this.rechecking ??= this.recheckAll().finally(() => (this.rechecking = undefined))
    return this.rechecking
  }

  /** Sends all viewers of a board away. */
  dismissAll(board: LiveBoard, reason: unknown): void {
    for (const viewer of board.viewers) this.dismiss(viewer, board.name, reason)
  }

  private async recheckAll() {
    for (const viewer of this.signedIn) {
      const { board, token } = viewer
      if (board && token !== undefined && (await this.userOf(token)).type === 'anonymous' && viewer.board === board) this.askAgain(viewer, board)
    }
    this.keys.forget()
    for (const viewer of this.indirect) {
      const { board, key } = viewer
      if (board && key !== undefined && !(await this.keys.opens(board, key)) && viewer.board === board) this.askAgain(viewer, board)
    }
  }

  private dismiss(viewer: Viewer, name: string, reason: unknown) {
    this.takeOff(viewer)
    if (viewer.readyState !== viewer.OPEN) return
    if (!isNotFound(reason)) return viewer.close(closeCodes.later, 'Try again later')
    const { detail } = reason.body as { detail: string }
    viewer.send(JSON.stringify({ type: 'ERROR', name, detail, status: 404 } satisfies LiveMessage))
    viewer.close(closeCodes.gone, detail)
  }

  private takeOff(viewer: Viewer) {
    viewer.board?.viewers.delete(viewer)
    viewer.board = undefined
    this.indirect.delete(viewer)
    this.signedIn.delete(viewer)
  }

  /** As if the viewer had just said what it wants to see. */
  private askAgain(viewer: Viewer, board: LiveBoard) {
    void this.joinAnew(viewer, { name: board.name, key: viewer.key, token: viewer.token })
  }
}
