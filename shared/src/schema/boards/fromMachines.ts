import * as v from 'valibot'
import { Id } from '../primitives/values'
import { allDifferent } from './board'
import { ComboboardInput } from './comboboard'
import { LeaderboardInput } from './leaderboard'
import { ScoreboardInput } from './scoreboard'

const combo = ComboboardInput.entries
const scoreboard = ScoreboardInput.entries
const leaderboard = LeaderboardInput.entries

const fields = {
  title: combo.title,
  is_public: combo.is_public,
  background_color: combo.background_color,
  high_density: combo.high_density,
  /** ids of venue machines, in the order of the grid */
  machines: v.pipe(
    v.array(Id),
    v.minLength(2, 'Please select at least two machines'),
    v.check(
      allDifferent((id) => id),
      'No duplicate machines!',
    ),
  ),
  enablePlayerRank: scoreboard.enablePlayerRank,
  idle_scoreboard_sec: scoreboard.idle_scoreboard_sec,
  idle_leaderboard_sec: scoreboard.idle_leaderboard_sec,
  leaderboard_time_type: leaderboard.leaderboard_time_type,
  score_start_time: leaderboard.score_start_time,
  score_end_time: leaderboard.score_end_time,
  last_time_bucket: leaderboard.last_time_bucket,
  last_time_timezone: leaderboard.last_time_timezone,
  last_time_count: leaderboard.last_time_count,
  one_score_per_player: leaderboard.one_score_per_player,
  /** what each leaderboard counts: its one machine, or all machines of its title */
  item_type: v.optional(v.picklist(['venuemachine', 'machine']), 'venuemachine'),
}

/**
 * What an owner sends: POST /api/comboboard/from_machines/, which makes a leaderboard and a scoreboard for each machine and
 * a comboboard of the scoreboards. The rules that look at several fields are those of the boards that will be made.
 */
export const FromMachinesInput = v.pipe(
  v.object(fields),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { machines, ...rest } = dataset.value
    const say = (field: keyof typeof fields, message: string) =>
      addIssue({
        message,
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: field, value: dataset.value[field] }],
      })

    const items = machines.map((item_id) => ({ item_type: 'scoreboard' as const, item_id }))
    const grid = v.safeParse(ComboboardInput, { ...rest, title: 'x', items })
    const tooMany =
      machines.length >= 2 && grid.issues?.find(({ path, type }) => path?.[0]?.key === 'items' && type !== 'check')
    if (tooMany) say('machines', tooMany.message)

    const counted = v.safeParse(LeaderboardInput, { ...rest, title: 'x', items: [{ id: 1, type: 'machine' }] })
    for (const field of ['score_start_time', 'score_end_time'] as const) {
      const issue = counted.issues?.find(({ path }) => path?.[0]?.key === field)
      if (issue) say(field, issue.message)
    }
  }),
)
export type FromMachinesInput = v.InferOutput<typeof FromMachinesInput>
