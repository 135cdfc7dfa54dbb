import type { BoardType } from '@multiball/shared/schema'
import { createContext, useContext } from 'react'
import type { BoardKind } from './kind'

/** The type whose pages these are. */
export const KindContext = createContext<BoardKind<BoardType> | undefined>(undefined)

export function useKind(): BoardKind<BoardType> {
  const kind = useContext(KindContext)
  if (!kind) throw new Error('Pages of boards stand below boardRoutes')
  return kind
}
