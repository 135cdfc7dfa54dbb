import type { DisplayProps } from '@multiball/shared/boards'
import type { Game, Player, ScoreboardBootstrap } from '@multiball/shared/schema'

/** Boards and games for tests. */
export const aPlayer = (name: string, more: Partial<Player> = {}): Player => ({
  id: 1,
  cached_display_name: name,
  initials: '',
  prefer_initials: false,
  profile_picture: null,
  ...more,
})

export const aGame = (scores: (number | string)[], more: Partial<Game> = {}): Game => ({
  id: 1,
  venuemachine_id: 7,
  scores: scores.map((score, index) => ({ position: index + 1, score, player: null })),
  current_player: 1,
  current_ball: 2,
  settled_on: null,
  game_modes: [],
  ...more,
})

const machine = (id: number, name: string, venue: string, order: number) => ({
  order,
  venuemachine: { id, venue: { id: 1, name: venue }, machine: { id, name } },
})

export const aBootstrap = (more: Partial<ScoreboardBootstrap> = {}): ScoreboardBootstrap => ({
  id: 1,
  title: 'Friday League Night',
  display_title: true,
  background_color: '#000',
  high_density: false,
  enablePlayerRank: true,
  leaderboard: null,
  idle_leaderboard_show: false,
  idle_leaderboard_sec: 10,
  idle_scoreboard_sec: 10,
  idle_hotgame_show: false,
  idle_hotgame_type: 0,
  items: [machine(8, 'Moon Miner', 'Silver Lane Arcade', 1), machine(7, "Dragon's Keep", 'Silver Lane Arcade', 0)],
  scores: { data: [], epoch: 'a', seq: 0 },
  ...more,
})

export const displayProps = (games: Game[] | undefined, more: Partial<DisplayProps<'scoreboard'>> = {}): DisplayProps<'scoreboard'> => ({
  bootstrap: aBootstrap(),
  scores: games && { data: games, epoch: 'a', seq: 1 },
  layout: 'screen',
  options: { winnerMachineTitle: null },
  ...more,
})
