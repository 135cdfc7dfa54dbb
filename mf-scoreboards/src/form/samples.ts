import { sampleGame as game, sampleGameOver, samplePlayer } from '@multiball/shared/forms'
import type { Chase, Game, ScoreboardInput, ScoreboardScores, VenueMachine } from '@multiball/shared/schema'

/** The states that the preview shows a board in. */
const sampleNames = ['4 players', '1 player', 'Idle', '13 digits', 'Game over', 'Grid cell'] as const
type SampleName = (typeof sampleNames)[number]

let seq = 0
// A later state has the higher number, as on the wire, so that switching samples is never taken for an old state.
const state = (...data: Game[]): ScoreboardScores => ({ data, epoch: 'sample', seq: (seq += 1) })

const fourPlayers = [412_305_870, 38_914_220, 1_284_906_530, 97_340_110]

/** Where the hot game of the preview is played. */
export const hotMachine: VenueMachine = {
  id: 2,
  machine: { id: 2, name: 'Another machine' },
  venue: { id: 2, name: 'Another venue' },
  user_roles: [],
}

export const samples: Record<SampleName | 'Hot game', ScoreboardScores> = {
  '4 players': state(game(fourPlayers, { current_player: 3 })),
  '1 player': state(game([147_959_700], { game_modes: [] })),
  Idle: state(),
  '13 digits': state(
    game([1_046_218_340_110, 412_305_870_410, 9_740_220_510, 8_880_000_000_000], {
      current_player: 4,
      current_ball: 3,
    }),
  ),
  'Game over': state(game(fourPlayers, { ...sampleGameOver, current_ball: 2 })),
  'Grid cell': state(game(fourPlayers, { current_player: 3 })),
  'Hot game': state(game([97_340_110, 612_044_800], { venuemachine_id: 2, current_player: 2, current_ball: 3 })),
}

/** What a draft chases in the sample games; `title` of its leaderboard. */
export const sampleChase = (of: ScoreboardInput['chase'], title: string | undefined): Chase | undefined =>
  of === 'off' || (of === 'leaderboard' && title === undefined)
    ? undefined
    : { of, title, score: 1_505_719_942, player: samplePlayer(4), settled_on: '2026-01-01T20:00:00Z' }

/** What the preview can show: sample games, and what the draft does when idle. */
export type Scene = SampleName | 'Idle leaderboard' | 'Hot game' | 'Idle image' | 'Attract mode'

/** The scenes of a draft. */
export function scenesOf({
  idle_leaderboard_show,
  idle_hotgame_show,
}: Pick<ScoreboardInput, 'idle_leaderboard_show' | 'idle_hotgame_show'>): readonly Scene[] {
  if (idle_leaderboard_show) return [...sampleNames, 'Idle leaderboard']
  return idle_hotgame_show ? [...sampleNames, 'Hot game', 'Idle image'] : sampleNames
}
