import { scoreToWire } from '@multiball/shared/schema'
import type { Game, Player } from '@multiball/shared/schema'
import type { GameState } from './gameState'

/** A game as it is stored, with what the store alone knows of it. */
export interface StoredGame {
  id: number
  state: GameState
  /** who claimed which position */
  players: ReadonlyMap<number, Player>
}

/** Answer to an entry. */
export interface RecordedEntry {
  scores: { position: number; player: Player | null }[]
}

const positionsOf = ({ scores }: GameState) => scores.flatMap((score, slot) => (score === null ? [] : [{ position: slot + 1, score }]))

/** The game as our own API and sockets show it. */
export const gameToWire = (venueMachineId: number, { id, state, players }: StoredGame): Game => ({
  id,
  venuemachine_id: venueMachineId,
  scores: positionsOf(state).map(({ position, score }) => ({ position, score: scoreToWire(score), player: players.get(position) ?? null })),
  current_player: state.currentPlayer,
  current_ball: state.currentBall,
  settled_on: state.ending ? new Date(state.ending.settledAt).toISOString() : null,
  game_modes: state.modes,
})

/** Answers so far, by who claimed what and by the slots that are played: from post to post they stay the same. */
const answers = new WeakMap<StoredGame['players'], Map<string, RecordedEntry>>()

/** The slots of a game and who claimed them, as machine-side clients read it. The same object while that stays the same. */
export function recordedEntry({ state: { scores }, players }: StoredGame): RecordedEntry {
  let known = answers.get(players)
  if (!known) answers.set(players, (known = new Map<string, RecordedEntry>()))
  let slots = ''
  for (const score of scores) slots += score === null ? '-' : 'x'
  let answer = known.get(slots)
  if (!answer) {
    answer = { scores: [...slots].flatMap((slot, at) => (slot === '-' ? [] : [{ position: at + 1, player: players.get(at + 1) ?? null }])) }
    known.set(slots, answer)
  }
  return answer
}
