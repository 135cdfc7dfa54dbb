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
  /** once the player has entered them for a high score */
  initials?: string
}

export interface MpfGame {
  /** by slot */
  players: readonly Player[]
  /** slot, from 1 */
  currentPlayer: number | null
  /** modes that ran when it started, as far as that was seen: they are the machine's own, and tell nothing about the game */
  modesBefore: readonly string[]
  /** until the next ball begins; a slam tilt ends the game */
  tilt?: Tilt
}

type Tilt = 'Tilt' | 'Slam tilt'

/** What MPF is asked about a game that it is in the middle of. Slots count from 1; how many play and whose turn it is belong to no slot. */
type Question = { about: 'score' | 'ball'; slot: number } | { about: 'players' } | { about: 'turn' }

/** The game that runs after we were away may be another one than the game that we knew: MPF has no name for a game. */
interface Doubt {
  before: readonly Player[]
  /** nothing but what MPF has said since then */
  said: MpfGame
  /** how many play, once MPF has said so */
  count?: number
}

export interface MpfState {
  /** undefined while none is played */
  game: MpfGame | undefined
  /** that run, without those that always do */
  modes: readonly string[]
  /** connected again: the next list of modes says whether the game we know of still goes on */
  isAsking: boolean
  /** players of the game as a bridge before this one knew them: to compare, not to show, because they are some seconds old */
  kept: readonly Player[]
  /** until all answers are there */
  doubt: Doubt | undefined
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

export const initial: MpfState = { game: undefined, modes: [], isAsking: false, kept: [], doubt: undefined, asked: [] }

/** A game of which nothing is known yet. */
export const newGame = (modesBefore: readonly string[]): MpfGame => ({ players: [], currentPlayer: null, modesBefore })

/** What is known once MPF is connected: whatever happened meanwhile, it has to say whether a game is going on. */
export const connected = (state: MpfState): MpfState => ({ ...state, isAsking: true, doubt: undefined, asked: [] })

/** The modes that a game is said to be in. */
export const modesOf = ({ game, modes }: MpfState): string[] =>
  modes.filter((mode) => !game?.modesBefore.includes(mode))

const questions: readonly Question[] = [
  { about: 'players' },
  ...Array.from({ length: slots }, (_, at) => at + 1).flatMap((slot): Question[] => [
    { about: 'score', slot },
    { about: 'ball', slot },
  ]),
  { about: 'turn' },
]

/** MPF's own names for it. It answers nothing about players who are not there. */
function placeholderOf(question: Question): string {
  if (question.about === 'players') return 'game.num_players'
  if (question.about === 'turn') return 'current_player.number'
  return `players[${question.slot - 1}].${question.about}`
}

type Outcome = readonly [MpfState, readonly MpfEvent[]]

const changed = (state: MpfState): Outcome => [state, state.game ? [{ type: 'changed' }] : []]

/** With another game, or with none: what was known of the one before is no longer of use. */
const withGame = (state: MpfState, game: MpfGame | undefined): MpfState => ({
  ...state,
  game,
  kept: [],
  doubt: undefined,
})

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : undefined
const scoreOf = (value: unknown): number | string | undefined =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? value : numberOf(value)
const slotOf = (value: unknown): number | undefined => {
  const slot = numberOf(value)
  return slot !== undefined && slot >= 1 && slot <= slots ? slot : undefined
}

const unknownPlayer: Player = { score: null, ball: null }

/** The game with one player changed, and with all players before that one. */
function gameWithPlayer(game: MpfGame, slot: number, change: Partial<Player>): MpfGame {
  const players = Array.from(
    { length: Math.max(slot, game.players.length) },
    (_, at) => game.players[at] ?? unknownPlayer,
  )
  players[slot - 1] = { ...players[slot - 1]!, ...change }
  return { ...game, players }
}

/** The state with its game changed, and with the same change in what MPF has said of it. */
const withChange = (state: MpfState, change: (game: MpfGame) => MpfGame): MpfState => ({
  ...state,
  game: state.game && change(state.game),
  doubt: state.doubt && { ...state.doubt, said: change(state.doubt.said) },
})
const withPlayer = (state: MpfState, slot: number, change: Partial<Player>) =>
  withChange(state, (game) => gameWithPlayer(game, slot, change))
const withTurn = (state: MpfState, slot: number) => withChange(state, (game) => ({ ...game, currentPlayer: slot }))
const withTilt = (state: MpfState, tilt: Tilt | undefined) => withChange(state, (game) => ({ ...game, tilt }))

function modeStarted(state: MpfState, mode: string): Outcome {
  if (mode === 'game')
    return [
      withGame(state, newGame(state.modes)),
      [...(state.game ? [{ type: 'lost' } as const] : []), { type: 'started' }],
    ]
  if (isSilent(mode) || state.modes.includes(mode)) return [state, []]
  return changed({ ...state, modes: [...state.modes, mode] })
}

function modeStopped(state: MpfState, mode: string): Outcome {
  if (mode === 'game') return state.game ? [withGame(state, undefined), [endOf(state.game)]] : [state, []]
  if (!state.modes.includes(mode)) return [state, []]
  return changed({ ...state, modes: state.modes.filter((one) => one !== mode) })
}

/** A slam tilt ends the game of all its players at once: it was not played to its end. */
const endOf = (game: MpfGame): MpfEvent => (game.tilt === 'Slam tilt' ? { type: 'lost' } : { type: 'settled', game })

/** The names in a list of modes with their priorities. */
const modesIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.flatMap((entry: unknown) => (Array.isArray(entry) && typeof entry[0] === 'string' ? [entry[0]] : []))
    : []

function modesListed(state: MpfState, list: unknown): Outcome {
  const names = modesIn(list)
  const isPlayed = names.includes('game')
  const known = { ...state, modes: names.filter((mode) => !isSilent(mode)), isAsking: false }
  if (isPlayed && state.isAsking) return askedFor(known)
  if (isPlayed) return state.game ? changed(known) : [withGame(known, newGame([])), [{ type: 'started' }]]
  // While a game starts MPF sends a list that does not have it yet: only the first list of a connection decides.
  if (state.isAsking && state.game) return [withGame(known, undefined), [{ type: 'lost' }]]
  return changed(known)
}

/** MPF only tells changes: for a game that we join in the middle, or were away from, it is asked for what came before. */
function askedFor(state: MpfState): Outcome {
  const { game, kept } = state
  const doubt = game && { before: game.players.length >= kept.length ? game.players : kept, said: newGame([]) }
  const asking: MpfState = { ...state, game: game ?? newGame([]), doubt, asked: questions }
  // Of a known game nothing is said until it is known to be the same: a game that has ended would begin again.
  return [
    asking,
    [...(game ? [] : [{ type: 'started' } as const]), { type: 'asked', placeholders: questions.map(placeholderOf) }],
  ]
}

/** The next answer. The game is shown again only with the last one, so that it never appears with half of its players. */
function answered(state: MpfState, value: unknown): Outcome {
  const [question, ...asked] = state.asked
  if (!question) return [state, []]
  const known = learnt({ ...state, asked }, question, value)
  if (asked.length > 0) return [known, []]
  return known.doubt && isAnother(known.doubt)
    ? [withGame(known, known.doubt.said), [{ type: 'lost' }, { type: 'started' }, { type: 'changed' }]]
    : changed({ ...known, doubt: undefined })
}

const isLower = (now: number | string | null | undefined, before: number | string | null) =>
  now !== null && now !== undefined && before !== null && BigInt(now) < BigInt(before)

/** Whether MPF cannot have said this of the game that we knew: players are gone, or a score or a ball went back. */
const isAnother = ({ before, said: { players }, count }: Doubt): boolean =>
  (count !== undefined && count < before.length) ||
  before.some(({ score, ball }, at) => isLower(players[at]?.score, score) || isLower(players[at]?.ball, ball))

function learnt(state: MpfState, question: Question, value: unknown): MpfState {
  const [score, answer] = [scoreOf(value), numberOf(value)]
  if (question.about === 'score') return score === undefined ? state : withPlayer(state, question.slot, { score })
  if (answer === undefined) return state
  if (question.about === 'players') return { ...state, doubt: state.doubt && { ...state.doubt, count: answer } }
  // Before its first ball MPF counts a player's as 0.
  if (question.about === 'ball') return answer > 0 ? withPlayer(state, question.slot, { ball: answer }) : state
  return slotOf(answer) === undefined ? state : withTurn(state, answer)
}

function variableSet(state: MpfState, { name, value, player_num }: BcpCommand['parameters']): Outcome {
  const [slot, score, ball] = [slotOf(player_num), scoreOf(value), numberOf(value)]
  if (slot === undefined) return [state, []]
  if (name === 'score' && score !== undefined) return changed(withPlayer(state, slot, { score }))
  if (name === 'ball' && ball !== undefined) return changed(withPlayer(state, slot, { ball }))
  if (name === 'initials' && typeof value === 'string' && value.trim() !== '')
    return changed(withPlayer(state, slot, { initials: value.trim() }))
  return [state, []]
}

/** When a game ends MPF tells all its scores as machine variables; those of the previous game, sent when asked, carry no change. */
function machineVariableSet(state: MpfState, { name, value, change }: BcpCommand['parameters']): Outcome {
  const [, digit] = /^player(\d)_score$/.exec(String(name)) ?? []
  const [slot, score] = [slotOf(Number(digit)), scoreOf(value)]
  return slot === undefined || score === undefined || change === undefined
    ? [state, []]
    : changed(withPlayer(state, slot, { score }))
}

/** Events of MPF's tilt mode that it is asked to tell. */
export const tiltEvents: readonly string[] = ['tilt', 'slam_tilt']

/** A slam tilt tilts the ball as well, right after it. */
function tilted(state: MpfState, event: unknown): Outcome {
  if (!tiltEvents.includes(String(event)) || state.game?.tilt === 'Slam tilt') return [state, []]
  return changed(withTilt(state, event === 'tilt' ? 'Tilt' : 'Slam tilt'))
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
      return slot === undefined
        ? [state, []]
        : changed(withPlayer(state, slot, { score: state.game?.players[slot - 1]?.score ?? 0 }))
    case 'player_turn_start':
      return slot === undefined ? [state, []] : changed(withTurn(withPlayer(state, slot, {}), slot))
    case 'ball_start':
      return slot === undefined
        ? [state, []]
        : changed(
            withTilt(withTurn(withPlayer(state, slot, { ball: numberOf(parameters.ball) ?? null }), slot), undefined),
          )
    case 'player_variable':
      return variableSet(state, parameters)
    case 'trigger':
      return tilted(state, parameters.name)
    case 'evaluate_placeholder':
      return answered(state, parameters.value)
    case 'machine_variable':
      return machineVariableSet(state, parameters)
    default:
      return [state, []]
  }
}
