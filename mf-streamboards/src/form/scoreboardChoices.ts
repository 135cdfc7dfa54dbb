import { allRows, scoreboards } from '@multiball/shared/api'
import type { Scoreboard } from '@multiball/shared/schema'

/** A scoreboard that a streamboard can show. */
export interface ScoreboardChoice {
  id: number
  title: string
  /** id of its venue machine */
  machine: number | undefined
  /** said of one that can no longer be chosen */
  note?: string
}

const limit = 1000

const asChoice = ({ id, title, venuemachine_items }: Scoreboard): ScoreboardChoice => ({ id, title, machine: venuemachine_items[0]?.venuemachine })

/** Only public scoreboards with exactly one machine can be on a stream. */
export const isUsable = ({ is_public, venuemachine_items }: Pick<Scoreboard, 'is_public' | 'venuemachine_items'>) =>
  is_public && venuemachine_items.length === 1

/** The owner's usable scoreboards, the newest first. Throws ApiError. */
export async function listChoices(owner: number, signal?: AbortSignal): Promise<ScoreboardChoice[]> {
  const own = await allRows((offset) => scoreboards.list({ owner, is_public: true, limit, offset, ordering: '-id' }, signal))
  return own.filter(isUsable).map(asChoice)
}

/** A scoreboard that a stored streamboard shows, usable or not. */
export async function getChoice(id: number, signal?: AbortSignal): Promise<ScoreboardChoice> {
  try {
    const scoreboard = await scoreboards.get(id, signal)
    if (isUsable(scoreboard)) return asChoice(scoreboard)
    return { ...asChoice(scoreboard), note: scoreboard.is_public ? 'More than one machine' : 'Not public any more' }
  } catch {
    return { id, title: 'This scoreboard cannot be read', machine: undefined }
  }
}
