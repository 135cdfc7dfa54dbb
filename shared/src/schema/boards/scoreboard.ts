import * as v from 'valibot'
import { Color } from '../color'
import { ScoreboardScores } from '../live'
import { Id } from '../primitives'
import { VenueMachine } from '../venue'
import { allDifferent, ownedFields, Title } from './board'

/** Seconds of an idle screen, 1 second to 1 day. */
const IdleSeconds = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)), 10)

/** The screens that stand in when no hot game is played; the index is `idle_hotgame_type`. */
export const idleImages = ['Random', 'Space Invaders', 'Color Bars', 'Dead Television Channel', 'Atari 2600 Pinball'] as const

const MachineItem = v.object({ venuemachine: Id, order: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0) })

/** What an owner sends: POST and PUT /api/scoreboard/. */
export const ScoreboardInput = v.object({
  title: Title,
  is_public: v.optional(v.boolean(), false),
  background_color: v.optional(Color, '#000'),
  display_title: v.optional(v.boolean(), true),
  enablePlayerRank: v.optional(v.boolean(), false),
  high_density: v.optional(v.boolean(), false),
  leaderboard: v.optional(v.nullable(Id), null),
  idle_leaderboard_show: v.optional(v.boolean(), false),
  idle_leaderboard_sec: IdleSeconds,
  idle_scoreboard_sec: IdleSeconds,
  idle_hotgame_show: v.optional(v.boolean(), false),
  idle_hotgame_type: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(idleImages.length - 1)), 0),
  venuemachine_items: v.pipe(
    v.array(MachineItem),
    v.minLength(1, 'Please select at least 1 machine'),
    v.maxLength(20, 'At most 20 machines'),
    v.check(allDifferent((item) => item.venuemachine), 'No duplicate machines!'),
  ),
})
export type ScoreboardInput = v.InferOutput<typeof ScoreboardInput>

/** The stored scoreboard, answered by list, item, create and update. */
export const Scoreboard = v.object({ ...ownedFields, ...ScoreboardInput.entries })
export type Scoreboard = v.InferOutput<typeof Scoreboard>

/** GET /api/scoreboard/{id}/bootstrap/ : all that a viewer needs for its first paint. */
export const ScoreboardBootstrap = v.object({
  id: Id,
  title: v.string(),
  display_title: v.boolean(),
  background_color: Color,
  high_density: v.boolean(),
  enablePlayerRank: v.boolean(),
  leaderboard: v.nullable(Id),
  idle_leaderboard_show: v.boolean(),
  idle_leaderboard_sec: v.number(),
  idle_scoreboard_sec: v.number(),
  idle_hotgame_show: v.boolean(),
  idle_hotgame_type: v.number(),
  items: v.array(v.object({ order: v.number(), venuemachine: v.omit(VenueMachine, ['user_roles', 'last_heard_at']) })),
  /** the newest state, so that a board with a past never starts empty */
  scores: ScoreboardScores,
})
export type ScoreboardBootstrap = v.InferOutput<typeof ScoreboardBootstrap>
