import { boards } from '@multiball/shared/api'
import type { Comboboard, Leaderboard, Scoreboard } from '@multiball/shared/schema'
import type { BoardScreenType } from './screens'

type Stored = Scoreboard | Leaderboard | Comboboard

/** A board that a screen can show. */
export interface BoardChoice {
  type: BoardScreenType
  id: number
  title: string
  isPublic: boolean
  /** opens a private one; of the owner's own */
  viewerKey: string | undefined
  /** of another's board */
  ownerName: string | undefined
}

const limit = 1000
export const boardScreenTypes = ['scoreboard', 'leaderboard', 'comboboard'] as const satisfies readonly BoardScreenType[]

const asChoice =
  (type: BoardScreenType, owner: number) =>
  ({ id, title, is_public: isPublic, viewer_key: viewerKey, user_roles }: Stored): BoardChoice => {
    const user = user_roles.find(({ role }) => role === 'owner')?.user
    return { type, id, title, isPublic, viewerKey, ownerName: user && user.id !== owner ? user.cached_display_name || user.username : undefined }
  }

/** The owner's boards of all types that a screen can show, each type the newest first. Throws ApiError. */
export async function listOwnBoards(owner: number, signal?: AbortSignal): Promise<BoardChoice[]> {
  const lists = await Promise.all(
    boardScreenTypes.map(async (type) => (await boards(type).list({ owner, limit, ordering: '-id' }, signal)).results.map(asChoice(type, owner))),
  )
  return lists.flat()
}

/** Others' public boards of a type, of the newest thousand. Throws ApiError. */
export async function listOthersBoards(type: BoardScreenType, owner: number): Promise<BoardChoice[]> {
  const { results } = await boards(type).list({ is_public: true, limit, ordering: '-id' })
  return results.map(asChoice(type, owner)).filter(({ ownerName }) => ownerName !== undefined)
}

/** One board. Throws ApiError. */
export const getBoard = async (type: BoardScreenType, id: number, owner: number): Promise<BoardChoice> => asChoice(type, owner)(await boards(type).get(id))

/** Names a board among all types. */
export const choiceKey = (type: string, id: number) => `${type} ${id}`

/** A choice in the words of the picker. */
export const asOption = ({ id, title, ownerName, isPublic }: BoardChoice) => ({
  id,
  label: title,
  detail: ownerName ? `by ${ownerName}` : isPublic ? undefined : 'Private',
})

/** Those of which title or owner has every word of the text. */
export function matching(choices: readonly BoardChoice[], text: string): BoardChoice[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return choices.filter(({ title, ownerName = '' }) => {
    const said = `${title} ${ownerName}`.toLocaleLowerCase()
    return words.every((word) => said.includes(word))
  })
}
