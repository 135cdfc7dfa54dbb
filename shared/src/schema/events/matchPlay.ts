import * as v from 'valibot'
import { lineAsSent } from '../primitives/values'

/** The page of a tournament on Match Play, whatever of it is open, or its number alone. */
const address = /^(?:[1-9]\d{0,9}|(?:[Hh]ttps?:\/\/)?app\.matchplay\.events\/tournaments\/[1-9]\d{0,9}(?:[/?#].*)?)?$/

/** The number of the tournament in such an address; undefined of ''. */
export function tournamentIn(text: string): number | undefined {
  const [, number] = /(?:^|\/tournaments\/)([1-9]\d{0,9})(?:[/?#]|$)/.exec(text) ?? []
  return number === undefined ? undefined : Number(number)
}

/** What an owner types to have a tournament of Match Play followed; '' follows none. */
export const MatchPlayAddress = v.pipe(
  lineAsSent(200),
  v.regex(address, 'Enter the tournament’s address on app.matchplay.events, or its number'),
)

/**
 * Why nothing is heard: Match Play wants a token, shows the tournament to others, has none of this number, or is away; or the
 * owner has more tournaments than are followed at a time.
 */
const FollowTrouble = v.picklist(['token', 'private', 'unknown', 'away', 'many'])
export type FollowTrouble = v.InferOutput<typeof FollowTrouble>

const Instant = v.nullable(v.string())

/** A board that names a tournament of Match Play, and what is heard of that. */
const Follow = v.object({
  type: v.string(),
  id: v.number(),
  tournament: v.number(),
  /** null until Match Play has told of it */
  name: v.nullable(v.string()),
  /** as EventDocument has it */
  status: v.nullable(v.string()),
  /** since when it is followed */
  since: Instant,
  /** when Match Play was heard of last */
  heard_at: Instant,
  trouble: v.nullable(FollowTrouble),
  trouble_since: Instant,
})
export type Follow = v.InferOutput<typeof Follow>

/** GET /api/matchplay/ */
export const Follows = v.object({
  /** Match Play is asked with a token of the owner's, which is not shown again */
  has_token: v.boolean(),
  boards: v.array(Follow),
})
export type Follows = v.InferOutput<typeof Follows>

/** GET /api/matchplay/tournament/ : a tournament before a board names it. */
export const TournamentQuery = v.object({ address: v.pipe(MatchPlayAddress, v.nonEmpty()) })
export const FoundTournament = v.object({
  tournament: v.number(),
  /** what it is called; null, as what follows it, with a trouble */
  name: v.nullable(v.string()),
  /** as EventDocument has it */
  status: v.nullable(v.string()),
  players: v.nullable(v.number()),
  trouble: v.nullable(FollowTrouble),
})
export type FoundTournament = v.InferOutput<typeof FoundTournament>

/** PUT /api/matchplay/token/ answers it. */
export const HasToken = v.object({ has_token: v.boolean() })
export const MatchPlayToken = v.object({
  token: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[\x21-\x7e]{8,400}$/, 'Copy the token as Match Play shows it: letters, digits and signs without spaces'),
  ),
})

/** A file, as base64. */
export const FileText = v.optional(v.pipe(v.string(), v.base64(), v.maxLength(350_000, 'This file is too large')))

/** What a post of any kind answers: the sequence that it is stored with. */
export const PostedNumber = v.object({ sequence: v.number() })

/** PUT /api/board/{type}/{id}/feed/{name}/files/: what a board shows from then on, of tables or of a document in a file. */
export const PostedFiles = v.object({
  /** the tournament's */
  name: v.optional(v.pipe(lineAsSent(120), v.nonEmpty('Name the tournament'))),
  /** it is over: the board shows its podium */
  is_finished: v.optional(v.boolean(), false),
  standings: FileText,
  matches: FileText,
  /** instead of both */
  document: FileText,
})
export type PostedFiles = v.InferInput<typeof PostedFiles>
