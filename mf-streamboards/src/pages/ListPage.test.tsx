import type { Streamboard } from '@multiball/shared/schema'
import { FakeAnswer, FakeServer, findRow, makeGame, makeList, makeUser, renderRoutes } from '@multiball/shared/testing'
import { screen } from '@testing-library/react'
import StreamboardRoutes from '../routes'

jest.mock('@multiball/shared/remotes', () => ({}))

const board = (id: number, title: string, config: Partial<Streamboard['config_json']> = {}): Streamboard => ({
  id,
  title,
  is_public: true,
  moments: 'records',
  user_roles: [{ user: makeUser(), role: 'owner' }],
  scoreboard_items: [{ scoreboard: 7, order: 0 }],
  config_json: {
    size: '1280x720',
    type: 'oneUp',
    layout: 'ThreeCam',
    scoreboardsConfig: [],
    backgroundColor: '#000000',
    textColor: '#ffffff',
    highlightColor: '#ffdf00',
    ...config,
  },
})

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/streamboard/', () =>
      makeList(board(51, 'Finals'), board(52, 'Corner', { layout: 'ScoresOnlyFixed' })),
    )
    .on('GET', '/api/streamboard/51/scores/', () => ({
      data: [{ order: 0, scoreboard: 7, venuemachine_id: 11, session: makeGame([1]) }],
      epoch: 'a',
      seq: 1,
    }))
    .on('GET', '/api/streamboard/52/scores/', () => new FakeAnswer(404))
})
afterEach(() => server.close())

test('LST-01 the list has heading, count and the way to a new one', async () => {
  renderRoutes(StreamboardRoutes, '/streamboards', '/streamboards')
  expect(await screen.findByRole('heading', { level: 1, name: /My Streamboards/ })).toBeVisible()
  expect(await screen.findByText(/^2\s*streamboards$/)).toBeVisible()
  expect(screen.getByRole('link', { name: '+ Add Streamboard' })).toHaveAttribute('href', '/streamboards/add')
})

test('LST-01 an empty list says so', async () => {
  server.on('GET', '/api/streamboard/', () => makeList())
  renderRoutes(StreamboardRoutes, '/streamboards', '/streamboards')
  expect(await screen.findByText('You have not created any Streamboards!')).toBeVisible()
})

test('LST-02 a row tells layout and size, whether a game is on, and leads to the viewer', async () => {
  renderRoutes(StreamboardRoutes, '/streamboards', '/streamboards')
  const finals = await findRow('Finals')
  expect(finals.getByText('Three Cam · 1280×720')).toBeVisible()
  expect(await finals.findByText('Game on')).toBeVisible()
  expect(finals.getByRole('link', { name: /^View/ })).toHaveAttribute('href', '/viewer/streamboards/51')
  expect((await findRow('Corner')).getByText('Scores Only Fixed, 860×170')).toBeVisible()
})
