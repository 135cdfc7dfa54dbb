import type { ComboboardBootstrap, ComboboardScores } from '@multiball/shared/schema'
import {
  makeComboboardBootstrap,
  makeGame,
  makeLeaderboardBootstrap,
  makeLeaderboardScores,
  makeScoreboardBootstrap,
} from '@multiball/shared/testing'
import { nextCells } from './cells'

type State = ComboboardScores['boards'][number]

const { scores: _s, ...scoreboard } = makeScoreboardBootstrap()
const { scores: _l, ...leaderboard } = makeLeaderboardBootstrap()

const parts = (): ComboboardBootstrap['boards'] => [
  { item_type: 'leaderboard', item_id: 21, order: 1, bootstrap: structuredClone(leaderboard) },
  { item_type: 'scoreboard', item_id: 7, order: 0, bootstrap: structuredClone(scoreboard) },
  { item_type: 'scoreboard', item_id: 8, order: 2, error: 'This board is private' },
]
const playing = (item_id: number, score: number): State => ({
  item_type: 'scoreboard',
  item_id,
  order: 0,
  sessions: [makeGame([score])],
})
const best = (score: number): State => ({
  item_type: 'leaderboard',
  item_id: 21,
  order: 1,
  data: makeLeaderboardScores(score).data,
})
const state = (seq: number, ...boards: State[]): ComboboardScores => ({ boards, epoch: 'one', seq, config: 'c' })

const bootstrap = makeComboboardBootstrap(parts())
const first = nextCells([], bootstrap, state(4, best(100), playing(7, 10)))

test('VCB-01 cells stand in their order, each with the state that its own display takes', () => {
  expect(first.map(({ type, id }) => [type, id])).toEqual([
    ['scoreboard', 7],
    ['leaderboard', 21],
    ['scoreboard', 8],
  ])
  expect(first[0]?.scores).toEqual({ data: [makeGame([10])], epoch: 'one', seq: 4, config: 'c' })
  expect(first[1]?.scores).toEqual({ data: makeLeaderboardScores(100).data, epoch: 'one', seq: 4, config: 'c' })
  expect(first[0]?.bootstrap).toMatchObject({ title: 'Lobby wall', scores: { seq: 4 } })
})

test('BTY-41 a board of a type from a remote is a cell with its settings and feeds; before its first state its feeds are empty', () => {
  const part = {
    item_type: 'taplist',
    item_id: 61,
    order: 3,
    bootstrap: { id: 61, title: 'Beers', settings: { beer: 'Pils' } },
  }
  const own = makeComboboardBootstrap([...parts(), part])
  const feeds = { best: { kind: 'ranking' as const, scores: [] } }
  const [before, after] = [state(4), state(5, { item_type: 'taplist', item_id: 61, order: 3, feeds })].map((now) =>
    nextCells([], own, now).at(-1),
  )
  expect(before).toMatchObject({
    type: 'taplist',
    bootstrap: { settings: { beer: 'Pils' }, scores: { feeds: {}, seq: 4 } },
    scores: undefined,
  })
  expect(after).toMatchObject({ type: 'taplist', scores: { feeds, seq: 5 } })
})

test('VCB-01 a board that may not be seen has its sentence and nothing else', () => {
  expect(first[2]).toEqual({
    type: 'scoreboard',
    id: 8,
    order: 2,
    error: 'This board is private',
    bootstrap: undefined,
    scores: undefined,
  })
})

test('VCB-01 a state that says the same is the same cells, all of them', () => {
  expect(nextCells(first, makeComboboardBootstrap(parts()), state(5, best(100), playing(7, 10)))).toBe(first)
})

test('VCB-01 a score changes the cell of its board alone, and leaves its settings the same object', () => {
  const next = nextCells(first, bootstrap, state(5, best(100), playing(7, 20)))
  expect(next[0]).not.toBe(first[0])
  expect(next[0]?.scores).toMatchObject({ seq: 5, data: [{ scores: [{ score: 20 }] }] })
  expect(next[0]?.bootstrap).toBe(first[0]?.bootstrap)
  expect(next[1]).toBe(first[1])
  expect(next[2]).toBe(first[2])
})

test('VCB-01 changed settings change the cell of their board alone, and leave its scores the same object', () => {
  const changed = parts().map((part) =>
    part.item_type === 'leaderboard' ? { ...part, bootstrap: { ...leaderboard, title: 'New' } } : part,
  ) as ComboboardBootstrap['boards']
  const next = nextCells(first, makeComboboardBootstrap(changed), state(5, best(100), playing(7, 10)))
  expect(next[0]).toBe(first[0])
  expect(next[1]?.bootstrap?.title).toBe('New')
  expect(next[1]?.scores).toBe(first[1]?.scores)
})

test('VCB-01 a board that becomes private while it is watched shows nothing of itself any more', () => {
  const next = nextCells(
    first,
    bootstrap,
    state(5, best(100), { item_type: 'scoreboard', item_id: 7, order: 0, error: 'This board is private' }),
  )
  expect(next[0]).toMatchObject({ error: 'This board is private', bootstrap: undefined, scores: undefined })
})

test('VCB-01 a board that left the comboboard leaves the grid', () => {
  const [one, other] = parts()
  expect(nextCells(first, makeComboboardBootstrap([one!, other!]), state(5, best(100), playing(7, 10)))).toHaveLength(2)
})
