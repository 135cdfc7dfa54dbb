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
  expect(boardView(makeLeaderboardBootstrap()).line).toBe('House records')
  expect(boardView(makeLeaderboardBootstrap({ display_title: false })).line).toBe('')
  expect(boardView(makeLeaderboardBootstrap({ title: 'DRAGON’S KEEP' }))).toMatchObject({
    name: 'Dragon’s Keep',
    line: '',
  })
})

const machines = ['Dragon’s Keep', 'Moon Miner', 'Neon Harbor', 'Saturn Line', 'Tidal Run']

test.each([
  [3, true, 'Dragon’s Keep, Moon Miner, Neon Harbor', 'House records'],
  [3, false, 'Dragon’s Keep, Moon Miner, Neon Harbor', ''],
  [4, true, 'House records', 'Dragon’s Keep, Moon Miner and 2 more'],
  [5, false, 'Dragon’s Keep, Moon Miner and 3 more', ''],
])('VLB-03 of %i machines, the title shown: %s', (count, display_title, name, line) => {
  const items = machines
    .slice(0, count)
    .map((machine, order) => ({ id: order + 1, type: 'machine' as const, order, name: machine }))
  expect(boardView(makeLeaderboardBootstrap({ items, display_title }))).toMatchObject({ name, line })
})

test.each([
  [null, null, 'All machines', 'All players'],
  [1, 1, '1 machine', '1 player'],
  [3, 148, '3 machines', '148 players'],
  [0, 2, '0 machines', '2 players'],
])('VLB-01 %s machines and %s players are told as %s, %s', (machine_count, player_count, machines, players) => {
  const view = boardView(makeLeaderboardBootstrap({ machine_count, player_count }))
  expect(`${view.machines.count} ${view.machines.words}`).toBe(machines)
  expect(`${view.players.count} ${view.players.words}`).toBe(players)
})
