import { boards } from '@multiball/shared/api'
import { boardTypes } from '@multiball/shared/schema'
import type { BoardType } from '@multiball/shared/schema'
import { boardKey } from './boardKey'
import type { BoardName } from './boardKey'

/** A board that a TV can show. */
export interface BoardChoice extends BoardName {
  title: string
  /** opens a private one */
  key: string | undefined
}

const limit = 1000

/** All boards of an owner: scoreboards first, each type with the newest first. Throws ApiError. */
export async function listOwnBoards(owner: number, signal?: AbortSignal): Promise<BoardChoice[]> {
  const lists = await Promise.all(
    boardTypes.map(async (type) => {
      const { results } = await boards(type).list({ owner, limit, ordering: '-id' }, signal)
      return results.map(({ id, title, is_public, viewer_key }): BoardChoice => ({ type, id, title, key: is_public ? undefined : viewer_key }))
    }),
  )
  return lists.flat()
}

export const typeNames: Record<BoardType, string> = {
  scoreboard: 'Scoreboard',
  leaderboard: 'Leaderboard',
  comboboard: 'Comboboard',
  slideshow: 'Slideshow',
  streamboard: 'Streamboard',
}

/** A board in the words of the picker. */
export const asOption = (choice: Pick<BoardChoice, 'type' | 'id' | 'title'>) => ({ id: boardKey(choice), label: choice.title, detail: typeNames[choice.type] })

/** Those of which title or type has every word of the text. */
export function matching(choices: readonly BoardChoice[], text: string): BoardChoice[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return choices.filter(({ title, type }) => {
    const said = `${title} ${typeNames[type]}`.toLocaleLowerCase()
    return words.every((word) => said.includes(word))
  })
}
