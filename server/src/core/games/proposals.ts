import type { Player, ProposedPlayers } from '@multiball/shared/schema'
import type { GameState } from './gameRules'

/*
 * Who plays on a machine, as a program says that posts for a board of the machine's owner, such as the bridge of a
 * tournament. Walls show its names where nobody claimed the slot; nothing is stored of them with the game, and no
 * leaderboard counts them.
 */

/** Ids of players who are only proposed, by their slot: beyond those of guests, and within 32 bits. */
const proposedPlayers = 2_000_000_000
export const isProposed = ({ id }: Player): boolean => id > proposedPlayers
/** A program repeats what it says about every minute: one that has been silent for so long may be wrong by now. */
const holdMs = 15 * 60_000

/** What a program says of one machine. */
export interface Proposal {
  /** ms since 1970: games that were over by then are somebody else's */
  since: number
  /** ms since 1970 */
  until: number
  /** how many play, named or not */
  slots: number
  /** by slot */
  players: ReadonlyMap<number, Player>
}

export const proposalOf = ({ since, players }: ProposedPlayers, postedAt: Date): Proposal => ({
  since: Date.parse(since),
  until: postedAt.getTime() + holdMs,
  slots: players.length,
  players: new Map(
    players.flatMap((player, slot) =>
      player
        ? [
            [
              slot + 1,
              {
                id: proposedPlayers + slot + 1,
                cached_display_name: player.name,
                initials: player.initials,
                prefer_initials: false,
                profile_picture: null,
              },
            ],
          ]
        : [],
    ),
  ),
})

/** Who plays a game: whoever claimed a slot, and beside them those that a program proposes for it. */
export function withProposed(
  claimed: ReadonlyMap<number, Player>,
  proposal: Proposal | undefined,
  { ending, scores }: GameState,
  now: number,
): ReadonlyMap<number, Player> {
  // A game of more or fewer players is somebody else's.
  const hasItsPlayers = scores.length === proposal?.slots && !scores.includes(null)
  const isMeant = proposal && hasItsPlayers && now < proposal.until && (!ending || ending.settledAt >= proposal.since)
  return isMeant ? new Map([...proposal.players, ...claimed]) : claimed
}
