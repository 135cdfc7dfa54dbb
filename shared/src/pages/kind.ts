import type { BoardOf } from '@multiball/shared/api'
import type { BoardType } from '@multiball/shared/schema'
import type { ComponentType, ReactNode } from 'react'

/** What a board is doing now. */
export interface RowState {
  text: string
  /** whether a game is on; undefined for boards of past games */
  isPlaying?: boolean
}

/** What a row of the list says of a board beyond its title and privacy. */
export interface RowDetails {
  thumbnail: ReactNode
  /** the line below the title: what the board shows */
  place?: string
  /** the same where there is little room */
  shortPlace?: string
  /** undefined while it is not known */
  state?: RowState
  /** when something last happened, in the fewest words */
  when?: string
}

export interface BoardFormProps<Type extends BoardType> {
  /** id of who is signed in */
  owner: number
  /** the board to update; without one a new one is created */
  board?: BoardOf<Type>
  onSaved(saved: BoardOf<Type>): void
}

/** What is special about the owner's pages of one board type; its words are the registry's, and the room does the rest. */
export interface BoardKind<Type extends BoardType> {
  type: Type
  /** what the list can be filtered by besides the title, as in 'Filter by title or machine' */
  filterWord?: string
  Form: ComponentType<BoardFormProps<Type>>
  /** Reads what the rows say. `words` of the details' places are searched too. */
  useRows(boards: readonly BoardOf<Type>[], owner: number): (board: BoardOf<Type>) => RowDetails
  /** links beside '+ Add' in the heading */
  actions?: ReactNode
}

/** What every board has, whatever its type. */
export type AnyBoard = Pick<BoardOf, 'id' | 'title' | 'is_public' | 'viewer_key' | 'user_roles'>
