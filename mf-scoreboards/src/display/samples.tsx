import type { DisplayProps } from '@multiball/shared/boards'
import { ClockContext, Foot, Stage } from '@multiball/shared/display'
import { newBoard, ScoreboardInput } from '@multiball/shared/schema'
import type { Game, Player, ScoreboardBootstrap } from '@multiball/shared/schema'
import { fakeClock } from '@multiball/shared/testing'
import { render, type RenderOptions } from '@testing-library/react'
import { display } from '../display'

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

export const displayProps = (
  games: Game[] | undefined,
  more: Partial<DisplayProps<'scoreboard'>> = {},
): DisplayProps<'scoreboard'> => ({
  bootstrap: aBootstrap(),
  scores: games && { data: games, epoch: 'a', seq: 1 },
  layout: 'screen',
  options: { winnerMachineTitle: null },
  ...more,
})

/** Shows a scoreboard on a stage whose clock stands still; `update` shows a later state. */
export function showBoard(props: DisplayProps<'scoreboard'>, options?: RenderOptions) {
  const time = fakeClock()
  const board = (next: DisplayProps<'scoreboard'>) => (
    <ClockContext value={time.clock}>
      <Stage background={next.bootstrap.background_color} layout={next.layout}>
        <display.Display {...next} />
        <Foot connection="live" />
      </Stage>
    </ClockContext>
  )
  const view = render(board(props), options)
  return { ...view, ...time, update: (next: DisplayProps<'scoreboard'>) => view.rerender(board(next)) }
}
