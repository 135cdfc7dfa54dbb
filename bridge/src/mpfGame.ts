import type { BcpCommand } from './bcp'

/* What MPF tells, as games. Plain functions: from what is known and one command to what is known then. */

/** Slots of a game on the wire. */
const slots = 6

/** Modes that every game has, and MPF's own that run beside it: they tell nothing. */
const silentModes = ['attract', 'game', 'base', 'tilt', 'credits']
const isSilent = (mode: string) => silentModes.includes(mode) || mode.startsWith('service')

interface Player {
  /**
   * text beyond 2^53 - 1, so that no digit is lost; null until MPF has told it: it only tells changes, and a game may have
   * been going on when we connected
   */
  score: number | string | null
  ball: number | null
}

export interface MpfGame {
  /** by slot */
  players: readonly Player[]
  /** slot, from 1 */
  currentPlayer: number | null
  /** modes that ran when it started, as far as that was seen: they are the machine's own, and tell nothing about the game */
  modesBefore: readonly string[]
}

/** What MPF is asked about a game that it is in the middle of. Slots count from 1; whose turn it is belongs to no slot. */
type Question = { about: 'score' | 'ball'; slot: number } | { about: 'turn' }

export interface MpfState {
  /** undefined while none is played */
  game: MpfGame | undefined
  /** that run, without those that always do */
  modes: readonly string[]
  /** connected again: the next list of modes says whether the game we know of still goes on */
  isAsking: boolean
  /** what MPF has not answered yet, in the order of its answers, which do not say what they answer */
  asked: readonly Question[]
}

/** `settled` carries the game as it ended; a `lost` one ended without a word; `asked` names the placeholders to ask MPF for, in this order. */
export type MpfEvent =
  | { type: 'started' }
  | { type: 'changed' }
  | { type: 'settled'; game: MpfGame }
  | { type: 'lost' }
  | { type: 'asked'; placeholders: readonly string[] }

export const initial: MpfState = { game: undefined, modes: [], isAsking: false, asked: [] }

/** A game of which nothing is known yet. */
export const newGame = (modesBefore: readonly string[]): MpfGame => ({ players: [], currentPlayer: null, modesBefore })

/** What is known once MPF is connected: whatever happened meanwhile, it has to say whether a game is going on. */
export const connected = (state: MpfState): MpfState => ({ ...state, isAsking: true, asked: [] })

/** The modes that a game is said to be in. */
export const modesOf = ({ game, modes }: MpfState): string[] => modes.filter((mode) => !game?.modesBefore.includes(mode))

const questions: readonly Question[] = [
  ...Array.from({ length: slots }, (_, at) => at + 1).flatMap((slot): Question[] => [{ about: 'score', slot }, { about: 'ball', slot }]),
  { about: 'turn' },
]

/** MPF's own names for it. It answers nothing about players who are not there. */
const placeholderOf = (question: Question) => (question.about === 'turn' ? 'current_player.number' : `players[${question.slot - 1}].${question.about}`)

type Outcome = readonly [MpfState, readonly MpfEvent[]]

const changed = (state: MpfState): Outcome => [state, state.game ? [{ type: 'changed' }] : []]

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : undefined)
const scoreOf = (value: unknown): number | string | undefined => (typeof value === 'string' && /^-?\d+$/.test(value) ? value : numberOf(value))
const slotOf = (value: unknown): number | undefined => {
  const slot = numberOf(value)
  return slot !== undefined && slot >= 1 && slot <= slots ? slot : undefined
}

const unknownPlayer: Player = { score: null, ball: null }

/** The state with one player changed, and with all players before that one. */
function withPlayer(state: MpfState, slot: number, change: Partial<Player>): MpfState {
  if (!state.game) return state
  const players = Array.from({ length: Math.max(slot, state.game.players.length) }, (_, at) => state.game!.players[at] ?? unknownPlayer)
  players[slot - 1] = { ...players[slot - 1]!, ...change }
  return { ...state, game: { ...state.game, players } }
}

const withTurn = (state: MpfState, slot: number): MpfState => (state.game ? { ...state, game: { ...state.game, currentPlayer: slot } } : state)

function modeStarted(state: MpfState, mode: string): Outcome {
  if (mode === 'game') return [{ ...state, game: newGame(state.modes) }, [...(state.game ? [{ type: 'lost' } as const] : []), { type: 'started' }]]
  if (isSilent(mode) || state.modes.includes(mode)) return [state, []]
  return changed({ ...state, modes: [...state.modes, mode] })
}

