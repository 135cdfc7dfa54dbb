import type { Game } from '@multiball/shared/schema'
import { withoutTooManyModes } from './feeds'

const game = (id: number, game_modes: string[]): Game => ({
  id,
  venuemachine_id: id,
  scores: [],
  current_player: null,
  current_ball: null,
  settled_on: null,
  game_modes,
})
const lengths = (games: readonly Game[]) => games.map(({ game_modes }) => game_modes.length)

test('RUN-05 of more modes than a wall can show, a state has those of its newest games', () => {
  const full = Array.from({ length: 32 }, () => 'x'.repeat(200))
  expect(lengths(withoutTooManyModes([1, 2, 3, 4, 5].map((id) => game(id, full))))).toEqual([32, 32, 32, 4, 0])
  const usual = [game(1, ['MB:Multiball', 'NA:x2']), game(2, [])]
  expect(withoutTooManyModes(usual)).toEqual(usual)
})
