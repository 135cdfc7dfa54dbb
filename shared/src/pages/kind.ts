import type { BoardOf } from '@multiball/shared/api'
import { boardTypeName, boardTypeNames, boardTypeOf } from '@multiball/shared/client'
import type { BoardType, BoardTypeInfo, UserRole } from '@multiball/shared/schema'
import type { IconName } from '@multiball/shared/ui'
import { createContext, useContext } from 'react'
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
  /** it was created a moment ago, and its page opened by itself */
  isJustCreated?: boolean
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
  /** other pages that every board of its owner has, offered in the list: at their path below the list's, such as /streamboards/3/control */
  boardPages?: readonly { path: string; label: string; icon: IconName }[]
  /** a new board opens its own page, which says what is next, instead of the list */
  opensCreated?: true
}

/** What every board has, whatever its type. */
export type AnyBoard = Pick<BoardOf, 'id' | 'title' | 'is_public' | 'viewer_key' | 'user_roles'>

/** True when the user made the item: only then it may be edited and deleted. */
export const isOwner = ({ user_roles }: { user_roles: UserRole[] }, userId: number): boolean =>
  user_roles.some(({ user, role }) => role === 'owner' && user.id === userId)

/** A kind as its pages have it. */
export interface ShownKind extends BoardKind<BoardType> {
  /** asks for what adding and editing need, before either is opened */
  prepareForm(): void
}

/** The type whose pages these are. */
export const KindContext = createContext<ShownKind | undefined>(undefined)

interface NamedKind extends ShownKind {
  /** as in 'Add Scoreboard' */
  singular: string
  /** as in 'My Scoreboards' */
  plural: string
  /** of the list, such as /scoreboards */
  path: string
  /** its words in the middle of a sentence, and where its viewers are */
  info: BoardTypeInfo
}

export function useKind(): NamedKind {
  const kind = useContext(KindContext)
  if (!kind) throw new Error('Pages of boards stand below boardRoutes')
  const { type } = kind
  const info = boardTypeOf(type)
  return { ...kind, singular: boardTypeName(type), plural: boardTypeNames(type), path: info.listPath, info }
}
