import { getScores } from '@multiball/shared/api'
import type { LeaderboardScores } from '@multiball/shared/schema'
import { atom, useAtom } from 'jotai'
import { useEffect, useRef } from 'react'

/** Kept for the page's life, so that coming back to the list shows them at once. */
const scoresAtom = atom<ReadonlyMap<number, LeaderboardScores | undefined>>(new Map())

interface ListedBoard {
  id: number
  /** opens a private board; only its owner's answers carry it */
  viewer_key?: string
}

const refreshMs = 30_000
const atOnce = 4

/**
 * The newest state of listed leaderboards by id, undefined for one that could not be read; read a few at a time, and
 * again while the page is looked at.
 */
export function useNewestScores(boards: readonly ListedBoard[]): ReadonlyMap<number, LeaderboardScores | undefined> {
  const [scores, setScores] = useAtom(scoresAtom)
  const shown = useRef(boards)
  useEffect(() => {
    shown.current = boards
  })
  const ids = boards.map(({ id }) => id).join()

  useEffect(() => {
    const controller = new AbortController()
    const readAll = async () => {
      const waiting = [...shown.current]
      const readNext = async (): Promise<void> => {
        const board = waiting.shift()
        if (!board || controller.signal.aborted) return
        const state = await getScores('leaderboard', board.id, { key: board.viewer_key, signal: controller.signal }).catch(() => undefined)
        if (controller.signal.aborted) return
        setScores((before) => new Map(before).set(board.id, state))
        return readNext()
      }
      await Promise.all(Array.from({ length: atOnce }, readNext))
    }
    void readAll()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readAll()
    }, refreshMs)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [ids, setScores])

  return scores
}
