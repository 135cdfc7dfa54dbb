import { ApiError, generalFailure, scoreboards } from '@multiball/shared/api'
import type { Scoreboard } from '@multiball/shared/schema'
import { useSetAtom } from 'jotai'
import { listAtom } from './list'
import { deleteRefused, notFound } from './notice'

/**
 * Deletes a scoreboard: it leaves the list at once, and comes back when the server refuses. `tell` is given the
 * sentence for people.
 */
export function useDeleteScoreboard(tell: (text: string) => void): (board: Scoreboard) => Promise<void> {
  const setList = useSetAtom(listAtom)
  return async (board) => {
    setList((list) => list && { ...list, boards: list.boards.filter(({ id }) => id !== board.id) })
    try {
      await scoreboards.remove(board.id)
      tell(`${board.title} deleted!`)
    } catch (thrown) {
      const status = thrown instanceof ApiError ? thrown.status : 0
      // Gone already is gone.
      if (status !== 404) setList((list) => list && { ...list, boards: [...list.boards.filter(({ id }) => id !== board.id), board] })
      tell(status === 403 ? deleteRefused : status === 404 ? notFound : generalFailure)
    }
  }
}
