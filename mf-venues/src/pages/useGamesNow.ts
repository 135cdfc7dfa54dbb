import { getCurrentGame } from '@multiball/shared/api'
import type { Game } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'

const againMs = 5_000
const atOnce = 4

/** The newest game of each of these machines by its id, asked for a few at a time and again while the page is in view. */
export function useGamesNow(machines: readonly number[]): ReadonlyMap<number, Game> {
  const [games, setGames] = useState<ReadonlyMap<number, Game>>(new Map())
  const ids = machines.join()

  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    // One that was never played on has none; what is known of others stays.
    const ask = async (id: number) => {
      const game = await getCurrentGame(id, controller.signal).catch(() => undefined)
      if (game && !controller.signal.aborted) setGames((before) => new Map(before).set(id, game))
    }
    const round = async () => {
      const waiting = document.visibilityState === 'visible' ? ids.split(',').filter(Boolean).map(Number) : []
      const askNext = async (): Promise<void> => {
        const id = waiting.shift()
        if (id === undefined || controller.signal.aborted) return
        await ask(id)
        return askNext()
      }
      await Promise.all(Array.from({ length: atOnce }, askNext))
      if (!controller.signal.aborted) timer = setTimeout(() => void round(), againMs)
    }
    if (ids !== '') void round()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [ids])

  return games
}
