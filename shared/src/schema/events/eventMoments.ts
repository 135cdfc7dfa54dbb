import * as v from 'valibot'
import { BoardType } from '../boards/board'
import { momentStates, type Moment } from '../games/moments'
import { Id, Instant } from '../primitives/values'

/*
 * What is worth turning one's head for in a tournament: it follows from the documents that are posted for a board, and has no game.
 */

/**
 *   match_called    players are asked to come to a machine
 *   match_won       a match is over, and it is known who came first
 *   tournament_won  the tournament is over: who is first in its standings
 */
export const eventMomentKinds = ['match_called', 'match_won', 'tournament_won'] as const
export type EventMomentKind = (typeof eventMomentKinds)[number]

/** A moment of a tournament as it is now, in one stream with the moments of games: with places of the same sequence, corrected and withdrawn as they are. */
export const EventMoment = v.object({
  /** what it tells of: its kind, its board, which tournament there and, where it is one's, the match */
  id: v.string(),
  /** in the stream; each entry has a higher one than all that were told before */
  place: Id,
  state: v.picklist(momentStates),
  /** one of {@link eventMomentKinds}; readers leave out what they do not know, as there will be others */
  kind: v.string(),
  board: v.object({ type: BoardType, id: Id, title: v.string() }),
  /** as its program calls it, as what follows */
  tournament: v.string(),
  round: v.nullable(v.string()),
  machine: v.nullable(v.string()),
  /** of a match that is called in the order in which they play; of one that is won the winner first; of a tournament who is first; none once it was withdrawn */
  players: v.array(v.object({ name: v.string(), initials: v.nullable(v.string()) })),
  /** when it was posted */
  happened_on: Instant,
  /** when it was first told, which a correction does not change */
  told_on: Instant,
})
export type EventMoment = v.InferOutput<typeof EventMoment>

/** An entry of the stream of moments for those who ask for tournaments, too. */
export type MomentEntry = Moment | EventMoment

/** Whether an entry of the stream is of a tournament. */
export const isOfEvent = (entry: MomentEntry): entry is EventMoment => 'tournament' in entry
