import { ApiError } from '@multiball/shared/client'
import { useEffect, useRef, useState } from 'react'
import { getChoice, listOthers, listOwn, matching, type LeaderboardChoice } from './leaderboardChoices'

export interface LeaderboardChoices {
  /** how many the owner has; undefined until known */
  ownCount: number | undefined
  /** the chosen one; undefined while there is none, and while it is not known */
  chosen: LeaderboardChoice | undefined
  /** true when the chosen one is gone, or has become private */
  isMissing: boolean
  /** what to offer for a text: the owner's, and once something is typed others' public ones. Throws ApiError. */
  find(text: string, signal: AbortSignal): Promise<LeaderboardChoice[]>
}

/** The leaderboards that a scoreboard's owner can choose from. @param id of the chosen one */
export function useLeaderboardChoices(owner: number, id: number | null): LeaderboardChoices {
  const [own, setOwn] = useState<LeaderboardChoice[]>()
  const [known, setKnown] = useState<ReadonlyMap<number, LeaderboardChoice>>(new Map())
  const [missing, setMissing] = useState<number>()
  const others = useRef<Promise<LeaderboardChoice[]>>(undefined)
  const chosen = id === null ? undefined : known.get(id)
  const isUnknown = id !== null && chosen === undefined

  const remember = (choices: readonly LeaderboardChoice[]) =>
    setKnown((before) => new Map([...before, ...choices.map((choice): [number, LeaderboardChoice] => [choice.id, choice])]))

  useEffect(() => {
    const controller = new AbortController()
    listOwn(owner, controller.signal).then(
      (choices) => {
        remember(choices)
        setOwn(choices)
      },
      () => {},
    )
    return () => controller.abort()
  }, [owner])

  useEffect(() => {
    if (!isUnknown) return
    const controller = new AbortController()
    getChoice(id, owner, controller.signal).then(
      (choice) => remember([choice]),
      // Any other failure is no news of the leaderboard; the server has the last word when saving.
      (cause: unknown) => cause instanceof ApiError && cause.status === 404 && setMissing(id),
    )
    return () => controller.abort()
  }, [owner, id, isUnknown])

  return {
    ownCount: own?.length,
    chosen,
    isMissing: isUnknown && missing === id,
    find: async (text, signal) => {
      const mine = own ?? (await listOwn(owner, signal))
      if (!text) return mine
      others.current ??= listOthers(owner)
      const theirs = await others.current.catch((cause: unknown) => {
        others.current = undefined
        throw cause
      })
      const found = matching([...mine, ...theirs], text)
      remember(found)
      return found
    },
  }
}
