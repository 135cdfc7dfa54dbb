import {
  FakeAnswer,
  FakeServer,
  findRow,
  makeComboboard,
  makeComboboardScores,
  makeGame,
  makeList,
  renderRoutes,
} from '@multiball/shared/testing'
import { screen } from '@testing-library/react'
import ComboboardRoutes from '../routes'

jest.mock('@multiball/shared/remotes', () => ({}))

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/comboboard/', () =>
      makeList(
        makeComboboard({ id: 31, title: 'Bar wall' }),
        makeComboboard({ id: 32, title: 'Back room', high_density: true }),
      ),
    )
    .on('GET', '/api/comboboard/31/scores/', () =>
      makeComboboardScores(
        { item_type: 'scoreboard', item_id: 7, order: 0, sessions: [makeGame([1])] },
        {
          item_type: 'scoreboard',
          item_id: 8,
          order: 1,
          sessions: [makeGame([1], { settled_on: '2026-01-01T00:00:00Z' })],
        },
      ),
    )
    .on('GET', '/api/comboboard/32/scores/', () => new FakeAnswer(404))
})
afterEach(() => server.close())

test('LST-06 the list is titled My Comboboards and offers bulk create', async () => {
  renderRoutes(ComboboardRoutes, '/comboboards', '/comboboards')
  expect(await screen.findByRole('heading', { level: 1, name: /My Comboboards/ })).toBeVisible()
  expect(await screen.findByText(/^2\s*comboboards$/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Bulk create' })).toHaveAttribute('href', '/comboboards/wizard')
  expect(screen.getByRole('link', { name: '+ Add Comboboard' })).toHaveAttribute('href', '/comboboards/add')
})

test('LST-01 LST-06 an empty list says so, and offers bulk create too', async () => {
  server.on('GET', '/api/comboboard/', () => makeList())
  renderRoutes(ComboboardRoutes, '/comboboards', '/comboboards')
  expect(await screen.findByText('You have not created any Comboboards!')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Bulk create' })).toBeVisible()
})

test('LST-02 a row tells how many boards, how dense, and how many games are on', async () => {
  renderRoutes(ComboboardRoutes, '/comboboards', '/comboboards')
  const bar = await findRow('Bar wall')
  expect(bar.getByText('2 boards · normal density')).toBeVisible()
  expect(await bar.findByText('1 game on')).toBeVisible()
  expect(bar.getByRole('link', { name: /^View/ })).toHaveAttribute('href', '/viewer/comboboards/31')
  expect((await findRow('Back room')).getByText('2 boards · high density')).toBeVisible()
})
