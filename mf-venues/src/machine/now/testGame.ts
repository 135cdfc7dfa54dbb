import { getCurrentGame } from '@multiball/shared/api'
import { write } from '@multiball/shared/client'
import type { Game, VenueMachine } from '@multiball/shared/schema'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { sentenceOf } from '../../sentenceOf'
import { useGameNow } from './useGameNow'

const Begun = v.object({ game: v.number(), seconds: v.number() })

/** Has the server play a test game on one's machine. Answers its id, and the seconds it takes. Throws ApiError; 409 while somebody plays. */
export const playTestGame = (machine: number): Promise<v.InferOutput<typeof Begun>> =>
  write('post', `/api/venuemachine/${machine}/test_game/`, {}, Begun)

type Test =
  | { type: 'ready' | 'asked' | 'played' }
  | { type: 'playing'; /** its id */ game: number; /** how long it takes */ seconds: number }
  | { type: 'failed'; sentence: string }
export type TestGameState = Test & { play(): void }

/** The server that plays it may be slow. */
const slackSeconds = 10

const stopped = 'The test game stopped before its end. Please play another.'

/** A short game that the server plays, and the newest game of the machine, which is looked at more often meanwhile. */
export function useTestGame(
  machine: VenueMachine,
  onPlayed: () => void,
): { test: TestGameState; game: Game | undefined; isAsked: boolean } {
  const [test, setTest] = useState<Test>({ type: 'ready' })
  const now = useGameNow(machine, test.type === 'playing' ? 'playing' : test.type === 'played' ? 'played' : 'none')
  const { game } = now
  // Whoever plays on the machine ends the test game: the newest is theirs then.
  const isOver =
    test.type === 'playing' &&
    game !== undefined &&
    (game.id > test.game || (game.id === test.game && game.settled_on !== null))
  const ended = useEffectEvent(() => {
    setTest({ type: 'played' })
    onPlayed()
  })
  useEffect(() => {
    if (isOver) ended()
  }, [isOver])

  const [playing, seconds] = test.type === 'playing' ? [test.game, test.seconds] : []
  useEffect(() => {
    if (playing === undefined || seconds === undefined) return
    // The newest game may not have been read meanwhile, and while nothing answers nothing is known.
    const look = () =>
      getCurrentGame(machine.id).then(
        ({ id, settled_on }) =>
          id === playing &&
          settled_on === null &&
          setTest((known) =>
            known.type === 'playing' && known.game === playing ? { type: 'failed', sentence: stopped } : known,
          ),
        () => {},
      )
    const timer = setInterval(() => void look(), (seconds + slackSeconds) * 1000)
    return () => clearInterval(timer)
  }, [machine.id, playing, seconds])

  const play = async () => {
    setTest({ type: 'asked' })
    try {
      const { game: id, seconds: takes } = await playTestGame(machine.id)
      setTest({ type: 'playing', game: id, seconds: takes })
    } catch (error) {
      setTest({ type: 'failed', sentence: sentenceOf(error) })
    }
  }
  const isBusy = test.type === 'asked' || test.type === 'playing'
  return { ...now, test: { ...test, play: () => void (!isBusy && play()) } }
}
