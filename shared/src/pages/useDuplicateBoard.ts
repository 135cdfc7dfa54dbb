import { boards, type BoardOf } from '@multiball/shared/api'
import { ApiError, boardTypeOf, generalFailure } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'
import { useAtom } from 'jotai'
import { useRef } from 'react'
import { copyTitle } from './copyTitle'
import { listAtom } from './listAtom'

/** Makes a private board like another, with a title of its own. `tell` is given the sentence for people. */
export function useDuplicateBoard(type: BoardType, tell: (text: string) => void): (board: BoardOf) => Promise<void> {
  const [list, setList] = useAtom(listAtom(type))
  const isBusy = useRef(false)
  return async (board) => {
    if (isBusy.current) return
    isBusy.current = true
    const title = copyTitle(board.title, new Set(list?.boards.map((one) => one.title)))
    try {
      // The server ignores what is not the owner's to say. A streamboard is always public.
      const made = await boards(type).create({ ...board, title, is_public: boardTypeOf(type).isOverlay } as never)
      setList((now) => now && { ...now, boards: [made, ...now.boards] })
      tell(`${title} created!`)
    } catch (thrown) {
      const refusal = thrown instanceof ApiError ? Object.values(thrown.fields ?? {})[0]?.[0] : undefined
      tell(refusal ? `There was an error: ${refusal}` : generalFailure)
    } finally {
      isBusy.current = false
    }
  }
}
