import { allRows, boards, type BoardOf } from '@multiball/shared/api'
import { ApiError, boardTypeOf } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'

/** A board among those of all types. */
export interface BoardName {
  type: BoardType
  id: number
}

/** A board that can be chosen. */
export interface BoardChoice extends BoardName {
  title: string
  isPublic: boolean
  /** opens a private one; the owner alone knows it */
  viewerKey: string | undefined
  /** of another's board */
  ownerName: string | undefined
  /** why it cannot be read, which its title says then */
  failure?: unknown
}

const limit = 1000

const asChoice =
  (type: BoardType, owner: number) =>
  ({ id, title, is_public: isPublic, viewer_key: viewerKey, user_roles }: BoardOf): BoardChoice => {
    const user = user_roles.find(({ role }) => role === 'owner')?.user
    return {
      type,
      id,
      title,
      isPublic,
      viewerKey,
      ownerName: user && user.id !== owner ? user.cached_display_name || user.username : undefined,
    }
  }

/** The owner's boards of a type as they are stored, the newest first; none of a type that the server has no more. Throws ApiError. */
export const ownBoardsOf = (type: BoardType, owner: number, signal?: AbortSignal): Promise<BoardOf[]> =>
  allRows<BoardOf>((offset) => boards(type).list({ owner, limit, offset, ordering: '-id' }, signal)).catch(
    (cause: unknown) => {
      // The page's registry may be older than the server's.
      if (cause instanceof ApiError && cause.status === 404) return []
      throw cause
    },
  )

/** The owner's boards of these types in their order, each type the newest first. Throws ApiError. */
export async function listOwnBoards(
  types: readonly BoardType[],
  owner: number,
  signal?: AbortSignal,
): Promise<BoardChoice[]> {
  const lists = await Promise.all(
    types.map(async (type) => (await ownBoardsOf(type, owner, signal)).map(asChoice(type, owner))),
  )
  return lists.flat()
}

const mostFound = 100

/** Others' public boards of a type that are found by a text, the newest ones. Throws ApiError. */
export async function listOthersBoards(type: BoardType, owner: number, text: string): Promise<BoardChoice[]> {
  const { results } = await boards(type).list({ is_public: true, search: text, limit: mostFound, ordering: '-id' })
  return results.map(asChoice(type, owner)).filter(({ ownerName }) => ownerName !== undefined)
}

/** One board; where it cannot be read it has no title of its own, but a sentence. */
export const getBoard = ({ type, id }: BoardName, owner: number): Promise<BoardChoice> =>
  boards(type)
    .get(id)
    .then(asChoice(type, owner), (failure: unknown) => ({
      type,
      id,
      title: `This ${boardTypeOf(type).singular} cannot be read`,
      isPublic: true,
      viewerKey: undefined,
      ownerName: undefined,
      failure,
    }))

/** A board as one text, which forms and pickers can hold. */
export const boardKey = ({ type, id }: BoardName): string => `${type} ${id}`
