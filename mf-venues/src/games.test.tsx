import type { OwnGame } from '@multiball/shared/schema'
import { FakeServer, makeList, renderRoutes } from '@multiball/shared/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import GamesRoutes from './games'

let server: FakeServer
beforeEach(() => (server = new FakeServer()))
afterEach(() => server.close())

const game = (id: number, fields: Partial<OwnGame> = {}): OwnGame => ({
  id,
  venuemachine: { id: 11, venue: { name: 'Silver Lane Arcade' }, machine: { id: 3, name: `Machine ${id}` } },
  position: 1,
  score: 1_000 * id,
  rank: 1,
  players: 1,
  started_on: '2024-03-01T10:00:00Z',
  settled_on: '2024-03-01T10:05:00Z',
  ...fields,
})

test('one’s own games, with place, score, machine, venue and when', async () => {
  const last = game(2, { rank: 2, players: 4, score: '9223372036854775807', settled_on: null })
  server.on('GET', '/api/user_profile/games/', ({ query }) => ({ ...makeList(query.offset === '0' ? last : game(1)), count: 2 }))
  renderRoutes(GamesRoutes, '/games', '/games')
  const row = within((await screen.findByText('Machine 2')).closest('li')!)
  for (const words of ['2nd', 'of 4', '9,223,372,036,854,775,807', 'Silver Lane Arcade', 'Playing now']) expect(row.getByText(words)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  const older = within((await screen.findByText('Machine 1')).closest('li')!)
  for (const words of ['Solo', '1,000', /2024/]) expect(older.getByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('who has none is told how to get one', async () => {
  server.on('GET', '/api/user_profile/games/', () => makeList())
  renderRoutes(GamesRoutes, '/games', '/games')
  expect(await screen.findByText('You have no games yet.')).toBeVisible()
})
