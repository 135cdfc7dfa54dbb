import type { BoardType } from '@multiball/shared/schema'
import type { BoardName, BoardRow } from '../../boards/visibility'

/** Where boards of one type come from. A new board type with a live state is one of these. */
export interface BoardSource {
  type: BoardType
  /** Undefined when there is none. */
  read(id: number): Promise<BoardView | undefined>
  /** The `version` of each of these boards; those that are gone are missing. */
  versions(ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

/** A board as it is stored. */
export interface BoardView {
  /** another text after every change of what it says of itself, of which boards it contains, and of who may see it */
  version: string
  access: BoardAccess
  /** why it cannot be shown at the moment, said to whoever may see it */
  trouble?: string
  watches: Watches
  /** What it shows now. The boards that it contains are asked for by `parts`. */
  state(parts: Parts): Promise<BoardState>
}

export interface BoardAccess extends Pick<BoardRow, 'is_public' | 'owner_id' | 'viewer_key'> {
  /** the sites that may show it; none: any may */
  embed_sites: readonly string[]
}

/** What a board's state depends on. A board that contains others also depends on all that they watch. */
export interface Watches {
  /** venue machines whose newest game it shows */
  games?: readonly number[]
  /** venue machines whose settled games can move it */
  settledGames?: readonly number[]
  /** titles whose settled games can move it */
  settledTitles?: readonly number[]
  /** boards that it contains */
  boards?: readonly BoardName[]
  /** boards that programs post for */
  posted?: readonly BoardName[]
}

/** What one audience is shown: the bootstrap without its scores, and the scores without their stamp. */
export interface Shown {
  settings: object
  body: { data: readonly unknown[] } | { boards: readonly unknown[] } | { feeds: Readonly<Record<string, unknown>> }
}

/**
 * The audiences of a board: holders of a key that opens it and its owner, and everybody else. They see the same of most
 * boards; of one that contains private boards, insiders see those of the same owner.
 */
export type Audience = 'everyone' | 'insiders'

/** A board's state for both audiences: the same object where they see the same. */
export interface BoardState extends Record<Audience, Shown> {
  /** ms since 1970: from then on it may be another one although nothing happened */
  staleAt?: number
}

/** A board that another one contains. */
export interface Part extends BoardState {
  access: BoardAccess
}

/** The boards that a board contains, each with its newest state. */
export interface Parts {
  /** Undefined when it is gone. */
  get(board: BoardName): Promise<Part | undefined>
}

/** A state that all see alike. */
export const alike = (shown: Shown, staleAt?: number): BoardState => ({ everyone: shown, insiders: shown, staleAt })
