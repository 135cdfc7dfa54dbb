import * as v from 'valibot'
import { Player } from '../game'
import { Color, Id, idOr, Instant, Order, WireScore } from '../primitives/values'
import { allDifferent, ownedFields, Title, ToldMoments } from './board'
import { machineRef, playerRef, reference } from './references'
import { Stamp } from './state'

/** Most that a leaderboard counts of: its machines, and each of its whitelists. */
export const maxWhitelist = 200

export const leaderboardTimeTypes = ['all_time', 'time_box', 'last_calendar', 'last_rolling'] as const
export const timeBuckets = ['year', 'month', 'week', 'day', 'hour'] as const
export const leaderboardItemTypes = ['venuemachine', 'machine', 'machinegroup'] as const

/** Whether this engine knows a time zone by this name of the IANA list. */
export const isTimeZone = (name: string) => {
  // Newer engines take offsets too, which are no names.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A name of the IANA list; `None`, and nothing, count as UTC and are kept as null. */
export const TimeZone = v.pipe(
  v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(64))),
  v.transform((name) => (name === '' || name === 'None' ? null : name)),
  v.check((name) => name === null || isTimeZone(name), 'There is no such time zone'),
)

const isMissing = 'Please select at least 1 machine'

const GroupId = v.pipe(v.string(), v.regex(/^g-[1-9]\d{0,14}$/, isMissing))

const CountedId = v.pipe(
  v.union([idOr(isMissing), GroupId], isMissing),
  reference<number | string>({ to: [...leaderboardItemTypes], kindIn: 'type', counts: true }),
)

/** A machine, title or group that a leaderboard counts. A group's id may come as `g-{id}`, as the catalogue answers it. */
const LeaderboardItem = v.pipe(
  v.object({ id: CountedId, type: v.picklist(leaderboardItemTypes, isMissing), order: Order }, isMissing),
  v.check(({ id, type }) => typeof id === 'number' || type === 'machinegroup', isMissing),
  v.transform(({ id, ...item }) => ({ id: typeof id === 'number' ? id : Number(id.slice(2)), ...item })),
)

const earliestMs = Date.UTC(1900, 0)
const latestMs = Date.UTC(9999, 0)

/** False for the 30th of February, which a Date takes for a day in March. */
const isDay = (text: string) => {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/** Said of a start that is none, too. */
const noStart = 'Please select a start date'

/** An instant that every calendar in use knows. */
const BoxEdge = v.pipe(
  Instant,
  v.check(isDay, 'There is no such day'),
  v.check(
    (text) => Date.parse(text) >= earliestMs && Date.parse(text) < latestMs,
    'Please select a date between 1900 and 9998',
  ),
  v.transform((text) => new Date(text).toISOString()),
)

const isNoCount = 'Please enter a whole number of days'

/** What is counted, but for which machines and players. A viewer reads no more: apart, its page does without the rules of the others. */
const countFields = {
  /** rows */
  items_per_list: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 10),
  one_score_per_player: v.optional(v.boolean(), false),
  leaderboard_time_type: v.optional(v.picklist(leaderboardTimeTypes), 'all_time'),
  /** time_box: the first instant that counts */
  score_start_time: v.optional(v.nullable(v.config(BoxEdge, { message: noStart })), null),
  /** time_box: the first instant that no longer counts; null: no end */
  score_end_time: v.optional(v.nullable(BoxEdge), null),
  /** last_calendar */
  last_time_bucket: v.optional(v.picklist(timeBuckets), 'month'),
  last_time_timezone: v.optional(TimeZone, null),
  /** last_rolling: times 24 hours */
  last_time_count: v.optional(
    v.pipe(
      v.number(isNoCount),
      v.integer(isNoCount),
      v.minValue(1, 'At least 1 day'),
      v.maxValue(36_500, 'At most 36500 days'),
    ),
    1,
  ),
}

/** What is counted, before the rules that look at several fields. */
const questionFields = {
  items: v.pipe(
    v.array(LeaderboardItem),
    v.minLength(1, isMissing),
    v.maxLength(maxWhitelist, `At most ${maxWhitelist} machines`),
    v.check(
      allDifferent(({ id, type }) => `${type} ${id}`),
      'No duplicate machines!',
    ),
  ),
  ...countFields,
  leaderboard_machine_type: v.optional(v.picklist(['global', 'selected']), 'global'),
  filter_by_venuemachines: v.optional(v.boolean(), false),
  /** the only machines that count; none: all of them */
  venuemachines: v.optional(
    v.pipe(
      v.array(machineRef(isMissing, { counts: true })),
      v.maxLength(maxWhitelist, `At most ${maxWhitelist} machines`),
      v.check(
        allDifferent((id) => id),
        'No duplicate machines in whitelist!',
      ),
    ),
    () => [],
  ),
  leaderboard_player_type: v.optional(v.picklist(['global', 'invited']), 'global'),
  /** the only users whose claimed scores count; none: everybody's */
  players: v.optional(
    v.pipe(
      v.array(playerRef()),
      v.maxLength(maxWhitelist, `At most ${maxWhitelist} players`),
      v.check(
        allDifferent((id) => id),
        'No duplicate users in whitelist!',
      ),
    ),
    () => [],
  ),
}

