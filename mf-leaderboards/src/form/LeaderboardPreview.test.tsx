import { FakeServer, makeLeaderboard, makeList, makeVenueMachine, renderRoutes } from '@multiball/shared/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import LeaderboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './LeaderboardForm'

test('LB-01 the preview is the real display with the draft’s settings, in each of its samples', async () => {
  const server = new FakeServer()
    .on('GET', '/api/venuemachine/11/', () => makeVenueMachine())
    .on('GET', '/api/leaderboard/', () => makeList())
    .on('GET', '/api/leaderboard/21/', () => makeLeaderboard({ items: [{ id: 11, type: 'venuemachine', order: 0 }] }))
  const user = userEvent.setup()
  renderRoutes(LeaderboardRoutes, '/leaderboards', '/leaderboards/21/edit')
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Friday League' } })
  fireEvent.click(screen.getByRole('radio', { name: 'Rolling' }))
  fireEvent.click(screen.getByRole('radio', { name: 'One Score Per Player' }))
  expect(await preview.findByRole('heading', { name: 'Dragon’s Keep' })).toBeInTheDocument()
  for (const text of ['Friday League', 'Last 7 days', 'one score per player'])
    expect(preview.getByText(text)).toBeInTheDocument()
  fireEvent.click(screen.getByRole('switch', { name: 'Display title' }))
  expect(preview.queryByText('Friday League')).toBeNull()
  for (const sample of ['Full list', 'Ties', '13 digits', 'Few rows', 'Empty', 'Grid cell']) {
    await user.click(preview.getByRole('tab', { name: sample }))
    expect(preview.getByRole('tabpanel')).toHaveTextContent(sample === 'Empty' ? 'No scores yet' : 'Wilhelmina')
  }
  server.close()
})
