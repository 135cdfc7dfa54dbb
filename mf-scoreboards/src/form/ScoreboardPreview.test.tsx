import type { Scoreboard } from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  makeLeaderboard,
  makeList,
  makeScoreboard,
  makeVenueMachine,
  renderRoutes,
} from '@multiball/shared/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ScoreboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './ScoreboardForm'

let server: FakeServer
const user = userEvent.setup()
const preview = () => within(screen.getByRole('complementary', { name: 'Preview' }))
const panel = () => within(preview().getByRole('tabpanel'))

async function edit(fields: Partial<Scoreboard> = {}) {
  const board = makeScoreboard({ id: 7, title: 'Lobby wall', ...fields })
  server.on('GET', '/api/scoreboard/7/', () => board)
  const view = renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Lobby wall'))
  return view
}

beforeEach(() => {
  // jsdom has no canvas, and says so at length.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  server = new FakeServer()
    .on('GET', '/api/venuemachine/11/', () => makeVenueMachine())
    .on('GET', '/api/scoreboard/', () => makeList())
    .on('GET', '/api/leaderboard/', () => makeList(makeLeaderboard()))
    .on('GET', '/api/scoreboard/:id/scores/', () => new FakeAnswer(404))
    .on('PUT', '/api/scoreboard/7/', ({ body }) => makeScoreboard({ ...(body as object), id: 7 }))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
  jest.restoreAllMocks()
})

test('FRM-01 the preview is the real display with the draft’s settings, in each of its samples', async () => {
  await edit()
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Friday League' } })
  expect(panel().getByText('Friday League')).toBeInTheDocument()
  expect(await panel().findByText(/Dragon’s Keep/i)).toBeInTheDocument()
  fireEvent.click(screen.getByRole('switch', { name: 'Display title' }))
  expect(preview().queryByText('Friday League')).toBeNull()
  for (const sample of ['4 players', '1 player', 'Idle', '13 digits', 'Game over', 'Grid cell']) {
    await user.click(screen.getByRole('tab', { name: sample }))
    expect(preview().getByRole('tabpanel')).not.toBeEmptyDOMElement()
  }
})

test('WAL-02 the display of the scores is the machine’s own until the owner chooses another, and the preview shows it', async () => {
  const { container } = await edit()
  const field = screen.getByRole('button', { name: /Score display/ })
  expect(field).toHaveTextContent('As on the machine')
  await user.click(field)
  await user.click(screen.getByRole('option', { name: 'Number reels' }))
  expect(field).toHaveTextContent('Number reels')
  await waitFor(() => expect(container.querySelector('.reelsStage')).toBeInTheDocument())
  fireEvent.click(screen.getByRole('button', { name: 'Update Scoreboard' }))
  await waitFor(() => expect(server.sent('PUT', '/api/scoreboard/7/')[0]?.body).toMatchObject({ figures: 'reels' }))
})

test('SB-02 SB-03 it shows what the draft does when idle', async () => {
  await edit({ idle_hotgame_show: true, idle_hotgame_type: 2, idle_scoreboard_sec: 25 })
  expect(screen.getByText('Otherwise Color Bars, 20 seconds')).toBeVisible()
  await user.click(preview().getByRole('tab', { name: 'Hot game' }))
  expect(panel().getByText('Another machine')).toBeInTheDocument()
  // Nothing of it is live, and it does not say so.
  expect(panel().queryByText('Live')).toBeNull()
  expect(panel().getByText('Preview')).toBeInTheDocument()
  await user.click(preview().getByRole('tab', { name: 'Idle image' }))
  expect(await panel().findByText('STAND BY')).toBeInTheDocument()
  fireEvent.click(screen.getByRole('switch', { name: 'Show leaderboard when idle' }))
  expect(screen.getByText('Scoreboard, 25 seconds')).toBeVisible()
  expect(preview().queryByRole('tab', { name: 'Hot game' })).toBeNull()
  await user.click(preview().getByRole('tab', { name: 'Idle leaderboard' }))
  expect(panel().getByText('Please select a leaderboard')).toBeInTheDocument()
})
