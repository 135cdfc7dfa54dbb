import * as v from 'valibot'
import { claimants, Game } from '../game'
import { machineDisplays } from '../catalogue'
import { Color, Id, Order } from '../primitives/values'
import { VenueMachine } from '../venue'
import { allDifferent, ownedFields, Title, ToldMoments } from './board'
import { LeaderboardScore, TimeZone } from './leaderboard'
import { boardRef, machineRef } from './references'
import { idleImages } from './idleImages'
import { Stamp } from './state'

/** Seconds of an idle screen, 1 second to 1 day. */
const seconds = 'Please enter 1 to 86400 seconds'
const IdleSeconds = v.optional(
  v.pipe(v.number(seconds), v.integer(seconds), v.minValue(1, seconds), v.maxValue(86_400, seconds)),
  10,
)

const isMissing = 'Please select at least 1 machine'

const MachineItem = v.object({ venuemachine: machineRef(isMissing), order: Order }, isMissing)

/** Which kind of display scores look like; 'machine' is the kind of the machine that is played. */
const ScoreFigures = v.picklist(['machine', ...machineDisplays])

/** Records that a line on the wall tells players to beat: of the machine, or the best score of the scoreboard's leaderboard. */
const chased = ['all_time', 'month', 'day', 'leaderboard'] as const

const fields = {
  title: Title,
  is_public: v.optional(v.boolean(), false),
  moments: ToldMoments,
  background_color: v.optional(Color, '#000'),
  display_title: v.optional(v.boolean(), true),
  enablePlayerRank: v.optional(v.boolean(), false),
  /** banners of what is going on in the game, such as Multiball */
  display_modes: v.optional(v.boolean(), true),
  high_density: v.optional(v.boolean(), false),
  figures: v.optional(ScoreFigures, 'machine'),
  /** who may put a name on the wall; the strictest of the scoreboards that show a machine counts */
  claims: v.optional(v.picklist(claimants), 'anyone'),
  /** what there is to beat */
  chase: v.optional(v.picklist([...chased, 'off']), 'all_time'),
  /** whose days and months those are; null is UTC */
  chase_timezone: v.optional(TimeZone, null),
  /** shown when idle, and chased */
  leaderboard: v.optional(v.nullable(boardRef(['leaderboard'])), null),
  idle_leaderboard_show: v.optional(v.boolean(), false),
  idle_leaderboard_sec: IdleSeconds,
  idle_scoreboard_sec: IdleSeconds,
  idle_hotgame_show: v.optional(v.boolean(), false),
  idle_hotgame_type: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(idleImages.length - 1)), 0),
  /** with neither of them: records, today's scores and pictures take turns while nobody plays */
  attract: v.optional(v.boolean(), true),
  venuemachine_items: v.pipe(
    v.array(MachineItem),
    v.minLength(1, isMissing),
    v.maxLength(20, 'At most 20 machines'),
    v.check(
      allDifferent((item) => item.venuemachine),
      'No duplicate machines!',
    ),
  ),
}

/** What an owner sends: POST and PUT /api/scoreboard/. */
export const ScoreboardInput = v.pipe(
  v.object(fields),
  v.forward(
    v.partialCheck(
      [['idle_leaderboard_show'], ['idle_hotgame_show']],
      (idle) => !(idle.idle_leaderboard_show && idle.idle_hotgame_show),
      'Show either a leaderboard or a hot game when idle',
    ),
    ['idle_hotgame_show'],
  ),
)
export type ScoreboardInput = v.InferOutput<typeof ScoreboardInput>

/** The same with one rule more, that a leaderboard to show or to chase is one: apart, since the rules of the other are part of its published type. */
export const ScoreboardRules = v.pipe(
  ScoreboardInput,
  v.forward(
    v.partialCheck(
      [['idle_leaderboard_show'], ['chase'], ['leaderboard']],
      ({ idle_leaderboard_show, chase, leaderboard }) =>
        leaderboard !== null || (!idle_leaderboard_show && chase !== 'leaderboard'),
      'Please select a leaderboard',
    ),
    ['leaderboard'],
  ),
)

/** The stored scoreboard, answered by list, item, create and update. */
export const Scoreboard = v.object({ ...ownedFields, ...fields })
export type Scoreboard = v.InferOutput<typeof Scoreboard>

/** The best settled score of the machine that the newest game is played on, or of a leaderboard: once that game has settled, it may be its own. */
export const Chase = v.object({
  of: v.picklist(chased),
  /** of the leaderboard */
  title: v.optional(v.string()),
  ...v.pick(LeaderboardScore, ['score', 'player', 'settled_on']).entries,
})
export type Chase = v.InferOutput<typeof Chase>

/** As part of a scoreboard's state: missing where there is nothing to beat, and where only a newer server knows of what it is. */
export const ShownChase = v.optional(v.fallback(v.optional(Chase), undefined))

/** Body of GET /api/scoreboard/{id}/scores/ : data[0] is the newest game, missing when none was ever played. */
export const ScoreboardScores = v.object({ data: v.array(Game), chase: ShownChase, ...Stamp })
export type ScoreboardScores = v.InferOutput<typeof ScoreboardScores>

/** A machine as a viewer needs to know it. */
export const ShownMachine = v.omit(VenueMachine, [
  'user_roles',
  'last_heard_at',
  'has_device',
  'has_key',
  'key_is_shared',
])
export type ShownMachine = v.InferOutput<typeof ShownMachine>

const {
  title: _title,
  is_public: _isPublic,
  moments: _moments,
  venuemachine_items: _items,
  claims: _claims,
  chase: _chase,
  chase_timezone: _zone,
  ...shown
} = fields

/** What a scoreboard says of itself besides its scores. */
export const ScoreboardSettings = v.object({
  id: Id,
  title: v.string(),
  ...shown,
  // Missing before servers said so; a kind that only a newer server knows counts as 'machine'.
  figures: v.optional(v.fallback(ScoreFigures, 'machine')),
  attract: v.optional(v.boolean()),
  items: v.array(v.object({ order: v.number(), venuemachine: ShownMachine })),
})
export type ScoreboardSettings = v.InferOutput<typeof ScoreboardSettings>

/** GET /api/scoreboard/{id}/bootstrap/ : all that a viewer needs for its first paint, so that a board with a past never starts empty. */
export const ScoreboardBootstrap = v.object({ ...ScoreboardSettings.entries, scores: ScoreboardScores })
export type ScoreboardBootstrap = v.InferOutput<typeof ScoreboardBootstrap>

/** A score of today, without a place. */
const AttractScore = v.omit(LeaderboardScore, ['position'])

/**
 * GET /api/scoreboard/{id}/attract/?tz= : what a wall shows of its machine while nobody plays, the machine of the newest game.
 * `tz`, the screen's time zone, says when today began; UTC without it.
 */
export const ScoreboardAttract = v.object({
  venuemachine: v.nullable(Id),
  /** the best scores of all time, five at most */
  records: v.array(LeaderboardScore),
  /** the best score of today that somebody put a name to */
  best_today: v.nullable(AttractScore),
  /** the newest scores of today in the order of their games, 48 at most */
  today: v.array(AttractScore),
})
export type ScoreboardAttract = v.InferOutput<typeof ScoreboardAttract>
