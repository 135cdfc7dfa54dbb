import { write } from '@multiball/shared/client'
import type { Game, VenueMachine } from '@multiball/shared/schema'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { sentenceOf } from '../../sentenceOf'
import { useGameNow } from './useGameNow'

const Begun = v.object({ game: v.number(), seconds: v.number() })

/** Has the server play a test game on one's machine. Answers its id, and the seconds it takes. Throws ApiError; 409 while somebody plays. */
export const playTestGame = (machine: number): Promise<v.InferOutput<typeof Begun>> => write('post', `/api/venuemachine/${machine}/test_game/`, {}, Begun)

type Test = { type: 'ready' | 'asked' | 'played' } | { type: 'playing'; /** its id */ game: number } | { type: 'failed'; sentence: string }
export type TestGameState = Test & { play(): void }

/** A short game that the server plays, and the newest game of the machine, which is looked at more often meanwhile. */
export function useTestGame(machine: VenueMachine, onPlayed: () => void): { test: TestGameState; game: Game | undefined; isAsked: boolean } {
  const [test, setTest] = useState<Test>({ type: 'ready' })
  const now = useGameNow(machine, test.type === 'playing' ? 'playing' : test.type === 'played' ? 'played' : 'none')
  const { game } = now
  // Whoever plays on the machine ends the test game: the newest is theirs then.
  const isOver = test.type === 'playing' && game !== undefined && (game.id > test.game || (game.id === test.game && game.settled_on !== null))
  const ended = useEffectEvent(() => {
    setTest({ type: 'played' })
    onPlayed()
  })
  useEffect(() => {
    if (isOver) ended()
  }, [isOver])

  const play = async () => {
    setTest({ type: 'asked' })
    try {
      const { game: id } = await playTestGame(machine.id)
      setTest({ type: 'playing', game: id })
    } catch (error) {
      setTest({ type: 'failed', sentence: sentenceOf(error) })
    }
  }
  const isBusy = test.type === 'asked' || test.type === 'playing'
  return { ...now, test: { ...test, play: () => void (!isBusy && play()) } }
}
