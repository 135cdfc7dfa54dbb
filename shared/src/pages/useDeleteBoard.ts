import { boards, type BoardOf } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'
import { useSetAtom } from 'jotai'
import { listAtom } from './listAtom'
import { deleteRefused, notFound } from './notice'

/**
 * Deletes a board: it leaves the list at once, and comes back when the server refuses. `tell` is given the sentence
 * for people.
 */
export function useDeleteBoard(type: BoardType, tell: (text: string) => void): (board: BoardOf) => Promise<void> {
  const setList = useSetAtom(listAtom(type))
  return async (board) => {
    setList((list) => list && { ...list, boards: list.boards.filter(({ id }) => id !== board.id) })
    try {
      await boards(type).remove(board.id)
      tell(`${board.title} deleted!`)
    } catch (thrown) {
      const status = thrown instanceof ApiError ? thrown.status : 0
      // Gone already is gone.
      if (status !== 404) setList((list) => list && { ...list, boards: [...list.boards.filter(({ id }) => id !== board.id), board] })
      tell(status === 403 ? deleteRefused : status === 404 ? notFound : generalFailure)
    }
  }
}
