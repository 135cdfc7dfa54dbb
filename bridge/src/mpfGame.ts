import type { BcpCommand } from './bcp'

/* What MPF tells, as games. Plain functions: from what is known and one command to what is known then. */

/** Slots of a game on the wire. */
const slots = 6

/** Modes that every game has: they say nothing. */
const silentModes = ['attract', 'game', 'base']

export interface Player {
  /** null while MPF has not told it: it tells changes only, and may have been playing when we came */
  score: number | null
  ball: number | null
}

export interface MpfGame {
  /** by slot */
  players: readonly Player[]
  /** slot, from 1 */
  currentPlayer: number | null
}

export interface MpfState {
  /** undefined while none is played */
  game: MpfGame | undefined
  modes: readonly string[]
  /** connected anew: the next list of modes says whether the game that we know still goes on */
  isAsking: boolean
}

/** `settled` carries the game as it ended; `lost` has ended without a word. */
export type MpfEvent = { type: 'started' } | { type: 'changed' } | { type: 'settled'; game: MpfGame } | { type: 'lost' }

export const initial: MpfState = { game: undefined, modes: [], isAsking: false }

const newGame: MpfGame = { players: [], currentPlayer: null }

type Outcome = readonly [MpfState, readonly MpfEvent[]]

const changed = (state: MpfState): Outcome => [state, state.game ? [{ type: 'changed' }] : []]

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : undefined)
const slotOf = (value: unknown): number | undefined => {
  const slot = numberOf(value)
  return slot !== undefined && slot >= 1 && slot <= slots ? slot : undefined
}

const unknownPlayer: Player = { score: null, ball: null }

/** The state with one player changed, and all before him there. */
function withPlayer(state: MpfState, slot: number, change: Partial<Player>): MpfState {
  if (!state.game) return state
  const players = Array.from({ length: Math.max(slot, state.game.players.length) }, (_, at) => state.game!.players[at] ?? unknownPlayer)
  players[slot - 1] = { ...players[slot - 1]!, ...change }
  return { ...state, game: { ...state.game, players } }
}

const withTurn = (state: MpfState, slot: number): MpfState => (state.game ? { ...state, game: { ...state.game, currentPlayer: slot } } : state)

function modeStarted(state: MpfState, mode: string): Outcome {
  if (mode === 'game') return [{ ...state, game: newGame }, [...(state.game ? [{ type: 'lost' } as const] : []), { type: 'started' }]]
  if (silentModes.includes(mode) || state.modes.includes(mode)) return [state, []]
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
  const known = { ...state, modes: names.filter((mode) => !silentModes.includes(mode)), isAsking: false }
  if (isPlayed) return state.game ? changed(known) : [{ ...known, game: newGame }, [{ type: 'started' }]]
  // MPF sends a list while a game starts which does not have it yet: only the first one of a connection decides.
  if (state.isAsking && state.game) return [{ ...known, game: undefined }, [{ type: 'lost' }]]
  return changed(known)
}

function variableSet(state: MpfState, { name, value, player_num }: BcpCommand['parameters']): Outcome {
  const [slot, number] = [slotOf(player_num), numberOf(value)]
  if (slot === undefined || number === undefined) return [state, []]
  if (name === 'score') return changed(withPlayer(state, slot, { score: number }))
  if (name === 'ball') return changed(withPlayer(state, slot, { ball: number }))
  return [state, []]
}

/** When a game ends MPF tells all its scores as variables of the machine; those of the game before, when it is asked, carry no change. */
function machineVariableSet(state: MpfState, { name, value, change }: BcpCommand['parameters']): Outcome {
  const [, digit] = /^player(\d)_score$/.exec(String(name)) ?? []
  const [slot, score] = [slotOf(Number(digit)), numberOf(value)]
  return slot === undefined || score === undefined || change === undefined ? [state, []] : changed(withPlayer(state, slot, { score }))
}

/** What is known after a command of MPF, and what has happened. */
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
    case 'machine_variable':
      return machineVariableSet(state, parameters)
    default:
      return [state, []]
  }
}
