import type { BootstrapOf, ScoresOf, ComboboardBootstrap, ComboboardScores } from '@multiball/shared/schema'
import { isSame } from './isSame'

type CellType = 'scoreboard' | 'leaderboard'

interface CellOf<Type extends CellType> {
  type: Type
  id: number
  order: number
  /** undefined where it may not be seen */
  bootstrap: BootstrapOf<Type> | undefined
  scores: ScoresOf<Type> | undefined
  /** sentence that stands in the place of the board */
  error?: string
}

/** One board of the grid, as its own display takes it. */
export type Cell = CellOf<'scoreboard'> | CellOf<'leaderboard'>

type Part = ComboboardBootstrap['boards'][number]
type State = ComboboardScores['boards'][number]

/**
 * The cells of a comboboard in their order. What says the same as in `before` is the same object as there, so that a
 * score in one board draws that board alone; where nothing changed at all, so is the answer.
 */
export function nextCells(before: readonly Cell[], bootstrap: ComboboardBootstrap, scores: ComboboardScores): readonly Cell[] {
  const cells = [...bootstrap.boards]
    .sort((one, other) => one.order - other.order)
    .map((part) => nextCell(before.find(isOf(part)), part, stateOf(part, scores), scores))
  return cells.length === before.length && cells.every((cell, at) => cell === before[at]) ? before : cells
}

const isOf = (part: Part) => (cell: Cell) => cell.type === part.item_type && cell.id === part.item_id

const stateOf = (part: Part, { boards }: ComboboardScores) => boards.find((state) => state.item_type === part.item_type && state.item_id === part.item_id)

function nextCell(before: Cell | undefined, part: Part, state: State | undefined, stamp: ComboboardScores): Cell {
  const made = cellOf(part, state, stamp)
  if (!before) return made
  const scores = isSame(listOf(made.scores), listOf(before.scores)) ? before.scores : made.scores
  const bootstrap = isSame(settingsOf(made.bootstrap), settingsOf(before.bootstrap)) ? before.bootstrap : made.bootstrap
  if (scores === before.scores && bootstrap === before.bootstrap && made.error === before.error && made.order === before.order) return before
  // Both are of the same board, so of the same type.
  return { ...made, scores, bootstrap } as Cell
}

const listOf = (scores: Cell['scores']) => scores?.data

function settingsOf(bootstrap: Cell['bootstrap']) {
  if (!bootstrap) return undefined
  const { scores: _scores, ...settings } = bootstrap
  return settings
}

function cellOf(part: Part, state: State | undefined, { epoch, seq, config }: ComboboardScores): Cell {
  const stamp = { epoch, seq, config }
  const { item_id: id, order } = part
  // The newer of the two decides: a board may have become private since the settings were read.
  const error = state?.error ?? (part.bootstrap ? undefined : part.error)
  switch (part.item_type) {
    case 'scoreboard': {
      const sessions = state?.item_type === 'scoreboard' ? state.sessions : undefined
      const scores = sessions && { data: sessions, ...stamp }
      const bootstrap = error === undefined && part.bootstrap ? { ...part.bootstrap, scores: scores ?? { data: [], ...stamp } } : undefined
      return { type: 'scoreboard', id, order, bootstrap, scores, error }
    }
    case 'leaderboard': {
      const lists = state?.item_type === 'leaderboard' ? state.data : undefined
      const scores = lists && { data: lists, ...stamp }
      const bootstrap = error === undefined && part.bootstrap ? { ...part.bootstrap, scores: scores ?? { data: [], ...stamp } } : undefined
      return { type: 'leaderboard', id, order, bootstrap, scores, error }
    }
  }
}
