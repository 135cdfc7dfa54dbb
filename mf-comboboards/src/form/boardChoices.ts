import { boards } from '@multiball/shared/api'
import type { Leaderboard, Scoreboard } from '@multiball/shared/schema'
import type { Item } from './items'

type Stored = Scoreboard | Leaderboard

/** A board that a comboboard can show. */
export interface BoardChoice {
  type: Item['item_type']
  id: number
  title: string
  /** of another's board */
  ownerName: string | undefined
}

const limit = 1000
const types = ['scoreboard', 'leaderboard'] as const

const asChoice =
  (type: Item['item_type'], owner: number) =>
  ({ id, title, user_roles }: Stored): BoardChoice => {
    const user = user_roles.find(({ role }) => role === 'owner')?.user
    return { type, id, title, ownerName: user && user.id !== owner ? user.cached_display_name || user.username : undefined }
  }

const listBoth = async (owner: number, query: { owner?: number; is_public?: boolean }, signal?: AbortSignal): Promise<BoardChoice[]> => {
  const lists = await Promise.all(
    types.map(async (type) => (await boards(type).list({ ...query, limit, ordering: '-id' }, signal)).results.map(asChoice(type, owner))),
  )
  return lists.flat()
}

/** The owner's scoreboards, then the leaderboards, each the newest first. Throws ApiError. */
export const listOwnBoards = (owner: number, signal?: AbortSignal): Promise<BoardChoice[]> => listBoth(owner, { owner }, signal)

/** Others' public boards, the newest thousand of each type. Throws ApiError. */
export const listOthersBoards = async (owner: number, signal?: AbortSignal): Promise<BoardChoice[]> =>
  (await listBoth(owner, { is_public: true }, signal)).filter(({ ownerName }) => ownerName !== undefined)

/** One board by its place in a grid. Throws ApiError. */
export async function getBoard({ item_type, item_id }: Item, owner: number, signal?: AbortSignal): Promise<BoardChoice> {
  return asChoice(item_type, owner)(await boards(item_type).get(item_id, signal))
}

/** Names a board among all types. */
export const choiceKey = (type: string, id: number) => `${type} ${id}`

const typeNames = { scoreboard: 'Scoreboard', leaderboard: 'Leaderboard' }

/** A choice in the words of the picker. */
export const asOption = ({ type, id, title, ownerName }: BoardChoice) => ({
  id: choiceKey(type, id),
  label: title,
  detail: ownerName ? `${typeNames[type]} by ${ownerName}` : typeNames[type],
})

/** Those of which title, type or owner has every word of the text. */
export function matching(choices: readonly BoardChoice[], text: string): BoardChoice[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return choices.filter((choice) => {
    const { label, detail } = asOption(choice)
    const said = `${label} ${detail}`.toLocaleLowerCase()
    return words.every((word) => said.includes(word))
  })
}
