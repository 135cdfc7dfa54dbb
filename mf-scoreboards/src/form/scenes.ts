import type { ScoreboardInput } from '@multiball/shared/schema'
import { sampleNames, type SampleName } from './samples'

/** What the preview can show: sample games, and what the draft does when idle. */
export type Scene = SampleName | 'Idle leaderboard' | 'Hot game' | 'Idle image'

/** The scenes of a draft. */
export function scenesOf({ idle_leaderboard_show, idle_hotgame_show }: Pick<ScoreboardInput, 'idle_leaderboard_show' | 'idle_hotgame_show'>): readonly Scene[] {
  if (idle_leaderboard_show) return [...sampleNames, 'Idle leaderboard']
  return idle_hotgame_show ? [...sampleNames, 'Hot game', 'Idle image'] : sampleNames
}
