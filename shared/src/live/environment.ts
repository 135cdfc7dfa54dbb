import type { BootstrapOf, ScoresOf } from '@multiball/shared/schema'
import type { BoardAddress } from './address'
import type { SocketLike } from './socket'

/** A board as it was last heard: its bootstrap with its newest scores. */
export interface Remembered {
  bootstrap: BootstrapOf
  /** ms since 1970 when the server was last heard */
  asOf: number
}

/** What is known of boards beyond the life of a page. Never throws. */
export interface BoardMemory {
  /** undefined for a board that is not remembered, or not any more */
  recall(address: BoardAddress): Promise<Remembered | undefined>
  /** called with every state: what is too often for the store is the memory's to leave out */
  keep(address: BoardAddress, remembered: Remembered): void
  /** the board was deleted, or may not be seen any more */
  forget(address: BoardAddress): void
}

/** Everything of the outer world that a watched board touches; a test gives its own. */
export interface LiveEnvironment {
  /** ms since 1970 */
  now(): number
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
  /** 0 ≤ random < 1 */
  random(): number
  /** @throws when the browser refuses the address */
  openSocket(address: BoardAddress): SocketLike
  /** @throws ApiError */
  getBootstrap(address: BoardAddress, signal: AbortSignal): Promise<BootstrapOf>
  /** @throws ApiError */
  getScores(address: BoardAddress, signal: AbortSignal): Promise<ScoresOf>
  /**
   * Tells when somebody may be looking again: the tab came into view, or the network changed.
   * @returns ends it
   */
  onWake(listener: () => void): () => void
  /** where a page has one: what stands in while the server does not answer */
  memory?: BoardMemory
  log(text: string): void
}
