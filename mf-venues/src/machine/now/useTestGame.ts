import { machineCalls } from '@multiball/shared/api'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../sentenceOf'
import { newTestSession, playTestGame, testGameMoments } from './testGame'

export type TestGameState = { canPlay: boolean; play(): void } & (
  | { type: 'ready' }
  | { type: 'playing'; /** moments that the server has taken, of all */ taken: number; of: number }
  | { type: 'played' }
  | { type: 'failed'; sentence: string }
)

type Progress = { type: 'ready' | 'played' } | { type: 'playing'; taken: number } | { type: 'failed'; sentence: string }

class Left extends Error {}

/**
 * A short game that the page plays as the machine would.
 * @param key the machine's, as long as the page knows it
 */
export function useTestGame(key: string | undefined, onPlayed: () => void): TestGameState {
  const [progress, setProgress] = useState<Progress>({ type: 'ready' })
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(new Left()), [])

  const play = async (deviceKey: string) => {
    const game = new AbortController()
    controller.current = game
    let taken = 0
    setProgress({ type: 'playing', taken })
    try {
      await playTestGame({
        entry: (entry) => machineCalls.entry(deviceKey, entry),
        started: () => machineCalls.started(deviceKey),
        wait: (ms) => waitFor(ms, game.signal),
        newUuid: newTestSession,
        onMoment: () => !game.signal.aborted && setProgress({ type: 'playing', taken: (taken += 1) }),
      })
      if (game.signal.aborted) return
      setProgress({ type: 'played' })
      onPlayed()
    } catch (error) {
      if (!(error instanceof Left)) setProgress({ type: 'failed', sentence: sentenceOf(error) })
    }
  }

  const common = { canPlay: key !== undefined, play: () => void (key !== undefined && progress.type !== 'playing' && play(key)) }
  return progress.type === 'playing' ? { ...common, ...progress, of: testGameMoments.length } : { ...common, ...progress }
}

const waitFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