function modeStopped(state: MpfState, mode: string): Outcome {
  if (mode === 'game') return state.game ? [{ ...state, game: undefined }, [{ type: 'settled', game: state.game }]] : [state, []]
  if (!state.modes.includes(mode)) return [state, []]
  return changed({ ...state, modes: state.modes.filter((one) => one !== mode) })
}

/** The names in a list of modes with their priorities. */
const modesIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.flatMap((entry: unknown) => (Array.isArray(entry) && typeof entry[0] === 'string' ? [entry[0]] : [])) : []

function modesListed(state: MpfState, list: unknown): Outcome {
  const names = modesIn(list)
  const isPlayed = names.includes('game')
  const known = { ...state, modes: names.filter((mode) => !isSilent(mode)), isAsking: false }
  if (isPlayed && state.isAsking) return askedFor(known)
  if (isPlayed) return state.game ? changed(known) : [{ ...known, game: newGame([]) }, [{ type: 'started' }]]
  // While a game starts MPF sends a list that does not have it yet: only the first list of a connection decides.
  if (state.isAsking && state.game) return [{ ...known, game: undefined }, [{ type: 'lost' }]]
  return changed(known)
}

/** MPF only tells changes: for a game that we join in the middle, or were away from, it is asked for what came before. */
function askedFor(state: MpfState): Outcome {
  const asking: MpfState = { ...state, game: state.game ?? newGame([]), asked: questions }
  return [asking, [{ type: state.game ? 'changed' : 'started' }, { type: 'asked', placeholders: questions.map(placeholderOf) }]]
}

/** The next answer. The game is shown again only with the last one, so that it never appears with half of its players. */
function answered(state: MpfState, value: unknown): Outcome {
  const [question, ...asked] = state.asked
  if (!question) return [state, []]
  const known = learnt({ ...state, asked }, question, value)
  return asked.length === 0 ? changed(known) : [known, []]
}

function learnt(state: MpfState, question: Question, value: unknown): MpfState {
  const [score, answer] = [scoreOf(value), numberOf(value)]
  if (question.about === 'score') return score === undefined ? state : withPlayer(state, question.slot, { score })
  if (answer === undefined) return state
  // Before its first ball MPF counts a player's as 0.
  if (question.about === 'ball') return answer > 0 ? withPlayer(state, question.slot, { ball: answer }) : state
  return slotOf(answer) === undefined ? state : withTurn(state, answer)
}

function variableSet(state: MpfState, { name, value, player_num }: BcpCommand['parameters']): Outcome {
  const [slot, score, ball] = [slotOf(player_num), scoreOf(value), numberOf(value)]
  if (slot === undefined) return [state, []]
  if (name === 'score' && score !== undefined) return changed(withPlayer(state, slot, { score }))
  if (name === 'ball' && ball !== undefined) return changed(withPlayer(state, slot, { ball }))
  return [state, []]
}

/** When a game ends MPF tells all its scores as machine variables; those of the previous game, sent when asked, carry no change. */
function machineVariableSet(state: MpfState, { name, value, change }: BcpCommand['parameters']): Outcome {
  const [, digit] = /^player(\d)_score$/.exec(String(name)) ?? []
  const [slot, score] = [slotOf(Number(digit)), scoreOf(value)]
  return slot === undefined || score === undefined || change === undefined ? [state, []] : changed(withPlayer(state, slot, { score }))
}

/** What is known after a command from MPF, and what has happened. */
export function applyCommand(state: MpfState, { name, parameters }: BcpCommand): Outcome {
  const slot = slotOf(parameters.player_num)
  switch (name) {
    case 'reset':
      return [{ ...state, isAsking: true }, []]
    case 'mode_list':
      return modesListed(state, parameters.running_modes)
    case 'mode_start':
      return modeStarted(state, String(parameters.name))
    case 'mode_stop':
      return modeStopped(state, String(parameters.name))
    case 'player_added':
      return slot === undefined ? [state, []] : changed(withPlayer(state, slot, { score: state.game?.players[slot - 1]?.score ?? 0 }))
    case 'player_turn_start':
      return slot === undefined ? [state, []] : changed(withTurn(withPlayer(state, slot, {}), slot))
    case 'ball_start':
      return slot === undefined ? [state, []] : changed(withTurn(withPlayer(state, slot, { ball: numberOf(parameters.ball) ?? null }), slot))
    case 'player_variable':
      return variableSet(state, parameters)
    case 'evaluate_placeholder':
      return answered(state, parameters.value)
    case 'machine_variable':
      return machineVariableSet(state, parameters)
    default:
      return [state, []]
  }
}
