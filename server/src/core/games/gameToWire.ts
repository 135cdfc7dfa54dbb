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

const positionsOf = ({ scores }: GameState) =>
  scores.flatMap((score, slot) => (score === null ? [] : [{ position: slot + 1, score }]))

/** The game as our own API and sockets show it. */
export const gameToWire = (venueMachineId: number, { id, state, players }: StoredGame): Game => ({
  id,
  venuemachine_id: venueMachineId,
  scores: positionsOf(state).map(({ position, score }) => ({
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
  scores: state.scores.flatMap((score, slot) =>
    score === null ? [] : [{ position: slot + 1, player: playerForMachines(players.get(slot + 1) ?? null, publicUrl) }],
  ),
})
