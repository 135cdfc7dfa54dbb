import { browserEnvironment, boardAtom, watchBoard, type BoardAddress } from '@multiball/shared/live'
import type { ScoreboardScores, StreamboardScores } from '@multiball/shared/schema'
import { atom, useAtomValue, useStore } from 'jotai'
import { useEffect, useMemo } from 'react'

/** The state of these scoreboards' games as a streamboard has it, live while the component is mounted; 0 is no scoreboard. */
export function useNewestGames(scoreboards: readonly number[]): StreamboardScores {
  const store = useStore()
  const ids = scoreboards.join()
  const addresses = useMemo(() => ids.split(',').map((id): BoardAddress => ({ type: 'scoreboard', id: Number(id) })), [ids])

  useEffect(() => {
    const ends = addresses.filter(({ id }) => id > 0).map((address) => watchBoard(store, address, browserEnvironment))
    return () => ends.forEach((end) => end())
  }, [store, addresses])

  const games = useMemo(
    () =>
      atom((get) =>
        addresses.map((address) => {
          const scores = address.id > 0 ? (get(boardAtom(address)).scores as ScoreboardScores | undefined) : undefined
          return scores?.data[0] ?? null
        }),
      ),
    [addresses],
  )
  const states = useAtomValue(games).map((session, order) => {
    return { order, scoreboard: order + 1, venuemachine_id: session?.venuemachine_id ?? null, session }
  })
  return { data: states, epoch: 'preview', seq: 1 }
}
