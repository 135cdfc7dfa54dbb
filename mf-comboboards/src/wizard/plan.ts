import { LeaderboardInput, newBoard, ScoreboardInput, type ComboboardInput } from '@multiball/shared/schema'
import { freeTitle, titleFor } from './titles'
import type { WizardInput } from './wizardInput'

export type MadeType = 'leaderboard' | 'scoreboard' | 'comboboard'

/** A machine that boards are made for. */
export interface WizardMachine {
  /** of the venue machine */
  id: number
  /** of its title in the catalogue */
  titleId: number
  name: string
}

/** A board that the wizard made. */
export interface MadeBoard {
  type: MadeType
  id: number
  title: string
}

/** One board to make. */
export interface Step {
  type: MadeType
  title: string
}

/** The owner's titles that are taken, by board type, each with its board's id. */
export type TakenTitles = Record<MadeType, ReadonlyMap<string, number>>

/**
 * The boards to make, in their order: for each machine its leaderboard, then its scoreboard, at the end the comboboard.
 * What was made already comes first, as it was made.
 */
export function planSteps({ title }: WizardInput, machines: readonly WizardMachine[], made: readonly MadeBoard[], taken: TakenTitles): Step[] {
  const given: Record<MadeType, Set<string>> = { leaderboard: new Set(), scoreboard: new Set(), comboboard: new Set() }
  const wanted: Step[] = [
    ...machines.flatMap(({ name }): Step[] => [
      { type: 'leaderboard', title: titleFor(title, name) },
      { type: 'scoreboard', title: titleFor(title, name) },
    ]),
    { type: 'comboboard', title },
  ]
  return wanted.map(({ type, title: first }, at) => {
    const free = made[at]?.title ?? freeTitle(first, (one) => taken[type].has(one) || given[type].has(one))
    given[type].add(free)
    return { type, title: free }
  })
}

const common = ({ is_public, background_color }: WizardInput) => ({ is_public, background_color })

export const leaderboardOf = (input: WizardInput, title: string, { id, titleId }: WizardMachine): LeaderboardInput => ({
  ...newBoard(LeaderboardInput),
  ...common(input),
  title,
  items: [{ id: input.item_type === 'machine' ? titleId : id, type: input.item_type, order: 0 }],
  one_score_per_player: input.one_score_per_player,
  leaderboard_time_type: input.leaderboard_time_type,
  score_start_time: input.score_start_time,
  score_end_time: input.score_end_time,
  last_time_bucket: input.last_time_bucket,
  last_time_timezone: input.last_time_timezone,
  last_time_count: input.last_time_count,
})

export const scoreboardOf = (input: WizardInput, title: string, { id }: WizardMachine, leaderboard: number): ScoreboardInput => ({
  ...newBoard(ScoreboardInput),
  ...common(input),
  title,
  enablePlayerRank: input.enablePlayerRank,
  high_density: input.high_density,
  leaderboard,
  idle_leaderboard_show: true,
  idle_leaderboard_sec: input.idle_leaderboard_sec,
  idle_scoreboard_sec: input.idle_scoreboard_sec,
  venuemachine_items: [{ venuemachine: id, order: 0 }],
})

export const comboboardOf = (input: WizardInput, title: string, scoreboards: readonly number[]): ComboboardInput => ({
  ...common(input),
  title,
  high_density: input.high_density,
  items: scoreboards.map((item_id, order) => ({ item_type: 'scoreboard', item_id, order })),
})
