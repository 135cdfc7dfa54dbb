/** How a game ended. */
interface Ending {
  /** ms since 1970 */
  settledAt: number
  /** only successful games count in leaderboards */
  isSuccessful: boolean
}

/** One game as its machine last reported it. */
export interface GameState {
  /** 32 hex digits */
  sessionUuid: string
  /** one uuid may play several games: active going from false back to true starts the next */
  generation: number
  /** of the entry that made this state */
  sequence: bigint
  /** ms since 1970 */
  startedAt: number
  /** ms since 1970 */
  updatedAt: number
  /** undefined while in progress */
  ending?: Ending
  durationMs: number | null
  /** 1-6 */
  currentPlayer: number | null
  currentBall: number | null
  /** one element per slot; null: no such player */
  scores: (bigint | null)[]
  /** `prefix{color}:label`, color optional */
  modes: string[]
}

/** What is known about a session that is not the machine's newest. */
export type EarlierSession = Pick<GameState, 'generation' | 'sequence'>