const lookFields = {
  background_color: v.optional(Color, '#000'),
  display_title: v.optional(v.boolean(), true),
}

const fields = {
  title: Title,
  is_public: v.optional(v.boolean(), false),
  moments: ToldMoments,
  ...lookFields,
  ...questionFields,
}

const timeBoxFields = [['leaderboard_time_type'], ['score_start_time'], ['score_end_time']] as const

interface TimeBox {
  leaderboard_time_type: string
  score_start_time: string | null
  score_end_time: string | null
}

/** How far the end of boxed time is from its start, in ms; undefined where there is no such span. */
const boxedMs = ({ leaderboard_time_type: type, score_start_time: start, score_end_time: end }: TimeBox) =>
  type === 'time_box' && start !== null && end !== null ? Date.parse(end) - Date.parse(start) : undefined

const boxSentences = {
  start: noStart,
  before: 'End date can not be before start date',
  same: 'End date can not be same as start date',
}

const hasStart = (box: TimeBox) => box.leaderboard_time_type !== 'time_box' || box.score_start_time !== null
const endsLater = (box: TimeBox) => (boxedMs(box) ?? 0) >= 0
const takesTime = (box: TimeBox) => boxedMs(box) !== 0

/** What an owner sends: POST and PUT /api/leaderboard/. */
export const LeaderboardInput = v.pipe(
  v.object(fields),
  v.forward(v.partialCheck(timeBoxFields, hasStart, boxSentences.start), ['score_start_time']),
  v.forward(v.partialCheck(timeBoxFields, endsLater, boxSentences.before), ['score_end_time']),
  v.forward(v.partialCheck(timeBoxFields, takesTime, boxSentences.same), ['score_end_time']),
)
export type LeaderboardInput = v.InferOutput<typeof LeaderboardInput>

/** What a board of another type has counted for it, as a field of its settings: the same question that a leaderboard asks. */
export const RankingQuestion = v.pipe(
  v.object(questionFields),
  v.check((question) => hasStart(question), boxSentences.start),
  v.check((question) => endsLater(question), boxSentences.before),
  v.check((question) => takesTime(question), boxSentences.same),
  v.metadata({ question: true }),
)
export type RankingQuestion = v.InferOutput<typeof RankingQuestion>

/** The stored leaderboard, answered by list, item, create and update. */
export const Leaderboard = v.object({ ...ownedFields, ...fields })
export type Leaderboard = v.InferOutput<typeof Leaderboard>

/** One row, best first. `player` is null for a guest. */
export const LeaderboardScore = v.object({
  /** 1 is the best; equal scores stand in the order in which they were made */
  position: v.number(),
  score: WireScore,
  player: v.nullable(Player),
  settled_on: Instant,
  /** title of the machine that it was made on; only where the board counts several titles */
  machine: v.optional(v.string()),
})
export type LeaderboardScore = v.InferOutput<typeof LeaderboardScore>

/** Body of GET /api/leaderboard/{id}/scores/ : one list. */
export const LeaderboardScores = v.object({ data: v.array(v.object({ scores: v.array(LeaderboardScore) })), ...Stamp })
export type LeaderboardScores = v.InferOutput<typeof LeaderboardScores>

/** What a leaderboard says of itself besides its scores. Who and what counts is told by numbers and names. */
export const LeaderboardSettings = v.object({
  id: Id,
  title: v.string(),
  ...lookFields,
  ...countFields,
  items: v.array(v.object({ id: Id, type: v.picklist(leaderboardItemTypes), order: v.number(), name: v.string() })),
  /** how many machines count; null: all of these titles */
  machine_count: v.nullable(v.number()),
  /** how many players count; null: all */
  player_count: v.nullable(v.number()),
})
export type LeaderboardSettings = v.InferOutput<typeof LeaderboardSettings>

/** GET /api/leaderboard/{id}/bootstrap/ */
export const LeaderboardBootstrap = v.object({ ...LeaderboardSettings.entries, scores: LeaderboardScores })
export type LeaderboardBootstrap = v.InferOutput<typeof LeaderboardBootstrap>
