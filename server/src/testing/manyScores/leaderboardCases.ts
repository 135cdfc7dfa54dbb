import type { RankingQuestion } from '@multiball/shared/schema'
import type { makeLeaderboard } from '../makers'
import type { FilledHall } from './fillWithScores'

/** A Wednesday, in the middle of its month. */
export const now = Date.parse('2026-06-17T15:30:00Z')

/** A kind of leaderboard, by what it counts. */
export interface LeaderboardCase {
  name: string
  /** the owner of the hall unless said otherwise */
  ownerId?: number
  counts: Parameters<typeof makeLeaderboard>[2]
}

const time = {
  box: {
    leaderboard_time_type: 'time_box',
    score_start_time: '2026-01-10T12:00:00.000Z',
    score_end_time: '2026-03-10T12:00:00.000Z',
  },
  year: { leaderboard_time_type: 'last_calendar', last_time_bucket: 'year', last_time_timezone: 'Europe/Zurich' },
  month: { leaderboard_time_type: 'last_calendar', last_time_bucket: 'month', last_time_timezone: 'Europe/Zurich' },
  week: { leaderboard_time_type: 'last_calendar', last_time_bucket: 'week', last_time_timezone: 'Europe/Zurich' },
  day: { leaderboard_time_type: 'last_calendar', last_time_bucket: 'day', last_time_timezone: 'Europe/Zurich' },
  hour: { leaderboard_time_type: 'last_calendar', last_time_bucket: 'hour', last_time_timezone: 'Europe/Zurich' },
  rolling: { leaderboard_time_type: 'last_rolling', last_time_count: 7 },
} satisfies Record<string, Partial<RankingQuestion>>

/** 53 kinds of leaderboards of this hall. */
export function leaderboardCases(hall: FilledHall): LeaderboardCase[] {
  const machine = { venueMachineIds: hall.venueMachineIds.slice(0, 1) }
  const title = { machineIds: hall.machineIds.slice(0, 1) }
  const group = { groupIds: [hall.groupId] }
  const invited = { onlyPlayerIds: hall.playerIds.slice(0, 50) }
  const whitelist = { ...group, onlyVenueMachineIds: hall.venueMachineIds.slice(0, 20) }
  const onePerPlayer = { one_score_per_player: true }
  const kinds: [string, LeaderboardCase['counts']][] = [
    ['one machine', machine],
    ['title', title],
    ['group', group],
    ['20 of a whitelist', whitelist],
  ]
  const everyTitle = { machineIds: hall.machineIds.slice(0, 200) }
  return [
    ...kinds.map(([name, counts]): LeaderboardCase => ({ name: `${name}, all time`, counts })),
    ...kinds.flatMap(([name, counts]) =>
      Object.entries(time).map(([scope, question]): LeaderboardCase => ({
        name: `${name}, ${scope}`,
        counts: { ...counts, question },
      })),
    ),
    ...kinds.map(([name, counts]): LeaderboardCase => ({
      name: `${name}, one per player`,
      counts: { ...counts, question: onePerPlayer },
    })),
    { name: 'title, month, one per player', counts: { ...title, question: { ...onePerPlayer, ...time.month } } },
    {
      name: 'title whose newest are its worst, month',
      counts: { machineIds: [hall.changedTitleId], question: time.month },
    },
    {
      name: 'title whose newest are its worst, box',
      counts: { machineIds: [hall.changedTitleId], question: { ...time.box, score_end_time: null } },
    },
    { name: 'title of which one machine is open, to others', ownerId: hall.strangerId, counts: title },
    { name: 'the same, month', ownerId: hall.strangerId, counts: { ...title, question: time.month } },
    { name: 'the same, one per player', ownerId: hall.strangerId, counts: { ...title, question: onePerPlayer } },
    {
      name: 'machine of three players, one per player',
      counts: { venueMachineIds: [hall.homeMachineId], question: onePerPlayer },
    },
    ...kinds.map(([name, counts]): LeaderboardCase => ({
      name: `${name}, 50 invited`,
      counts: { ...counts, ...invited },
    })),
    { name: 'title, 50 invited, one per player', counts: { ...title, ...invited, question: onePerPlayer } },
    { name: 'title, 50 invited, month', counts: { ...title, ...invited, question: time.month } },
    { name: '200 titles, 100 rows', counts: { ...everyTitle, question: { items_per_list: 100 } } },
    {
      name: '200 titles, 100 rows, month',
      counts: { ...everyTitle, question: { items_per_list: 100, ...time.month } },
    },
    {
      name: '200 titles, 100 rows, one per player',
      counts: { ...everyTitle, question: { items_per_list: 100, ...onePerPlayer } },
    },
    {
      name: '200 titles, 200 invited, 100 rows',
      counts: { ...everyTitle, onlyPlayerIds: hall.playerIds.slice(0, 200), question: { items_per_list: 100 } },
    },
  ]
}
