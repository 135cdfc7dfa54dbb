import type { BoardType } from '@multiball/shared/schema'

export interface BoardChange {
  type: BoardType
  id: number
  /**
   * updated: what it shows has changed; closed: whoever watches must show anew that he may (it became private, or its
   * viewer key was renewed); deleted: it is gone
   */
  reason: 'updated' | 'closed' | 'deleted'
}

/** Tells the other areas of this process about boards, after the change is committed. */
export class BoardChanges {
  private readonly listeners = new Set<(change: BoardChange) => void>()

  /** Answers a function that ends the subscription. */
  onBoardChange(listener: (change: BoardChange) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  announce(change: BoardChange): void {
    for (const listener of this.listeners) listener(change)
  }
}
