import { matching } from '@multiball/shared/forms'
import { useEffect, useState } from 'react'
import { getChoice, listChoices, type ScoreboardChoice } from './scoreboardChoices'

export interface ScoreboardChoices {
  /** how many scoreboards can be chosen; undefined until known */
  count: number | undefined
  /** undefined while it is not known */
  of(scoreboard: number): ScoreboardChoice | undefined
  /** Throws ApiError. */
  find(text: string, signal: AbortSignal): Promise<ScoreboardChoice[]>
}

/**
 * The scoreboards that the owner can choose from.
 * @param stored ids of those that the streamboard shows already
 */
export function useScoreboardChoices(owner: number, stored: readonly number[]): ScoreboardChoices {
  const [choices, setChoices] = useState<ScoreboardChoice[]>()
  const [others, setOthers] = useState<ScoreboardChoice[]>([])
  const ids = stored.join()

  useEffect(() => {
    const controller = new AbortController()
    // Without the list the pickers ask for it again, and say what is wrong.
    listChoices(owner, controller.signal).then(setChoices, () => {})
    return () => controller.abort()
  }, [owner])

  useEffect(() => {
    if (!choices) return
    const unknown = ids.split(',').map(Number).filter((id) => id > 0 && !choices.some((choice) => choice.id === id))
    let isOver = false
    void Promise.all(unknown.map((id) => getChoice(id))).then((found) => !isOver && setOthers(found))
    return () => {
      isOver = true
    }
  }, [choices, ids])

  return {
    count: choices?.length,
    of: (scoreboard) => [...(choices ?? []), ...others].find(({ id }) => id === scoreboard),
    find: async (text, signal) => matching(choices ?? (await listChoices(owner, signal)), text, ({ title }) => title),
  }
}
