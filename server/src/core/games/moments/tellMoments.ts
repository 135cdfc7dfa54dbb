import type { MomentKind } from '@multiball/shared/schema'
import { timeWindow } from '../leaderboards/timeWindow'
import type { TimeBucket } from '../leaderboards/timeWindow'

/*
 * Which moments a settled game tells: a pure function of the games before it, in the order in which they were settled. What has just
 * been played and what was played years ago go through it alike, so that both tell the same.
 */

/** A score that holds something. */
export interface Holder {
  game: number
  position: number
  score: bigint
  /** ms since 1970 */
  settledAt: number
}

/** A score that counts. */
export interface SettledScore extends Holder {
  venueMachineId: number
  /** whose it is; null where it is no account's */
  user: number | null
}

/** The best of something so far; nothing while there is no score. */
interface Lane {
  best?: Holder
}

/** The best of a day or month, which is over at `until` (ms since 1970). */
interface PeriodLane extends Lane {
  until: number
}

/** A mark that no score has passed yet. Times in ms since 1970 */
interface Mark {
  mark: bigint
  since: number
  until: number
}

/** The best scores of a venue machine so far. */
export interface Bests extends Lane {
  /** of all machines of its title in its venue: one object, which these share */
  title: Lane
  month: PeriodLane
  day: PeriodLane
  /** of accounts, by their ids */
  players: Map<number, Holder>
  /** each passed once */
  marks: Mark[]
  /** of its venue; null is UTC */
  zone: string | null
}

/** A moment as it follows from the games. */
export interface ToldMoment {
  id: string
  kind: MomentKind
  venueMachineId: number
  game: number
  /** null where it is the whole game's */
  of: { position: number; score: bigint } | null
  previous: Holder | null
  /** what it has passed */
  mark: bigint | null
  /** ms since 1970 */
  happenedAt: number
}

const beats = (score: SettledScore, { best }: Lane) => best !== undefined && score.score > best.score

/** When the day or month of this moment (ms since 1970) began and will be over. */
export const periodAt = (bucket: Extract<TimeBucket, 'day' | 'month'>, zone: string | null, nowMs: number) =>
  timeWindow({ type: 'last_calendar', bucket, zone }, nowMs) as { from: number; until: number }

const enter = (lane: PeriodLane, bucket: 'day' | 'month', zone: string | null, nowMs: number) => {
  if (nowMs < lane.until) return
  lane.best = undefined
  lane.until = periodAt(bucket, zone, nowMs).until
}

/**
 * The moments that a game tells, and its scores taken into the bests. The best of its players stands for the game: two who both pass
 * a record in it have set one.
 * @param scores those of one game, by slot
 */
export function tellMoments(scores: readonly SettledScore[], bests: Bests): ToldMoment[] {
  const top = scores.reduce((best, score) => (score.score > best.score ? score : best))
  const { game, venueMachineId, settledAt: happenedAt } = top
  const { day, month, title, players, marks, zone } = bests
  enter(day, 'day', zone, happenedAt)
  enter(month, 'month', zone, happenedAt)
  const told: ToldMoment[] = []
  const tell = (kind: MomentKind, score: SettledScore | null, previous: Holder | null, mark: bigint | null = null) =>
    told.push({
      id: [kind, game, ...(score ? [score.position] : [])].join(':'),
      kind,
      venueMachineId,
      game,
      of: score && { position: score.position, score: score.score },
      previous,
      mark,
      happenedAt,
    })

  if (!day.best) tell('first_game', null, null)
  // The widest first: whatever has the best of more has it of less.
  const lanes: [MomentKind, Lane][] = [
    ['venue_record', title],
    ['machine_record', bests],
    ['month_record', month],
    ['day_record', day],
  ]
  const record = lanes.find(([, lane]) => beats(top, lane))
  if (record) tell(record[0], top, record[1].best!)
  const passed = marks.findIndex(
    ({ mark, since, until }) => since <= happenedAt && happenedAt < until && top.score > mark,
  )
  if (passed !== -1) tell('mark_passed', top, null, marks.splice(passed, 1)[0]!.mark)
  for (const score of scores) {
    const best = score.user === null ? undefined : players.get(score.user)
    if (beats(score, { best })) tell('personal_best', score, best!)
    if (score.user !== null && (!best || score.score > best.score)) players.set(score.user, holderOf(score))
  }
  for (const [, lane] of lanes) if (!lane.best || beats(top, lane)) lane.best = holderOf(top)
  return told
}

const holderOf = ({ game, position, score, settledAt }: SettledScore): Holder => ({ game, position, score, settledAt })
