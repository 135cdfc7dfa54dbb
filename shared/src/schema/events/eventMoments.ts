import * as v from 'valibot'
import { BoardType } from '../boards/board'
import { momentStates, type Moment } from '../games/moments'
import { WrittenScore } from '../games/entered'
import { SessionUuid } from '../ingest'
import { Id, Instant, line, WireScore } from '../primitives/values'

/*
 * What is worth turning one's head for on a board, without a game: in a tournament, from the documents that are posted for the board; or
 * as a program tells it, of a kind that the board's type names.
 */

/**
 *   match_called    players are asked to come to a machine
 *   match_won       a match is over, and it is known who came first
 *   tournament_won  the tournament is over: who is first in its standings
 */
export const eventMomentKinds = ['match_called', 'match_won', 'tournament_won'] as const
export type EventMomentKind = (typeof eventMomentKinds)[number]

/** A moment of a board as it is now, in one stream with the moments of games: with places of the same sequence, corrected and withdrawn as they are. */
export const EventMoment = v.object({
  /** what it tells of: its kind, its board, which tournament there and, where it is one's, the match */
  id: v.string(),
  /** in the stream; each entry has a higher one than all that were told before */
  place: Id,
  state: v.picklist(momentStates),
  /** one of {@link eventMomentKinds}, or of those that the board's type names; readers leave out what they do not know */
  kind: v.string(),
  board: v.object({ type: BoardType, id: Id, title: v.string() }),
  /** as its program calls it, as what follows; null where it is of none */
  tournament: v.nullable(v.string()),
  round: v.nullable(v.string()),
  machine: v.nullable(v.string()),
  /** of a match that is called in the order in which they play; of one that is won the winner first; of a tournament who is first; none once it was withdrawn */
  players: v.array(v.object({ name: v.string(), initials: v.nullable(v.string()) })),
  /** of a kind that the board's type names: what that is called, and what its program said; missing with others, and once it was withdrawn */
  title: v.optional(v.string()),
  text: v.optional(v.string()),
  score: v.optional(WireScore),
  /** when it was posted */
  happened_on: Instant,
  /** when it was first told, which a correction does not change */
  told_on: Instant,
})
export type EventMoment = v.InferOutput<typeof EventMoment>

const words = (most: number) => v.pipe(line(most), v.trim(), v.nonEmpty())

/** POST /api/board/{type}/{id}/moment/{kind}/ : sent again with the same uuid, it is the same moment. */
export const OwnMomentInput = v.object({
  uuid: SessionUuid,
  text: words(200),
  /** whose it is */
  player: v.optional(v.nullable(words(80)), null),
  score: v.optional(v.nullable(WrittenScore), null),
})
export type OwnMomentInput = v.InferOutput<typeof OwnMomentInput>

/** An entry of the stream of moments for those who ask for those of boards, too. */
export type MomentEntry = Moment | EventMoment

/** Whether an entry of the stream is of a board. */
export const isOfEvent = (entry: MomentEntry): entry is EventMoment => 'tournament' in entry
