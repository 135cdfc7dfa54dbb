import { longestScore, type LongestScore } from '@multiball/shared/display'
import { useState } from 'react'
import type { Station } from './streamView'

const none: readonly LongestScore[] = []

/** Digits that all scores of each machine's game are given room for. */
export function useDigits(stations: readonly Station[]): number[] {
  const [memory, setMemory] = useState(none)
  const longest = stations.map(({ game, lines }, at) => {
    const scores = lines.flatMap(({ score }) => (score === undefined ? [] : [score]))
    return longestScore(memory[at], game?.id ?? 0, scores)
  })
  if (longest.length !== memory.length || longest.some((one, at) => one !== memory[at])) setMemory(longest)
  return longest.map(({ digits }) => digits)
}
