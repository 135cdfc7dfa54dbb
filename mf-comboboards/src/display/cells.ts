import {
  isBuiltInLiveType,
  type BootstrapOf,
  type ComboboardBootstrap,
  type ComboboardScores,
  type ScoresOf,
} from '@multiball/shared/schema'

/** One board of the grid, as its own display takes it: settings and scores are of its type. */
export interface Cell {
  type: string
  id: number
  order: number
  /** undefined where it may not be seen */
  bootstrap: BootstrapOf | undefined
  scores: ScoresOf | undefined
  /** sentence that stands in the place of the board */
  error?: string
}

type Part = ComboboardBootstrap['boards'][number]
type State = ComboboardScores['boards'][number]

/**
 * The cells of a comboboard in their order. What says the same as in `before` is the same object as there, so that a
 * score in one board draws that board alone; where nothing changed at all, so is the answer.
 */
export function nextCells(
  before: readonly Cell[],
  bootstrap: ComboboardBootstrap,
  scores: ComboboardScores,
): readonly Cell[] {
  const cells = [...bootstrap.boards]
    .sort((one, other) => one.order - other.order)
    .map((part) => nextCell(before.find(isOf(part)), part, stateOf(part, scores), scores))
  return cells.length === before.length && cells.every((cell, at) => cell === before[at]) ? before : cells
}

const isOf = (part: Part) => (cell: Cell) => cell.type === part.item_type && cell.id === part.item_id

const stateOf = (part: Part, { boards }: ComboboardScores) =>
  boards.find((state) => state.item_type === part.item_type && state.item_id === part.item_id)

function nextCell(before: Cell | undefined, part: Part, state: State | undefined, stamp: ComboboardScores): Cell {
  const made = cellOf(part, state, stamp)
  if (!before) return made
  const scores = isSame(shownOf(made.scores), shownOf(before.scores)) ? before.scores : made.scores
  const bootstrap = isSame(settingsOf(made.bootstrap), settingsOf(before.bootstrap)) ? before.bootstrap : made.bootstrap
  if (
    scores === before.scores &&
    bootstrap === before.bootstrap &&
    made.error === before.error &&
    made.order === before.order
  )
    return before
  return { ...made, scores, bootstrap }
}

/** The scores without their stamp, which each new state of the comboboard has. */
function shownOf(scores: ScoresOf | undefined) {
  if (!scores) return undefined
  const { epoch: _epoch, seq: _seq, config: _config, ...shown } = scores
  return shown
}

function settingsOf(bootstrap: BootstrapOf | undefined) {
  if (!bootstrap) return undefined
  const { scores: _scores, ...settings } = bootstrap
  return settings
}

/** What a board of this type shows before its first state. */
const nothing = (type: string) => (isBuiltInLiveType(type) ? { data: [] } : { feeds: {} })

/** A scoreboard's games, a leaderboard's scores, the feeds of a type from a remote; undefined where there are none yet. */
function stateIn(state: State | undefined) {
  if (!state) return undefined
  if ('sessions' in state) return state.sessions && { data: state.sessions, chase: state.chase }
  if ('data' in state) return state.data && { data: state.data }
  return 'feeds' in state ? state.feeds && { feeds: state.feeds } : undefined
}

function cellOf(part: Part, state: State | undefined, { epoch, seq, config }: ComboboardScores): Cell {
  const stamp = { epoch, seq, config }
  const { item_type: type, item_id: id, order } = part
  // The newer of the two decides: a board may have become private since the settings were read.
  const error = state?.error ?? (part.bootstrap ? undefined : part.error)
  const shown = stateIn(state)
  // What the server says of a part is of the part's type.
  const scores = shown && ({ ...shown, ...stamp } as ScoresOf)
  const bootstrap =
    error === undefined && part.bootstrap
      ? ({ ...part.bootstrap, scores: scores ?? { ...nothing(type), ...stamp } } as BootstrapOf)
      : undefined
  return { type, id, order, bootstrap, scores, error }
}

/** True when two parsed JSON values say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => name in other && isSame(one[name as never], other[name as never]))
}
