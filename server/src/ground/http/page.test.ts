import { pageFrom, pageOf } from './page'

test.each([
  [
    'first of three',
    '/api/machines/?limit=2&search=a%20b',
    { limit: 2, offset: 0 },
    5,
    '/api/machines/?limit=2&search=a+b&offset=2',
    null,
  ],
  [
    'in the middle',
    '/api/machines?offset=2&limit=2',
    { limit: 2, offset: 2 },
    5,
    '/api/machines?offset=4&limit=2',
    '/api/machines?offset=0&limit=2',
  ],
  ['the last', '/api/machines', { limit: 2, offset: 4 }, 5, null, '/api/machines?limit=2&offset=2'],
  ['all in one', '/api/machines', { limit: 100, offset: 0 }, 5, null, null],
  ['none asked for', '/api/machines', { limit: 0, offset: 0 }, 5, null, null],
  ['odd offset', '/api/machines', { limit: 4, offset: 1 }, 5, null, '/api/machines?limit=4&offset=0'],
])('%s', (_title, url, paging, count, next, previous) => {
  expect(pageOf(url, paging, count, [])).toEqual({ count, next, previous, results: [] })
})

test('a page after a row that also passes over some leads to the next one, which passes over none', () => {
  const rows = [{ id: 8 }, { id: 7 }]
  expect(pageFrom('/api/games/?after=10&limit=2&offset=1', { after: 10, limit: 2, offset: 1 }, 9, rows).next).toBe(
    '/api/games/?after=7&limit=2',
  )
})
