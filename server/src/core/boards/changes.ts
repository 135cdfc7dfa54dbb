import type { BoardType } from '@multiball/shared/schema'
import type { Origin } from '../../ground/http/auth'
import { Listeners } from '../../ground/process/listeners'

export interface BoardChange {
  type: BoardType
  id: number
  /**
   * updated: what it shows has changed; closed: viewers must prove again that they may watch (it became private, or its
   * viewer key was renewed); deleted: it is gone; posted: a program has posted something for it, and nothing else changed;
   controlled: its owner changed what it shows in the middle of a show, and neither what it names nor who may see it
   */
  reason: 'updated' | 'closed' | 'deleted' | 'posted' | 'controlled'
}

type BoardListener = (change: BoardChange, origin: Origin) => void

/** Tells the other areas of this process about boards, after the change is committed, here or by another process. */
export class BoardChanges {
  private readonly listeners: Listeners<Parameters<BoardListener>>

  /** @param onError receives what a listener throws: the change is committed, so its author is answered as usual */
  constructor(onError?: (error: unknown) => void) {
    this.listeners = new Listeners(onError)
  }

  /** Answers a function that ends the subscription. */
  onBoardChange(listener: BoardListener): () => void {
    return this.listeners.add(listener)
  }

  announce(change: BoardChange, origin: Origin = 'here'): void {
    this.listeners.tell(change, origin)
  }
}
