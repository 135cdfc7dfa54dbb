import { isTestSession, scoreToWire } from '@multiball/shared/schema'
import type { Game, Player } from '@multiball/shared/schema'
import type { GameState } from './gameRules'

/** A game as it is stored, with what only the store knows about it. */
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

/** Of each slot that is played, in order. `of` is given its position, from 1. */
function eachSlot<Slot>({ scores }: GameState, of: (position: number, score: bigint) => Slot): Slot[] {
  const slots: Slot[] = []
  scores.forEach((score, at) => {
    if (score !== null) slots.push(of(at + 1, score))
  })
  return slots
}

/** The game as our own API and sockets show it. */
export const gameToWire = (venueMachineId: number, { id, state, players }: StoredGame): Game => ({
  id,
  venuemachine_id: venueMachineId,
  scores: eachSlot(state, (position, score) => ({
    position,
    score: scoreToWire(score),
    player: players.get(position) ?? null,
  })),
  current_player: state.currentPlayer,
  current_ball: state.currentBall,
  started_on: new Date(state.startedAt).toISOString(),
  settled_on: state.ending ? new Date(state.ending.settledAt).toISOString() : null,
  game_modes: state.modes,
  ...(isTestSession(state.sessionUuid) && { is_test: true }),
})

/** A player as sent to machine-side clients, with the picture's absolute address: they have no page that it could be relative to. */
export function playerForMachines(player: Player | null, publicUrl: string): Player | null {
  const { profile_picture = null } = player ?? {}
  return player && profile_picture?.startsWith('/')
    ? { ...player, profile_picture: publicUrl + profile_picture }
    : player
}

/** The slots of a game and who claimed them, as sent to machine-side clients. */
export const recordedEntry = ({ state, players }: StoredGame, publicUrl: string): RecordedEntry => ({
  scores: eachSlot(state, (position) => ({
    position,
    player: playerForMachines(players.get(position) ?? null, publicUrl),
  })),
})
