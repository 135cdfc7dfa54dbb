import type { BoardType, MomentChoice } from '@multiball/shared/schema'
import type { BoardName, BoardRow } from '../../../core/boards/visibility'

/** Where boards of one type come from. Every board type with a live state has one. */
export interface BoardSource {
  type: BoardType
  /** Undefined when there is no such board. */
  read(id: number): Promise<BoardView | undefined>
  /** The `version` of each of these boards; those that are gone are left out. */
  versions(ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

/** A board as it is stored. */
export interface BoardView {
  /** differs after every change of its settings, of the boards it contains, and of who may see it */
  version: string
  access: BoardAccess
  /** those that its viewers are told */
  moments: MomentChoice
  /** why it cannot be shown at the moment, for viewers who may see it */
  trouble?: string
  dependsOn: Dependencies
  /** What it shows now. `parts` gives it the boards that it contains. */
  state(parts: Parts): Promise<BoardState>
}

export interface BoardAccess extends Pick<BoardRow, 'is_public' | 'owner_id' | 'viewer_key'> {
  /** the sites that may show it; any, when the list is empty */
  embed_sites: readonly string[]
}

/** What a board's state depends on. A board that contains others also depends on everything that they do. */
export interface Dependencies {
  /** venue machines whose newest game it shows */
  shownVenueMachines?: readonly number[]
  /** venue machines whose moments it shows */
  toldVenueMachines?: readonly number[]
  /** venue machines whose settled games it counts */
  countedVenueMachines?: readonly number[]
  /** machines whose settled games it counts, in whichever venue */
  countedMachines?: readonly number[]
  /** boards that it contains */
  boards?: readonly BoardName[]
  /** boards whose posted feeds it shows */
  posted?: readonly BoardName[]
}

/** What one audience is shown: the bootstrap without its scores, and the scores without their stamp. */
export interface Shown {
  settings: object
  /** what of the settings viewers must read again when it changes; all of them, where it is missing */
  fixed?: object
  body:
    | { data: readonly unknown[]; control?: object; chase?: object }
    | { boards: readonly unknown[] }
    | { feeds: Readonly<Record<string, unknown>> }
}

/**
 * The audiences of a board: insiders are its owner and holders of a key that opens it, everyone is the rest. Most boards
 * look the same to both; in one that contains private boards of its owner, only insiders see these.
 */
export type Audience = 'everyone' | 'insiders'

/** A board's state for both audiences: the same object while they see the same. */
export interface BoardState extends Record<Audience, Shown> {
  /** ms since 1970: from then on it may differ although nothing happened */
  staleAt?: number
}

/** A board that another one contains. */
export interface Part extends BoardState {
  access: BoardAccess
}

/** Finds the boards that a board contains, and tells how old what it keeps may be. */
export interface Parts {
  /** another number once more may have changed than the newest game of a machine: settled scores, or names */
  revision: number
  /** With its newest state; undefined when it is gone. */
  get(board: BoardName): Promise<Part | undefined>
}

/** A state that both audiences see alike. */
export const alike = (shown: Shown, staleAt?: number): BoardState => ({ everyone: shown, insiders: shown, staleAt })
