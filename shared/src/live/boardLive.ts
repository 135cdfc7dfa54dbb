import type { BootstrapOf, ScoresOf, BoardType } from '@multiball/shared/schema'

/** live: the socket is open; polling: scores are asked for; offline: neither brings any. */
export type Connection = 'connecting' | 'live' | 'polling' | 'offline'

/** A sentence for people and the status behind it, 0 when the network failed. */
export interface BoardError {
  status: number
  message: string
}

/** What a viewer knows of a board. Scores outlive every failure but one: a board that was taken away. */
export interface BoardLive<Type extends BoardType = BoardType> {
  phase: 'loading' | 'ready' | 'failed'
  bootstrap?: BootstrapOf<Type>
  scores?: ScoresOf<Type>
  connection: Connection
  error?: BoardError
  /** ms since 1970 when the server was last seen */
  asOf?: number
}

export const nothingYet: BoardLive = { phase: 'loading', connection: 'connecting' }

/** Where a state stands, see `Stamp` of the schema. */
interface Stamped {
  epoch: string
  seq: number
}

/** True when `state` says more than `last`: a later count, or a count started over. */
export const isNewer = (state: Stamped, last: Stamped | undefined) =>
  !last || state.epoch !== last.epoch || state.seq > last.seq

/**
 * The board after a whole state arrived: an old one only proves that the server is there.
 * Without a bootstrap the error stays, because it says why there is none.
 */
export const withScores = (live: BoardLive, scores: ScoresOf, asOf: number): BoardLive => ({
  ...live,
  asOf,
  scores: isNewer(scores, live.scores) ? scores : live.scores,
  error: live.bootstrap ? undefined : live.error,
})

/** The board after its bootstrap arrived; its scores are a state like any other. */
export const withBootstrap = (live: BoardLive, bootstrap: BootstrapOf): BoardLive => ({
  ...live,
  phase: 'ready',
  bootstrap,
})

/** The settings that the newest state speaks of, where the bootstrap shows others; undefined while it is up to date. */
export function newerConfig({ bootstrap, scores }: BoardLive): string | undefined {
  const shown = bootstrap?.scores.config
  return bootstrap && scores?.config !== undefined && scores.config !== shown ? scores.config : undefined
}

/** The board after its bootstrap was refused: one that was shown before goes on being shown. */
export const withRefusedBootstrap = (live: BoardLive, error: BoardError): BoardLive => ({
  ...live,
  error,
  phase: live.bootstrap ? 'ready' : error.status === 429 ? 'failed' : 'loading',
})

/** The board after it was deleted or cut off: nothing of it stays on the screen. */
export const goneBoard: BoardLive = {
  phase: 'failed',
  connection: 'offline',
  error: { status: 404, message: 'Item not found.' },
}
