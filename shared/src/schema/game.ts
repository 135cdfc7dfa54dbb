import * as v from 'valibot'
import { listOf } from './list'
import { Id, Instant, WireScore } from './primitives'

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
  settled_on: v.nullable(Instant),
  /** `prefix{color}:label`, color optional */
  game_modes: v.array(v.string()),
})
export type Game = v.InferOutput<typeof Game>

/**
 * Where a state stands: `epoch` changes when counting starts anew, `seq` rises within it. `config` is another text
 * when the board's settings have changed: time to read the bootstrap again.
 */
export const Stamp = { epoch: v.string(), seq: v.number(), config: v.optional(v.string()) }

/** GET /api/venuemachine/{id}/top_scores/ : the best scores of settled games; `rank` is the place of the score that was asked about. */
export const TopScores = v.object({
  ...listOf(v.object({ rank: v.number(), score: WireScore, player: v.nullable(Player), settled_on: Instant })).entries,
  rank: v.nullable(v.number()),
})
