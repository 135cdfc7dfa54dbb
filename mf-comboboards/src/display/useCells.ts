import type { ComboboardBootstrap, ComboboardScores } from '@multiball/shared/schema'
import { useState } from 'react'
import { nextCells, type Cell } from './cells'

/** The cells of a comboboard, each the same object until its own board changes. */
export function useCells(bootstrap: ComboboardBootstrap, scores: ComboboardScores | undefined): readonly Cell[] {
  const newest = scores ?? bootstrap.scores
  const [memory, setMemory] = useState<readonly Cell[]>([])
  const cells = nextCells(memory, bootstrap, newest)
  if (cells !== memory) setMemory(cells)
  return cells
}
