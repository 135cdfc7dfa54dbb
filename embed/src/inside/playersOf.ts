import type { BoardScores, LiveBoardType } from '@multiball/shared/schema'
import type { EmbedEvents } from '../contract'

/** The players of the game that a scoreboard shows, in the order of their slots; nothing for other types. */
export function playersOf(type: LiveBoardType, scores: BoardScores[LiveBoardType]): Pick<EmbedEvents['score'], 'players'> {
  if (type !== 'scoreboard') return {}
  const [game] = (scores as BoardScores['scoreboard']).data
  const players = [...(game?.scores ?? [])].sort((one, other) => one.position - other.position)
  return {
    players: players.map(({ player, score }) => ({ name: player?.cached_display_name || player?.initials || null, score: String(score) })),
  }
}
