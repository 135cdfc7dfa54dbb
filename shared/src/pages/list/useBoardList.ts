import { allRows, boards, type BoardOf } from '@multiball/shared/api'
import { ApiError, boardTypeOf, failureWords } from '@multiball/shared/client'
import { prepareRead, useRead, type Read } from '@multiball/shared/queries'
import { titleTaken, type BoardType } from '@multiball/shared/schema'
import type { SessionStore } from '@multiball/shared/session'
import { useRef } from 'react'
import { copyTitle } from './copyTitle'
import { deleteRefused, editRefused, notFound } from '../notice'

const pageSize = 100

export interface BoardList {
  /** newest first; what is known of the list at once, and then what the server says now */
  read: Read<BoardOf[]>
  /** Deletes a board: it leaves the list at once, and comes back when the server refuses. */
  remove(board: BoardOf): Promise<void>
  /** Makes a private board like another, with a title of its own. */
  duplicate(board: BoardOf): Promise<void>
  /** Makes a board public or private, and changes nothing else of it: what a form would not save any more is hidden so too. */
  setPrivacy(board: BoardOf, isPublic: boolean): Promise<void>
}

const keyOf = (type: BoardType, owner: number) => ['boards', type, owner] as const

const loadOf = (type: BoardType, owner: number) => (signal?: AbortSignal) =>
  allRows((offset) => boards(type).list({ owner, limit: pageSize, ordering: '-id', offset }, signal))

/** Asks for the list of whoever is signed in before it is drawn. */
export const prepareBoardList = (type: BoardType, owner: number, store: SessionStore): void =>
  prepareRead(store, keyOf(type, owner), loadOf(type, owner))

/** The owner's boards of a type, and what the list does with them. @param tell is given the sentence for people */
export function useBoardList(type: BoardType, owner: number, tell: (text: string) => void): BoardList {
  const calls = boards(type)
  const read = useRead(keyOf(type, owner), loadOf(type, owner), { isKept: true })
  const isDuplicating = useRef(false)
  const without = (list: BoardOf[], gone: BoardOf) => list.filter(({ id }) => id !== gone.id)

  return {
    read,
    remove: async (board) => {
      read.change((list) => without(list, board))
      try {
        await calls.remove(board.id)
        // The list may have been read meanwhile.
        read.change((list) => without(list, board))
        tell(`${board.title} deleted!`)
      } catch (thrown) {
        const status = statusOf(thrown)
        // Gone already is gone.
        if (status !== 404) read.change((list) => [...without(list, board), board])
        tell(status === 403 ? deleteRefused : status === 404 ? notFound : failureWords(thrown))
      }
    },
    duplicate: async (board) => {
      if (isDuplicating.current) return
      isDuplicating.current = true
      // The list may be older than what another tab has saved.
      const newest = await calls.get(board.id).catch(() => board)
      const copyBeside = async (known: BoardOf[]) => {
        const title = copyTitle(board.title, new Set(known.map((one) => one.title)))
        // The server ignores what is not the owner's to say. A streamboard is always public.
        const made = await calls.create({ ...newest, title, is_public: boardTypeOf(type).isOverlay } as never)
        read.change((list) => [made, ...without(list, made)])
        tell(`${title} created!`)
      }
      try {
        await copyBeside(read.loaded.type === 'ready' ? read.loaded.value : []).catch(async (thrown: unknown) => {
          if (!(thrown instanceof ApiError) || !thrown.fields?.title?.includes(titleTaken)) throw thrown
          // The list does not know of a copy whose answer was lost.
          const listed = await loadOf(type, owner)()
          read.change(() => listed)
          await copyBeside(listed)
        })
      } catch (thrown) {
        const refusal = thrown instanceof ApiError ? Object.values(thrown.fields ?? {})[0]?.[0] : undefined
        tell(refusal ? `There was an error: ${refusal}` : failureWords(thrown))
      } finally {
        isDuplicating.current = false
      }
    },
    setPrivacy: async ({ id, title }, isPublic) => {
      try {
        const changed = await calls.patch(id, { is_public: isPublic })
        read.change((list) => list.map((board) => (board.id === id ? changed : board)))
        tell(`${title} is now ${isPublic ? 'public' : 'private'}`)
      } catch (thrown) {
        const status = statusOf(thrown)
        tell(status === 403 ? editRefused : status === 404 ? notFound : failureWords(thrown))
      }
    },
  }
}

const statusOf = (thrown: unknown): number => (thrown instanceof ApiError ? thrown.status : 0)
