import { allRows, scoreboards } from '@multiball/shared/api'
import { matching } from '@multiball/shared/forms'
import { useRead } from '@multiball/shared/queries'
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

const asChoice = ({ id, title, venuemachine_items }: Scoreboard): ScoreboardChoice => ({
  id,
  title,
  machine: venuemachine_items[0]?.venuemachine,
})

/** Only public scoreboards with exactly one machine can be on a stream. */
const isUsable = ({ is_public, venuemachine_items }: Pick<Scoreboard, 'is_public' | 'venuemachine_items'>) =>
  is_public && venuemachine_items.length === 1

/** The owner's usable scoreboards, the newest first. Throws ApiError. */
async function listChoices(owner: number, signal?: AbortSignal): Promise<ScoreboardChoice[]> {
  const own = await allRows((offset) =>
    scoreboards.list({ owner, is_public: true, limit, offset, ordering: '-id' }, signal),
  )
  return own.filter(isUsable).map(asChoice)
}

/** A scoreboard that a stored streamboard shows, usable or not. */
async function getChoice(id: number, signal?: AbortSignal): Promise<ScoreboardChoice> {
  try {
    const scoreboard = await scoreboards.get(id, signal)
    if (isUsable(scoreboard)) return asChoice(scoreboard)
    return { ...asChoice(scoreboard), note: scoreboard.is_public ? 'More than one machine' : 'Not public any more' }
  } catch {
    return { id, title: 'This scoreboard cannot be read', machine: undefined }
  }
}

export interface ScoreboardChoices {
  /** how many scoreboards can be chosen; undefined until known */
  count: number | undefined
  /** they are being read for the first time */
  isLoading: boolean
  /** undefined while it is not known */
  of(scoreboard: number | null): ScoreboardChoice | undefined
  /** reads them again */
  refresh(): void
  /** Throws ApiError. */
  find(text: string, signal: AbortSignal): Promise<ScoreboardChoice[]>
}

/**
 * The scoreboards that the owner can choose from.
 * @param stored ids of those that the streamboard shows already
 */
export function useScoreboardChoices(owner: number, stored: readonly number[]): ScoreboardChoices {
  // If it fails, the pickers ask again and say what is wrong.
  const { loaded: own, refresh } = useRead(['scoreboardChoices', owner], (signal) => listChoices(owner, signal))
  const choices = own.type === 'ready' ? own.value : undefined
  const unknown = choices ? stored.filter((id) => !choices.some((choice) => choice.id === id)) : []
  const others = useRead(unknown.length > 0 ? ['storedScoreboards', ...unknown] : undefined, (signal) =>
    Promise.all(unknown.map((id) => getChoice(id, signal))),
  ).loaded

  return {
    count: choices?.length,
    isLoading: own.type === 'loading',
    refresh: () => void refresh(),
    of: (scoreboard) =>
      [...(choices ?? []), ...(others.type === 'ready' ? others.value : [])].find(({ id }) => id === scoreboard),
    find: async (text, signal) => matching(choices ?? (await listChoices(owner, signal)), text, ({ title }) => title),
  }
}
