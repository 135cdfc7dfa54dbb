import { formatScore, nameOfPlayer, placeName, rankOf } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { Game } from '@multiball/shared/schema'

/** One player as the board shows it. */
export interface PlayerLine {
  /** slot, 1-6 */
  position: number
  name: string
  /** that the player chose, or '' */
  initials: string
  score: bigint
  isUp: boolean
  /** the one line that is lit: who is up, or who won */
  isLit: boolean
  /** '1st Place' …, '' when none is shown */
  place: string
  isFirst: boolean
}

/** The players of a game in the order of their slots. Nobody has a place before somebody scored, or alone. */
export function playerLines(game: Game, enablePlayerRank: boolean): PlayerLine[] {
  const players = [...game.scores].sort((one, other) => one.position - other.position)
  const scores = players.map((player) => scoreFromWire(player.score))
  const hasPlaces = players.length > 1 && scores.some((score) => score > 0n)
  const winner = game.settled_on && hasPlaces ? scores.findIndex((score) => rankOf(score, scores) === 1) : -1
  return players.map((player, index) => {
    const score = scores[index] ?? 0n
    const rank = rankOf(score, scores)
    const isUp = !game.settled_on && game.current_player === player.position
    return {
      position: player.position,
      name: nameOfPlayer(player.player) ?? `Player ${player.position}`,
      initials: player.player?.initials ?? '',
      score,
      isUp,
      isLit: isUp || index === winner,
      place: enablePlayerRank && hasPlaces ? placeName(rank) : '',
      isFirst: hasPlaces && rank === 1,
    }
  })
}

/** How a settled game is told to those who cannot see it; '' of any other. Equals have won together. */
export function spokenEnd(game: Game | undefined): string {
  if (!game?.settled_on) return ''
  const lines = playerLines(game, false)
  const best = lines.find(({ isFirst }) => isFirst)
  if (!best) return 'The game is over.'
  const winners = lines.filter(({ isFirst }) => isFirst).map(({ name }) => name)
  return `The game is over. ${winners.join(' and ')} won with ${formatScore(best.score)}.`
}
