import type { MomentCard } from '@multiball/shared/schema'
import { FakeAnswer, FakeServer, makePlayer, renderRoutes } from '@multiball/shared/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import MomentRoutes from './moment'

// A canvas is the browser's.
jest.mock('./game/TimelineChart', () => ({ __esModule: true, default: () => <p>chart</p> }))

let server: FakeServer
beforeEach(() => (server = new FakeServer()))
afterEach(() => {
  server.close()
  Reflect.deleteProperty(navigator, 'share')
})

const id = 'venue_record:812:2'
const card = (fields: Partial<MomentCard> = {}): MomentCard => ({
  ...{ id, kind: 'venue_record', heading: 'House record', standing: '1st of 4 players', game: 812, position: 2 },
  venuemachine: { id: 11, venue: { id: 1, name: 'Silver Lane Arcade' }, machine: { id: 3, name: 'Firepower' } },
  ...{ score: '505719942', place: 1, day: '2026-11-28', is_open: true },
  player: makePlayer({ cached_display_name: 'Maria' }),
  previous: { score: 493_319_942, player: makePlayer({ cached_display_name: 'Wil' }) },
  board: { type: 'scoreboard', id: 5, title: 'Lobby' },
  ...fields,
})
const point = (at: number) => ({ at, scores: [at], player: 1, ball: 1, modes: [] })

function open(shown: MomentCard | undefined, query = '') {
  server.on('GET', '/api/moment/:card/', ({ params }) =>
    shown && decodeURIComponent(params.card!) === shown.id ? shown : new FakeAnswer(404),
  )
  server.on('GET', '/api/game/812/timeline/', () => ({
    id: 812,
    venuemachine: { ...card().venuemachine, user_roles: [] },
    ...{ started_on: '2026-11-28T20:00:00Z', settled_on: '2026-11-28T20:05:00Z', successful: true, duration_ms: null },
    ...{ scores: [], source: 'entries', points: [point(0), point(1_000)] },
  }))
  renderRoutes(MomentRoutes, '/moment', `/moment/${id}${query}`)
}

test('CRD-07 a card shows the score, who made it, what it has beaten and how the game went, and is shared by what the system has', async () => {
  const share = jest.fn().mockResolvedValue(undefined)
  Object.assign(navigator, { share })
  open(card())
  expect(await screen.findByRole('heading', { level: 1, name: 'House record: 505,719,942' })).toBeVisible()
  for (const words of ['Firepower', '+12,400,000', '1st of 4 players', 'November 28, 2026', 'Wil'])
    expect(screen.getByText(words)).toBeVisible()
  for (const words of ['Silver Lane Arcade', 'Maria']) expect(screen.getAllByText(words)[0]).toBeVisible()
  expect(await screen.findByText('chart')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(share).toHaveBeenCalledWith({
    title: 'House record: 505,719,942 on Firepower',
    url: `http://localhost/moment/${id}`,
  })
  const [wide, upright] = ['Download the picture', 'Upright, for stories'].map((name) =>
    screen.getByRole('link', { name }),
  )
  expect(wide).toHaveAttribute('href', `/moment/${id}.png`)
  expect(upright).toHaveAttribute('href', `/moment/${id}-upright.png`)
  expect(upright).toHaveAttribute('download', 'Firepower 505719942 upright.png')
  expect(screen.getByRole('link', { name: /Watch Firepower live/ })).toHaveAttribute('href', '/viewer/scoreboards/5')
})

test('CRD-07 where the system shares nothing, the link is copied, without a key', async () => {
  const user = userEvent.setup()
  open(card({ board: null, player: null, previous: null }), '?key=secret')
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await screen.findByText('Link copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(`http://localhost/moment/${id}`)
  expect(screen.getAllByText('Player 2')[0]).toBeVisible()
  expect(server.requests.filter(({ query }) => query.key === 'secret')).toHaveLength(2)
})

test('CRD-07 what others cannot open is not to be shared', async () => {
  open(card({ is_open: false }))
  expect(await screen.findByText(/Others can’t open this page/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  expect(screen.queryByRole('link', { name: /Download/ })).toBeNull()
})

test('CRD-07 a card that is gone says so', async () => {
  open(undefined)
  expect(await screen.findByText('This score isn’t here.')).toBeVisible()
})
