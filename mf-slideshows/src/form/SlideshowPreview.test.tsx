import {
  FakeAnswer,
  FakeServer,
  fakeSockets,
  makeList,
  makeScoreboard,
  makeScoreboardBootstrap,
  makeSlideshow,
  renderRoutes,
} from '@multiball/shared/testing'
import { screen, within } from '@testing-library/react'
import SlideshowRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './SlideshowForm'

jest.mock('@multiball/shared/remotes', () => ({
  ...jest.requireActual<object>('@multiball/shared/remotes'),
  loadExpose: jest.fn(() => new Promise(() => {})),
  remoteForDisplay: () => 'mf-scoreboards',
}))

fakeSockets()
let server: FakeServer
beforeEach(() => {
  const slide = { item_type: 'scoreboard', item_id: 7, duration: 5, order: 0 } as const
  server = new FakeServer()
    .on('GET', '/api/scoreboard/', () => makeList(makeScoreboard({ id: 7, title: 'Lobby wall' })))
    .on('GET', '/api/leaderboard/', () => makeList())
    .on('GET', '/api/comboboard/', () => makeList())
    .on('GET', '/api/scoreboard/7/bootstrap/', () => makeScoreboardBootstrap())
    .on('GET', '/api/scoreboard/7/scores/', () => new FakeAnswer(404))
    .on('GET', '/api/slideshow/', () => makeList())
    .on('GET', '/api/slideshow/41/', () =>
      makeSlideshow({ id: 41, items: [slide, { ...slide, item_id: 8, order: 1 }] }),
    )
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
})
const preview = async () => within(await screen.findByRole('complementary', { name: 'Preview' }))

test('SS-01 the preview is the real display: the first screen shown, the next one mounted behind it', async () => {
  renderRoutes(SlideshowRoutes, '/slideshows', '/slideshows/41/edit')
  // Displays of other remotes do not load here.
  expect(await (await preview()).findByText('Waiting for data...')).toBeInTheDocument()
  expect(server.sent('GET', '/api/scoreboard/7/bootstrap/').length).toBeGreaterThan(0)
  expect((await preview()).getByRole('tab', { name: 'Five seconds each' })).toBeInTheDocument()
})

test('SS-01 it says where screens will be shown', async () => {
  renderRoutes(SlideshowRoutes, '/slideshows', '/slideshows/add')
  expect(await (await preview()).findByText('Your screens will be shown here.')).toBeInTheDocument()
})
