import { getCurrentGame } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'
import type { Game } from '@multiball/shared/schema'
import { useState } from 'react'

const againMs = 5_000
const atOnce = 4

/** The newest game of each of these machines by its id, asked for a few at a time and again while the page is in view. */
export function useGamesNow(machines: readonly number[]): ReadonlyMap<number, Game> {
  const [games, setGames] = useState<ReadonlyMap<number, Game>>(new Map())

  const readAll = async (signal: AbortSignal) => {
    const waiting = [...machines]
    const readNext = async (): Promise<void> => {
      const id = waiting.shift()
      if (id === undefined || signal.aborted) return
      // A machine that was never played has no game. If a call fails, the game shown so far stays.
      const game = await getCurrentGame(id, signal).catch(() => undefined)
      if (game && !signal.aborted) setGames((before) => new Map(before).set(id, game))
      return readNext()
    }
    await Promise.all(Array.from({ length: atOnce }, readNext))
    return machines.length
  }
  // Each game is shown as it arrives, not only when all have.
  useRead(machines.length > 0 ? ['gamesNow', ...machines] : undefined, readAll, { everyMs: againMs })

  return games
}
