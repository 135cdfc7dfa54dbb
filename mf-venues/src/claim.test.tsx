import { FakeAnswer, FakeServer, makeGame, makePlayer, makeVenueMachine, renderRoutes } from '@multiball/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ClaimRoutes from './claim'

jest.mock('@multiball/shared/remotes', () => ({}))

let server: FakeServer
let game = makeGame([77_000, 5_000])
const claimed = (position: number, player: ReturnType<typeof makePlayer> | null) => ({
  ...game,
  scores: game.scores.map((score) => (score.position === position ? { ...score, player } : score)),
})

beforeEach(() => {
  game = makeGame([77_000, 5_000], { current_ball: 2 })
  server = new FakeServer()
    .on('GET', '/api/venuemachine/11/claim/', ({ query }) => {
      if (query.code === undefined) return new FakeAnswer(403, { detail: 'Scan the code on the display at the machine: it shows that you play there.' })
      return query.code === 'K7RM2X' ? { venuemachine: makeVenueMachine(), game } : new FakeAnswer(404, { detail: 'Item not found.' })
    })
    .on('POST', '/api/venuemachine/11/claim/', () => (game = claimed(1, makePlayer())))
    .on('DELETE', '/api/venuemachine/11/claim/', () => {
      game = claimed(1, null)
      return new FakeAnswer(204)
    })
})
afterEach(() => server.close())

test('CLM-01 a player claims a slot with the code of the game, sees the name, and takes it back', async () => {
  renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
  expect(await screen.findByRole('heading', { level: 1, name: 'Dragon’s Keep' })).toBeVisible()
  expect(screen.getByText('Silver Lane Arcade')).toBeVisible()
  expect(await screen.findByText('77,000')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'That’s me' }))
  expect(await screen.findByText(/You’re on the board as/)).toHaveTextContent('You’re on the board as Maria Okonkwo.')
  // The button has gone; the keyboard is where the words are.
  expect(document.activeElement).toContainElement(screen.getByText(/You’re on the board as/))
  expect(document.body).not.toHaveFocus()
  expect(server.sent('POST', '/api/venuemachine/11/claim/')).toMatchObject([{ body: { position: 1, code: 'K7RM2X' } }])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'That’s me' })).toBeVisible()
  expect(server.sent('DELETE', '/api/venuemachine/11/claim/')).toMatchObject([{ query: {} }])
})

test.each([
  [409, 'Someone else has claimed this slot. Sort it out at the machine.', 'Someone else has claimed this slot. Sort it out at the machine.'],
  [404, 'Item not found.', 'This score can no longer be claimed: its game ended too long ago, or another one has begun.'],
  [429, 'Too many requests', 'Too many tries. Wait a minute, then try again.'],
])('a claim that is refused with %i is told in plain words', async (status, detail, words) => {
  server.on('POST', '/api/venuemachine/11/claim/', () => {
    game = claimed(1, makePlayer({ id: 2, cached_display_name: 'Ben' }))
    return new FakeAnswer(status, { detail })
  })
  renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
  await userEvent.click(await screen.findByRole('button', { name: 'That’s me' }))
  expect(await screen.findByText(words)).toBeVisible()
  // Somebody was faster: what is free stands there instead.
  const free = await screen.findByRole('link', { name: 'I am player 2 · 5,000' })
  expect(free).toHaveAttribute('href', '/claim/11/2?code=K7RM2X')
  await userEvent.click(free)
  expect(await screen.findByRole('button', { name: 'That’s me' })).toBeVisible()
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

test.each([
  ['/claim/11/1', 'Scan the code on the display at the machine: it shows that you play there.'],
  ['/claim/11/1?code=OLD', /This code no longer works/],
  ['/claim/11/7?code=K7RM2X', 'OH NO! 404 - The requested page does not exist.'],
  ['/claim/11/4?code=K7RM2X', 'There is no player 4 in this game.'],
])('at %s stands %s', async (path, words) => {
  renderRoutes(ClaimRoutes, '/claim', path)
  expect(await screen.findByText(words)).toBeVisible()
})

test('CLM-01 once another game has begun the page says to scan again, and asks no more: wrong codes are counted', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
  await screen.findByText('77,000')
  server.on('GET', '/api/venuemachine/11/claim/', () => new FakeAnswer(403, { detail: 'This code is not of the game that is played here now. Scan the one on the display again.' }))
  await act(() => jest.advanceTimersByTimeAsync(3_000))
  expect(await screen.findByText(/^This code is not of the game/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'That’s me' })).toBeNull()
  const asked = server.sent('GET', '/api/venuemachine/11/claim/').length
  await act(() => jest.advanceTimersByTimeAsync(30_000))
  expect(server.sent('GET', '/api/venuemachine/11/claim/')).toHaveLength(asked)
  jest.useRealTimers()
})
