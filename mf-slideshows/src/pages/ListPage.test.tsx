import {
  FakeAnswer,
  FakeServer,
  findRow,
  makeGame,
  makeList,
  makeScores,
  makeSlideshow,
  renderRoutes,
} from '@multiball/shared/testing'
import { screen } from '@testing-library/react'
import SlideshowRoutes from '../routes'

jest.mock('@multiball/shared/remotes', () => ({}))

let server: FakeServer
const image = { id: 3, image: '/media/abc', width: 1600, height: 900 }

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/slideshow/', () =>
      makeList(
        makeSlideshow({ id: 41, title: 'Round and round' }),
        makeSlideshow({
          id: 42,
          title: 'Posters',
          is_public: false,
          viewer_key: 'k1',
          items: [{ item_type: 'slideshowimage', item_id: 3, duration: 120, order: 0, image }],
        }),
      ),
    )
    .on('GET', '/api/:type/:id/scores/', () => new FakeAnswer(404))
    .on('GET', '/api/scoreboard/7/scores/', () => makeScores(makeGame([4_200_000])))
})
afterEach(() => server.close())

test('LST-01 the list is titled My Slideshows, and an empty one says so', async () => {
  const { unmount } = renderRoutes(SlideshowRoutes, '/slideshows', '/slideshows')
  expect(await screen.findByRole('heading', { level: 1, name: /My Slideshows/ })).toBeVisible()
  expect(await screen.findByText(/^2\s*slideshows$/)).toBeVisible()
  expect(screen.getByRole('link', { name: '+ Add Slideshow' })).toHaveAttribute('href', '/slideshows/add')
  unmount()
  server.on('GET', '/api/slideshow/', () => makeList())
  renderRoutes(SlideshowRoutes, '/slideshows', '/slideshows')
  expect(await screen.findByText('You have not created any Slideshows!')).toBeVisible()
})

test('LST-02 a row tells how many screens, how long a round is, and shows the first one in small', async () => {
  renderRoutes(SlideshowRoutes, '/slideshows', '/slideshows')
  const round = await findRow('Round and round')
  expect(round.getByText('2 screens, 15 s per loop')).toBeVisible()
  expect(await round.findByText('4,200,000')).toBeInTheDocument()
  expect(round.getByRole('link', { name: /^View/ })).toHaveAttribute('href', '/viewer/slideshows/41')
  const posters = await findRow('Posters')
  expect(posters.getByRole('link', { name: /^View/ })).toHaveAttribute('href', '/viewer/slideshows/42?key=k1')
  expect(document.querySelector('img')).toHaveAttribute('src', 'http://localhost/media/abc')
})
