import { createContext } from 'react'
import { pause } from './unfold'

/** Who draws when among the cells of a board: the first one is at work, the others wait in the order in which they came. */
export class DrawQueue {
  #waiting: { begin(): void }[] = []
  #resting: (() => void)[] = []

  /**
   * Draws a cell when all before it are done, in a task of its own.
   * @returns says that this one is done, or was taken away
   */
  take(begin: () => void): () => void {
    const cell = { begin }
    this.#waiting.push(cell)
    if (this.#waiting[0] === cell) this.#next()
    return () => {
      const at = this.#waiting.indexOf(cell)
      if (at < 0) return
      this.#waiting.splice(at, 1)
      if (at === 0) this.#next()
    }
  }

  /** Resolves when every cell that waits now, and those that come meanwhile, are done. */
  readonly noneWaits = (): Promise<void> =>
    this.#waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => this.#resting.push(resolve))

  #next(): void {
    const [first] = this.#waiting
    if (first) return void pause().then(() => this.#waiting[0] === first && first.begin())
    for (const resolve of this.#resting) resolve()
    this.#resting = []
  }
}

export const DrawQueueContext = createContext(new DrawQueue())
