import { makeLeaderboardBootstrap } from '@multiball/shared/testing'
import { boardView } from './boardView'

test('VLB-01 the names of what counts, in their order', () => {
  const items = [
    { id: 2, type: 'machinegroup' as const, order: 1, name: 'Moon  Miner\u202e' },
    { id: 1, type: 'machine' as const, order: 0, name: 'Dragon’s Keep' },
  ]
  expect(boardView(makeLeaderboardBootstrap({ items })).name).toBe('Dragon’s Keep, Moon Miner')
})

test('VLB-01 the title is optional', () => {
  expect(boardView(makeLeaderboardBootstrap()).title).toBe('House records')
  expect(boardView(makeLeaderboardBootstrap({ display_title: false })).title).toBe('')
})

test.each([
  [null, null, 'All machines', 'All players'],
  [1, 1, '1 machine', '1 player'],
  [3, 148, '3 machines', '148 players'],
  [0, 2, '0 machines', '2 players'],
])('VLB-01 %s machines and %s players are told as %s, %s', (machine_count, player_count, machines, players) => {
  const view = boardView(makeLeaderboardBootstrap({ machine_count, player_count }))
  expect(`${view.machines.figure} ${view.machines.words}`).toBe(machines)
  expect(`${view.players.figure} ${view.players.words}`).toBe(players)
})
