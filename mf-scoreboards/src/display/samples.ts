import type { DisplayProps } from '@multiball/shared/boards'
import { newBoard, ScoreboardInput } from '@multiball/shared/schema'
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

const { is_public: _public, venuemachine_items: _items, ...settings } = newBoard(ScoreboardInput)

export const aBootstrap = (more: Partial<ScoreboardBootstrap> = {}): ScoreboardBootstrap => ({
  ...settings,
  id: 1,
  title: 'Friday League Night',
  enablePlayerRank: true,
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
