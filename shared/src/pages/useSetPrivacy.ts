import { boards, type BoardOf } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'
import { useSetAtom } from 'jotai'
import { listAtom } from './listAtom'
import { editRefused, notFound } from './notice'

/** Makes a board public or private, and changes nothing else of it: what a form would not save any more is hidden so too. `tell` is given the sentence for people. */
export function useSetPrivacy(type: BoardType, tell: (text: string) => void): (board: BoardOf, isPublic: boolean) => Promise<void> {
  const setList = useSetAtom(listAtom(type))
  return async ({ id, title }, isPublic) => {
    try {
      const changed = await boards(type).patch(id, { is_public: isPublic })
      setList((list) => list && { ...list, boards: list.boards.map((board) => (board.id === id ? changed : board)) })
      tell(`${title} is ${isPublic ? 'public' : 'private'} now`)
    } catch (thrown) {
      const status = thrown instanceof ApiError ? thrown.status : 0
      tell(status === 403 ? editRefused : status === 404 ? notFound : generalFailure)
    }
  }
}
