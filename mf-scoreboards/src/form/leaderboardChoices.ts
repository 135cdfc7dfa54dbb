import { leaderboards } from '@multiball/shared/api'
import type { Leaderboard } from '@multiball/shared/schema'

/** A leaderboard that a scoreboard can show when idle. */
export interface LeaderboardChoice {
  id: number
  title: string
  /** of another's leaderboard */
  ownerName: string | undefined
  /** opens it where it is private; the owner alone knows it */
  viewerKey: string | undefined
}

const limit = 1000

const asChoice =
  (owner: number) =>
  ({ id, title, user_roles, viewer_key: viewerKey }: Leaderboard): LeaderboardChoice => {
    const user = user_roles.find(({ role }) => role === 'owner')?.user
    return { id, title, viewerKey, ownerName: user && user.id !== owner ? user.cached_display_name || user.username : undefined }
  }

/** The owner's leaderboards, the newest first. Throws ApiError. */
export const listOwn = async (owner: number, signal?: AbortSignal): Promise<LeaderboardChoice[]> =>
  (await leaderboards.list({ owner, limit, ordering: '-id' }, signal)).results.map(asChoice(owner))

/** Others' public leaderboards, the newest thousand. Throws ApiError. */
export const listOthers = async (owner: number): Promise<LeaderboardChoice[]> =>
  (await leaderboards.list({ is_public: true, limit, ordering: '-id' })).results.map(asChoice(owner)).filter(({ ownerName }) => ownerName !== undefined)

/** Throws ApiError; 404 when there is none, and when it may not be seen. */
export const getChoice = async (id: number, owner: number, signal?: AbortSignal): Promise<LeaderboardChoice> => asChoice(owner)(await leaderboards.get(id, signal))

/** A choice in the words of the picker. */
export const asOption = ({ id, title, ownerName }: LeaderboardChoice) => ({ id, label: title, detail: ownerName && `by ${ownerName}` })

/** Those of which title or owner has every word of the text. */
export function matching(choices: readonly LeaderboardChoice[], text: string): LeaderboardChoice[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return choices.filter(({ title, ownerName = '' }) => {
    const said = `${title} ${ownerName}`.toLocaleLowerCase()
    return words.every((word) => said.includes(word))
  })
}
