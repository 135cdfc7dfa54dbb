import { onFields } from '@multiball/shared/forms'
import { ComboboardInput, Id, LeaderboardInput, ScoreboardInput } from '@multiball/shared/schema'
import * as v from 'valibot'

const isNoTime = 'Please enter 1 to 86400 seconds'
const Seconds = v.pipe(v.number(isNoTime), v.integer(isNoTime), v.minValue(1, isNoTime), v.maxValue(86_400, isNoTime))

const combo = ComboboardInput.entries
const leader = LeaderboardInput.entries

const fields = {
  title: combo.title,
  is_public: combo.is_public,
  background_color: combo.background_color,
  high_density: combo.high_density,
  /** ids of venue machines */
  machines: v.pipe(v.array(Id), v.minLength(2, 'Please select at least two machines')),
  enablePlayerRank: ScoreboardInput.entries.enablePlayerRank,
  idle_scoreboard_sec: Seconds,
  idle_leaderboard_sec: Seconds,
  leaderboard_time_type: leader.leaderboard_time_type,
  score_start_time: leader.score_start_time,
  score_end_time: leader.score_end_time,
  last_time_bucket: leader.last_time_bucket,
  last_time_timezone: leader.last_time_timezone,
  last_time_count: leader.last_time_count,
  one_score_per_player: leader.one_score_per_player,
  /** what each leaderboard counts: this one machine, or all machines of its title */
  item_type: v.picklist(['venuemachine', 'machine']),
}

/** What the wizard asks; the rules that look at several fields are those of the boards that will be made of it. */
export const WizardInput = v.pipe(
  v.object(fields),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { machines, ...rest } = dataset.value
    const items = machines.map((item_id) => ({ item_type: 'scoreboard' as const, item_id }))
    const say = (field: keyof typeof fields, message: string) =>
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: dataset.value, key: field, value: dataset.value[field] }] })

    const board = v.safeParse(ComboboardInput, { ...rest, title: 'x', items })
    const tooMany = machines.length >= 2 && board.issues?.find(({ path }) => path?.[0]?.key === 'items')
    if (tooMany) say('machines', tooMany.message)

    const leaderboard = v.safeParse(LeaderboardInput, { ...rest, title: 'x', items: [{ id: 1, type: 'machine' }] })
    for (const field of ['score_start_time', 'score_end_time'] as const) {
      const issue = leaderboard.issues?.find(({ path }) => path?.[0]?.key === field)
      if (issue) say(field, issue.message)
    }
  }),
)
export type WizardInput = v.InferOutput<typeof WizardInput>

/** The same for its form; a draft may have chosen any number of machines. */
export const wizardFormSchema = onFields(WizardInput, { ...fields, machines: v.array(Id), idle_scoreboard_sec: v.number(), idle_leaderboard_sec: v.number() })
