import { FakeAnswer, FakeServer, makeGame, makePlayer, makeVenueMachine, renderRoutes } from '@multiball/shared/testing'
import { screen, waitFor } from '@testing-library/react'
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
    .on('GET', '/api/venuemachine/11/', ({ query }) => (query.key === 'secret' ? makeVenueMachine() : new FakeAnswer(404, { detail: 'Item not found.' })))
    .on('GET', '/api/venuemachine/11/current/', ({ query }) => (query.key === 'secret' ? game : new FakeAnswer(404)))
    .on('POST', '/api/venuemachine/11/claim/', () => (game = claimed(1, makePlayer())))
    .on('DELETE', '/api/venuemachine/11/claim/', () => {
      game = claimed(1, null)
      return new FakeAnswer(204)
    })
})
afterEach(() => server.close())

test('a player of a private board claims a slot with its key, sees the name, and takes it back', async () => {
  renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?key=secret')
  expect(await screen.findByRole('heading', { level: 1, name: 'Dragon’s Keep' })).toBeVisible()
  expect(screen.getByText('Silver Lane Arcade')).toBeVisible()
  expect(await screen.findByText('77,000')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'That’s me' }))
  expect(await screen.findByText(/You are on the wall as/)).toHaveTextContent('You are on the wall as Maria Okonkwo.')
  // The button has gone; the keyboard is where the words are.
  expect(document.activeElement).toContainElement(screen.getByText(/You are on the wall as/))
  expect(document.body).not.toHaveFocus()
  expect(server.sent('POST', '/api/venuemachine/11/claim/')).toMatchObject([{ body: { position: 1 }, query: { key: 'secret' } }])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'That’s me' })).toBeVisible()
  expect(server.sent('DELETE', '/api/venuemachine/11/claim/')).toMatchObject([{ query: { key: 'secret' } }])
})

test.each([
  [409, 'Somebody else plays here. Ask at the machine.', 'Somebody else plays here. Ask at the machine.'],
  [404, 'Item not found.', 'This slot cannot be claimed any more: its game is over for too long, or another one has begun.'],
  [429, 'Too many requests', 'That was often. Wait a minute, then try again.'],
])('a claim that is refused with %i is told in plain words', async (status, detail, words) => {
  server.on('POST', '/api/venuemachine/11/claim/', () => {
    game = claimed(1, makePlayer({ id: 2, cached_display_name: 'Ben' }))
    return new FakeAnswer(status, { detail })
  })
  renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?key=secret')
  await userEvent.click(await screen.findByRole('button', { name: 'That’s me' }))
  expect(await screen.findByText(words)).toBeVisible()
  // Somebody was faster: what is free stands there instead.
  const free = await screen.findByRole('link', { name: 'I am player 2 · 5,000' })
  expect(free).toHaveAttribute('href', '/claim/11/2?key=secret')
  await userEvent.click(free)
  expect(await screen.findByRole('button', { name: 'That’s me' })).toBeVisible()
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

test.each([
  ['/claim/11/1', /This link opens no machine/],
  ['/claim/11/7?key=secret', 'OH NO! 404 - The requested page does not exist.'],
  ['/claim/11/4?key=secret', 'There is no player 4 in this game.'],
])('at %s stands %s', async (path, words) => {
  renderRoutes(ClaimRoutes, '/claim', path)
  expect(await screen.findByText(words)).toBeVisible()
})
