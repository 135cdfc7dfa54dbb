import { getScores } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import type { ScoresOf, BoardType } from '@multiball/shared/schema'
import { atom, useAtom } from 'jotai'
import type { PrimitiveAtom, SetStateAction } from 'jotai'
import { startTransition, useEffect, useRef } from 'react'

type NewestScores<Type extends BoardType> = ReadonlyMap<number, ScoresOf<Type> | undefined>

/** Kept for the page's life, so that coming back to a list shows them at once. */
const scoresAtoms = new Map<BoardType, PrimitiveAtom<NewestScores<BoardType>>>()

function scoresAtom<Type extends BoardType>(type: Type): PrimitiveAtom<NewestScores<Type>> {
  const known = scoresAtoms.get(type) ?? atom<NewestScores<BoardType>>(new Map())
  scoresAtoms.set(type, known)
  // Only scores of its type are ever set.
  return known as PrimitiveAtom<NewestScores<Type>>
}

interface ListedBoard {
  id: number
  /** opens a private board; only its owner's answers carry it */
  viewer_key?: string
}

const refreshMs = 30_000
const atOnce = 4
/** Every row of a list is drawn anew when answers are taken in, so one by one they would keep a slow page busy for seconds. */
const apartMs = 250
const unanswered = Symbol('unanswered')

/**
 * The newest state of listed boards by id, undefined for one that could not be read, the last known while nobody answers; read a few at a time, and again
 * while the page is looked at.
 */
export function useNewestScores<Type extends BoardType>(
  boards: readonly ListedBoard[],
  type: Type,
): NewestScores<Type> {
  const [scores, setScores] = useAtom<NewestScores<Type>, [SetStateAction<NewestScores<Type>>], void>(scoresAtom(type))
  const shown = useRef(boards)
  useEffect(() => {
    shown.current = boards
  })
  const ids = boards.map(({ id }) => id).join()

  useEffect(() => {
    const controller = new AbortController()
    const answers = new Map<number, ScoresOf<Type> | undefined>()
    let takenAtMs = -Infinity
    let taking: ReturnType<typeof setTimeout> | undefined
    const takeIn = () => {
      taking = undefined
      takenAtMs = performance.now()
      const taken = [...answers]
      answers.clear()
      // Nobody waits for them: presses come first.
      startTransition(() => setScores((before) => new Map([...before, ...taken])))
    }
    let isReading = false
    const readAll = async () => {
      // A slow server is not asked again while it thinks.
      if (isReading) return
      isReading = true
      const waiting = [...shown.current]
      const readNext = async (): Promise<void> => {
        const board = waiting.shift()
        if (!board || controller.signal.aborted) return
        const read = getScores(type, board.id, { key: board.viewer_key, signal: controller.signal })
        // What is known stays while nobody answers.
        const state = await read.catch((error: unknown) =>
          error instanceof ApiError && error.status === 0 ? unanswered : undefined,
        )
        if (controller.signal.aborted) return
        if (state !== unanswered) {
          answers.set(board.id, state)
          taking ??= setTimeout(takeIn, takenAtMs + apartMs - performance.now())
        }
        return readNext()
      }
      await Promise.all(Array.from({ length: atOnce }, readNext))
      isReading = false
    }
    void readAll()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readAll()
    }, refreshMs)
    return () => {
      clearInterval(timer)
      clearTimeout(taking)
      controller.abort()
    }
  }, [type, ids, setScores])

  return scores
}
