import { boardTypeName, boardTypeNames, boardTypeOf } from '@multiball/shared/client'
import type { BoardType, BoardTypeInfo } from '@multiball/shared/schema'
import { createContext, useContext } from 'react'
import type { BoardKind } from './kind'

/** The type whose pages these are. */
export const KindContext = createContext<BoardKind<BoardType> | undefined>(undefined)

interface NamedKind extends BoardKind<BoardType> {
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
