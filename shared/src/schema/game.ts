import * as v from 'valibot'
import { UserRole } from './account'
import { MachineTitle } from './catalogue'
import { listOf } from './list'
import { Id, Instant, WireScore } from './primitives/values'
import { readTvCode } from './tv'

/** The claimed player of a slot. All fields present, as machine-side clients expect. */
export const Player = v.object({
  id: Id,
  cached_display_name: v.string(),
  initials: v.string(),
  prefer_initials: v.boolean(),
  profile_picture: v.nullable(v.string()),
})
export type Player = v.InferOutput<typeof Player>

export const PlayerScore = v.object({
  /** slot of the player, 1-6 */
  position: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6)),
  score: WireScore,
  /** null while nobody claimed the slot */
  player: v.nullable(Player),
})
export type PlayerScore = v.InferOutput<typeof PlayerScore>

/** One game, in progress until settled_on is set. The wire calls it a session. */
export const Game = v.object({
  id: Id,
  venuemachine_id: Id,
  scores: v.array(PlayerScore),
  current_player: v.nullable(v.number()),
  current_ball: v.nullable(v.number()),
  /** of its first entry; missing in games that a server before this field told */
  started_on: v.optional(Instant),
  settled_on: v.nullable(Instant),
  /** `prefix{color}:label`, color optional */
  game_modes: v.array(v.string()),
  /** nobody plays it: the machine's page tries the connection */
  is_test: v.optional(v.boolean()),
})
export type Game = v.InferOutput<typeof Game>

/** GET /api/venuemachine/{id}/top_scores/ : the best scores of settled games, each with the id of its `game`; `rank` is the place of the score that was asked about. */
export const TopScores = v.object({
  ...listOf(v.object({ rank: v.number(), score: WireScore, player: v.nullable(Player), settled_on: Instant, game: Id }))
    .entries,
  rank: v.nullable(v.number()),
})

/** Of a game that was told as a whole, and not recorded as it was played: its owner typed it in, a program sent its score, or a guest did from a phone. */
export const enteredBy = ['hand', 'program', 'guest'] as const
export type EnteredBy = (typeof enteredBy)[number]
const Told = {
  entered: v.optional(v.picklist(enteredBy)),
  /** what its owner, or the guest who sent it, wrote beside it */
  note: v.optional(v.string()),
}

/** A game that is over. */
export const PlayedGame = v.object({
  ...Told,
  id: Id,
  started_on: Instant,
  settled_on: Instant,
  /** played to its end, so that leaderboards count it */
  successful: v.boolean(),
  is_test: v.optional(v.boolean()),
  scores: v.array(PlayerScore),
})
export type PlayedGame = v.InferOutput<typeof PlayedGame>

/** A code of a game is made as that of a TV is, and read as forgivingly. */
export const claimCodeLength = 6

/** The code of a game, as its player's phone sends it. */
export const ClaimCode = v.pipe(v.string(), v.maxLength(100), v.transform(readTvCode))

/** GET /api/venuemachine/{id}/claim_code/ : the code of the machine's newest game, for a screen that its owner vouches for. */
export const GameClaimCode = v.object({ game: Id, code: v.string() })
export type GameClaimCode = v.InferOutput<typeof GameClaimCode>

/** Who may put a name on the wall: anyone with three letters, or people with an account. */
export const claimants = ['anyone', 'accounts'] as const
export type Claimants = (typeof claimants)[number]

/** The letters by which a guest signs a score, as an arcade asks for them: one to three of A-Z and 0-9, a space between two. */
export const GuestInitials = v.pipe(
  v.string('One to three letters or numbers'),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[A-Z0-9](?:[A-Z0-9 ]?[A-Z0-9])?$/, 'One to three letters or numbers'),
)

/** By which a browser's guest is known again: 32 random bytes that it drew itself, in base64url. It goes into `Authorization: Guest …`. */
export const GuestToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'A guest’s token is expected'))

/** POST /api/venuemachine/{id}/claim/ : the slot that the caller plays in, and the game's code. Without one it is refused. */
export const ClaimInput = v.object({
  code: v.optional(ClaimCode),
  position: v.pipe(
    v.number('A position is expected'),
    v.integer('A position is expected'),
    v.minValue(1, 'Positions are 1 to 6'),
    v.maxValue(6, 'Positions are 1 to 6'),
  ),
  /** of a guest, who has no other name */
  initials: v.optional(GuestInitials),
})

const PlayedMachine = v.object({
  id: Id,
  venue: v.object({ name: v.string() }),
  machine: v.object({ id: Id, name: v.string() }),
})

/** The id of the caller's score as a card to share, see MomentCard; missing while it is played, and where not everybody may open it. */
const Shared = { card: v.optional(v.string()) }

/** GET /api/venuemachine/{id}/claim/ : what a code opens, the machine's newest game. */
export const ClaimableGame = v.object({
  venuemachine: PlayedMachine,
  game: Game,
  /** the slot that the caller has, a user or a guest */
  mine: v.optional(v.nullable(v.number()), null),
  claims: v.optional(v.picklist(claimants), 'anyone'),
  ...Shared,
})
export type ClaimableGame = v.InferOutput<typeof ClaimableGame>

/** One of the games that the caller has claimed a slot of. */
export const OwnGame = v.object({
  id: Id,
  venuemachine: PlayedMachine,
  position: v.number(),
  /** a guest's */
  initials: v.optional(v.string()),
  score: WireScore,
  /** place among the players of the game */
  rank: v.number(),
  players: v.number(),
  started_on: Instant,
  /** null while it is played */
  settled_on: v.nullable(Instant),
  is_test: v.optional(v.boolean()),
  ...Shared,
  ...Told,
})
export type OwnGame = v.InferOutput<typeof OwnGame>

/** POST /api/user_profile/guest_games/ : whose games the caller takes along. */
export const GuestGamesInput = v.object({ guest: GuestToken })

/** Its answer: how many games are the caller's now that were the guest's. */
export const TakenGames = v.object({ games: v.number() })

/** A state of a game on its way. */
export const TimelinePoint = v.object({
  /** ms since the game's start */
  at: v.pipe(v.number(), v.minValue(0)),
  /** one element a slot; null is no such player */
  scores: v.array(v.nullable(WireScore)),
  player: v.nullable(v.number()),
  ball: v.nullable(v.number()),
  /** `prefix{color}:label`, color optional */
  modes: v.array(v.string()),
})
export type TimelinePoint = v.InferOutput<typeof TimelinePoint>

/** GET /api/game/{id}/timeline/ : how a game went. */
export const GameTimeline = v.object({
  ...Told,
  id: Id,
  venuemachine: v.object({
    id: Id,
    venue: v.object({ id: Id, name: v.string() }),
    machine: MachineTitle,
    user_roles: v.array(UserRole),
  }),
  started_on: Instant,
  /** null while it is played */
  settled_on: v.nullable(Instant),
  /** played to its end, so that leaderboards count it; null while it is played */
  successful: v.nullable(v.boolean()),
  /** as its machine counted; null when it did not say */
  duration_ms: v.nullable(v.number()),
  scores: v.array(PlayerScore),
  /** one that was told as a whole has a photo */
  has_photo: v.optional(v.boolean()),
  /** the log that its device wrote, what its entries said, or nobody */
  source: v.picklist(['log', 'entries', 'none']),
  points: v.array(TimelinePoint),
})
export type GameTimeline = v.InferOutput<typeof GameTimeline>
