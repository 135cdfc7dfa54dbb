import type { BoardOf } from '@multiball/shared/api'
import { boardTypeLabel, boardTypeName, boardTypes } from '@multiball/shared/client'
import { boardKey, ownBoardsOf } from '@multiball/shared/forms'
import { streamboardCanvas } from '@multiball/shared/schema'
import type { BoardType } from '@multiball/shared/schema'

/** A board of the owner's that can stand in another page. */
export interface OwnBoard {
  type: BoardType
  id: number
  title: string
  /** opens a private one; undefined where nothing needs to be opened */
  key: string | undefined
  /** px: the shape that the board has on a page, before anybody chose another */
  canvas: Canvas
}

export interface Canvas {
  width: number
  height: number
}

const wide: Canvas = { width: 1280, height: 720 }

/** All boards of an owner: scoreboards first, each type with the newest first. Throws ApiError. */
export async function listOwnBoards(owner: number, signal?: AbortSignal): Promise<OwnBoard[]> {
  const lists = await Promise.all(
    boardTypes().map(async ({ type }) => {
      const found = await ownBoardsOf(type, owner, signal)
      return found.map((board): OwnBoard => {
        const { id, title, is_public, viewer_key } = board
        return { type, id, title, key: is_public ? undefined : viewer_key, canvas: canvasOf(type, board) }
      })
    }),
  )
  return lists.flat()
}

/** Streamboards are made for one exact size; everything else fills what it is given. */
export function canvasOf(type: BoardType, board: BoardOf): Canvas {
  return type === 'streamboard' ? streamboardCanvas((board as BoardOf<'streamboard'>).config_json) : wide
}

/** A board in the words of the picker. */
export const asOption = (board: OwnBoard) => ({
  id: boardKey(board),
  label: board.title,
  detail: board.key === undefined ? boardTypeLabel(board.type) : `${boardTypeLabel(board.type)} · Private`,
})

/** Title and type. */
export const wordsOf = ({ title, type }: OwnBoard): string => `${title} ${boardTypeName(type)}`

/**
 * The board that an address such as ?type=scoreboard&board=12 names; without one the first that everybody may see.
 * Undefined where the named one is none of these.
 */
export function chosenBoard(own: readonly OwnBoard[], search: URLSearchParams): OwnBoard | undefined {
  const [type, id] = [search.get('type'), search.get('board')]
  if (type === null && id === null) return own.find(({ key }) => key === undefined) ?? own[0]
  return own.find((board) => board.type === type && String(board.id) === id)
}

/** The address of the playground with this board. */
export const playgroundAddress = ({ type, id }: Pick<OwnBoard, 'type' | 'id'>): string =>
  `/embed?${new URLSearchParams({ type, board: String(id) }).toString()}`
