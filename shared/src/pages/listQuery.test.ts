import { makeScoreboard } from '@multiball/shared/testing'
import { formatListQuery, parseListQuery, selectBoards } from './listQuery'

const boards = [
  makeScoreboard({ id: 1, title: 'Wall 10', is_public: true }),
  makeScoreboard({ id: 2, title: 'wall 9', is_public: false }),
  makeScoreboard({ id: 3, title: 'Bar', is_public: true }),
]
const places = new Map([[1, 'Medieval Castle · Silver Ball'], [2, 'Kraken Bay · The Back Room'], [3, 'Kraken Bay · The Back Room']])
const placeOf = ({ id }: { id: number }) => places.get(id)

test.each([
  ['', [3, 2, 1]],
  ['q=wall', [2, 1]],
  ['q=kraken', [3, 2]],
  ['q=BACK+room', [3, 2]],
  ['q=nothing', []],
  ['privacy=public', [3, 1]],
  ['privacy=private', [2]],
  ['sort=oldest', [1, 2, 3]],
  ['sort=title', [3, 2, 1]],
  ['q=wall&privacy=public&sort=title', [1]],
  ['privacy=secret&sort=upwards', [3, 2, 1]],
])('the query %p shows %p', (query, ids) => {
  expect(selectBoards(boards, placeOf, parseListQuery(new URLSearchParams(query))).map(({ id }) => id)).toEqual(ids)
})

test('an address says only what differs from the defaults', () => {
  expect(formatListQuery({ text: '', privacy: 'all', sort: 'newest' }).toString()).toBe('')
  expect(formatListQuery({ text: 'a b', privacy: 'private', sort: 'title' }).toString()).toBe('q=a+b&privacy=private&sort=title')
})
