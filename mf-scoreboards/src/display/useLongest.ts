import { longestScore } from '@multiball/shared/display'
import type { LongestScore } from '@multiball/shared/display'
import { useState } from 'react'

/** Digits that all scores of a game are given room for. */
export function useLongest(game: number, scores: readonly bigint[]): number {
  const [memory, setMemory] = useState<LongestScore>()
  const longest = longestScore(memory, game, scores)
  if (longest !== memory) setMemory(longest)
  return longest.digits
}
