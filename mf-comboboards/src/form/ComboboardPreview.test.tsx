import {
  FakeAnswer,
  FakeServer,
  makeComboboard,
  makeLeaderboard,
  makeLeaderboardBootstrap,
  makeList,
  makeScoreboard,
  makeScoreboardBootstrap,
  renderRoutes,
} from '@multiball/shared/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ComboboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './ComboboardForm'

jest.mock('@multiball/shared/remotes', () => ({
  ...jest.requireActual<object>('@multiball/shared/remotes'),
  loadExpose: jest.fn(() => new Promise(() => {})),
  remoteForDisplay: () => 'mf-scoreboards',
}))

test('CB-01 the preview shows the own boards, each read once, one that is chosen twice shown once, and samples of each size', async () => {
  const items = [
    { item_type: 'scoreboard', item_id: 7, order: 0 },
    { item_type: 'leaderboard', item_id: 21, order: 1 },
    { item_type: 'scoreboard', item_id: 8, order: 2 },
    { item_type: 'scoreboard', item_id: 7, order: 3 },
  ] as const
  const server = new FakeServer()
    .on('GET', '/api/scoreboard/', () =>
      makeList(makeScoreboard({ id: 7, title: 'Lobby wall' }), makeScoreboard({ id: 8, title: 'Front window' })),
    )
    .on('GET', '/api/leaderboard/', () => makeList(makeLeaderboard({ id: 21, title: 'House records' })))
    .on('GET', '/api/scoreboard/:id/bootstrap/', ({ params }) => makeScoreboardBootstrap({ id: Number(params.id) }))
    .on('GET', '/api/leaderboard/:id/bootstrap/', () => makeLeaderboardBootstrap())
    .on('GET', '/api/comboboard/', () => makeList())
    .on('GET', '/api/comboboard/31/', () => makeComboboard({ id: 31, items: [...items] }))
    .on('GET', '/api/comboboard/:id/scores/', () => new FakeAnswer(404))
  const user = userEvent.setup()
  renderRoutes(ComboboardRoutes, '/comboboards', '/comboboards/31/edit')
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  // Displays of other remotes do not load here: each place waits for its own.
  await waitFor(() => expect(preview.getAllByText('Waiting for data...')).toHaveLength(3))
  expect(preview.getByText('Item 4')).toBeVisible()
  fireEvent.click(await screen.findByRole('button', { name: 'Move Front window up' }))
  for (const size of [2, 4, 9, 20]) {
    await user.click(preview.getByRole('tab', { name: `${size} boards` }))
    await waitFor(() => expect(preview.getAllByText('Waiting for data...')).toHaveLength(size))
  }
  for (const id of [7, 8]) expect(server.sent('GET', `/api/scoreboard/${id}/bootstrap/`)).toHaveLength(1)
  server.close()
})
