import { formatScore, nameOfPlayer, placeName, rankOf, type ReadShown } from '@multiball/shared/display'
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
  /** past the record that the board chases */
  hasPassed?: boolean
}

const inSlots = (game: Game) => [...game.scores].sort((one, other) => one.position - other.position)

/** The players' places in the order of their slots, as '2,1,3'; '' before somebody scored, or alone. By the numbers on show, where they are not yet what the game says. */
export function standingOf(game: Game, shown: ReadShown = () => undefined): string {
  const scores = inSlots(game).map(({ position, score }) => shown(position) ?? scoreFromWire(score))
  const hasPlaces = scores.length > 1 && scores.some((score) => score > 0n)
  return hasPlaces ? scores.map((score) => rankOf(score, scores)).join() : ''
}

/**
 * The players of a game in the order of their slots. There are no places before a player has scored, nor for one alone.
 * @param standing that the places are of, see {@link standingOf}
 */
export function playerLines(game: Game, enablePlayerRank: boolean, standing = standingOf(game)): PlayerLine[] {
  const players = inSlots(game)
  const shownRanks = standing.split(',').map(Number)
  const ranks = standingOf(game).split(',').map(Number)
  // Who has won is lit once the numbers say so, too.
  const winner = game.settled_on ? ranks.findIndex((rank, at) => rank === 1 && shownRanks[at] === 1) : -1
  return players.map((player, index) => {
    const rank = standing === '' ? 0 : shownRanks[index]!
    const isUp = !game.settled_on && game.current_player === player.position
    return {
      position: player.position,
      name: nameOfPlayer(player.player) ?? `Player ${player.position}`,
      initials: player.player?.initials ?? '',
      score: scoreFromWire(player.score),
      isUp,
      isLit: isUp || index === winner,
      place: enablePlayerRank ? placeName(rank) : '',
      isFirst: rank === 1,
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
