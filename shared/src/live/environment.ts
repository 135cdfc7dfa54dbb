import type { BoardBootstraps, BoardScores, LiveBoardType } from '@multiball/shared/schema'
import type { BoardAddress } from './address'
import type { SocketLike } from './socket'

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
  getBootstrap(address: BoardAddress, signal: AbortSignal): Promise<BoardBootstraps[LiveBoardType]>
  /** @throws ApiError */
  getScores(address: BoardAddress, signal: AbortSignal): Promise<BoardScores[LiveBoardType]>
  /**
   * Tells when somebody may be looking again: the tab came into view, or the network changed.
   * @returns ends it
   */
  onWake(listener: () => void): () => void
  log(text: string): void
}
