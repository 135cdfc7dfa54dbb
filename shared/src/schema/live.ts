import * as v from 'valibot'
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

/** Where a state stands: `epoch` changes when counting starts anew, `seq` rises within it. */
export const Stamp = { epoch: v.string(), seq: v.number() }

/** Body of GET /api/scoreboard/{id}/scores/ : data[0] is the newest game, missing when none was ever played. */
export const ScoreboardScores = v.object({ data: v.array(Game), ...Stamp })
export type ScoreboardScores = v.InferOutput<typeof ScoreboardScores>

/** What a viewer's socket receives. Every SCORES message is a whole state. */
export const LiveMessage = v.variant('type', [
  v.object({ type: v.literal('SCORES'), name: v.string(), data: v.array(Game), ...Stamp }),
  v.object({ type: v.literal('UNKNOWN') }),
  /** sent before the server closes a socket on purpose */
  v.object({ type: v.literal('ERROR'), name: v.string(), detail: v.string(), status: v.number() }),
])
export type LiveMessage = v.InferOutput<typeof LiveMessage>

/** What a viewer's socket sends when it opens; `key` opens a private board. */
export const GetScores = v.object({
  type: v.literal('GET_SCORES'),
  name: v.pipe(v.string(), v.regex(/^[a-z]+:\d{1,15}:scores$/)),
  key: v.optional(v.pipe(v.string(), v.maxLength(128))),
})

/** The name of a board's live channel. */
export const liveName = (type: string, id: number) => `${type}:${id}:scores`
