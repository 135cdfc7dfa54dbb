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
      if (query.code === undefined)
        return new FakeAnswer(403, {
          detail: 'Scan the code on the display at the machine: it shows that you play there.',
        })
      return query.code === 'K7RM2X'
        ? {
            venuemachine: makeVenueMachine(),
            game,
            mine: game.scores.find(({ player }) => player?.id === 1)?.position ?? null,
          }
        : new FakeAnswer(404, { detail: 'Item not found.' })
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
  ['TEST GAME', {}],
  ['TEST GAME OVER', { settled_on: '2024-03-01T10:05:00Z' }],
])('ATT-01 of a test game the claim page says %s', async (text, fields) => {
  game = { ...game, ...fields, is_test: true }
  renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
  expect(await screen.findByRole('region', { name: 'The game now' })).toHaveTextContent(text)
})

test.each([
  [
    409,
    'Someone else has claimed this slot. Sort it out at the machine.',
    'Someone else has claimed this slot. Sort it out at the machine.',
  ],
  [
    404,
    'Item not found.',
    'This score can no longer be claimed: its game ended too long ago, or another one has begun.',
  ],
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
  const free = await screen.findByRole('link', { name: /Player 2.*That’s me.*5,000/ })
  expect(free).toHaveAttribute('href', '/claim/11/2?code=K7RM2X')
  await userEvent.click(free)
  expect(await screen.findByRole('button', { name: 'That’s me' })).toBeVisible()
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

describe('ACC-32 after an answer that was lost', () => {
  const path = '/api/venuemachine/11/claim/'
  const undo = () => screen.getByRole('button', { name: 'Undo' })
  const offline = () => {
    throw new TypeError('offline')
  }

  test('a claim that was made is shown as made', async () => {
    server.on('POST', path, () => {
      game = claimed(1, makePlayer())
      return offline()
    })
    renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
    await userEvent.click(await screen.findByRole('button', { name: 'That’s me' }))
    expect(await screen.findByText(/You’re on the board as/)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('CRD-08 once the score can be shared, Share leads to its card', async () => {
    game = { ...claimed(1, makePlayer()), settled_on: '2024-03-01T10:05:00Z' }
    server.on('GET', path, () => ({ venuemachine: makeVenueMachine(), game, mine: 1, card: 'game:7:1' }))
    renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
    expect(await screen.findByRole('link', { name: 'Share' })).toHaveAttribute('href', '/moment/game:7:1')
  })

  test('Undo that is pressed again says nothing of another game', async () => {
    game = claimed(1, makePlayer())
    const answer = { venuemachine: makeVenueMachine(), mine: 1 as number | null, claims: 'anyone' }
    server.on('GET', path, () => ({ ...answer, game }))
    renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
    await screen.findByText(/You’re on the board as/)
    server.on('GET', path, offline).on('DELETE', path, offline)
    await userEvent.click(undo())
    expect(await screen.findByText(/^That didn’t reach the server/)).toBeVisible()
    game = claimed(1, null)
    server
      .on('GET', path, () => ({ ...answer, game, mine: null }))
      .on('DELETE', path, () => new FakeAnswer(404, { detail: 'Item not found.' }))
    await userEvent.click(undo())
    expect(await screen.findByRole('button', { name: 'That’s me' })).toBeVisible()
    expect(screen.queryByText(/too late|didn’t reach/)).toBeNull()
  })

  test('what did not happen is told', async () => {
    game = claimed(1, makePlayer())
    server.on('DELETE', path, () => new FakeAnswer(502))
    renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
    await screen.findByText(/You’re on the board as/)
    await userEvent.click(undo())
    expect(await screen.findByText(/^An error has occurred/)).toBeVisible()
    expect(undo()).toBeVisible()
  })
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
  server.on(
    'GET',
    '/api/venuemachine/11/claim/',
    () => new FakeAnswer(403, { detail: 'This code is for another game. Scan the code on the screen again.' }),
  )
  await act(() => jest.advanceTimersByTimeAsync(3_000))
  expect(await screen.findByText(/^This code is for another game/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'That’s me' })).toBeNull()
  const asked = server.sent('GET', '/api/venuemachine/11/claim/').length
  await act(() => jest.advanceTimersByTimeAsync(30_000))
  expect(server.sent('GET', '/api/venuemachine/11/claim/')).toHaveLength(asked)
  jest.useRealTimers()
})

describe('somebody without an account', () => {
  const path = '/api/venuemachine/11/claim/'
  const guestOf = (at: number) => server.sent('POST', path)[at]?.headers.get('authorization')
  const key = (name: string) => screen.getByRole('button', { name })
  const letters = () => screen.getByText(/^(Your letters|No letters)/).textContent
  const open = (at = '/claim/11/1?code=K7RM2X') => renderRoutes(ClaimRoutes, '/claim', at, false)
  const asGuest = (initials: string) =>
    makePlayer({ id: 1_000_000_001, cached_display_name: initials, initials, prefer_initials: true })

  beforeEach(() => {
    localStorage.clear()
    server.on('GET', path, () => ({
      venuemachine: makeVenueMachine(),
      game,
      mine: game.scores.find(({ player }) => player && player.id > 1_000_000_000)?.position ?? null,
      claims: 'anyone',
    }))
    server.on(
      'POST',
      path,
      ({ body }) =>
        (game = claimed((body as { position: number }).position, asGuest((body as { initials: string }).initials))),
    )
  })

  test('CLM-04 picks three letters with nothing to type, is on the board, changes them and takes them off', async () => {
    const vibrate = jest.fn()
    Object.assign(navigator, { vibrate })
    open()
    expect(await screen.findByText('Player 1? Pick your letters')).toBeVisible()
    for (const name of ['A', 'C', 'E', 'Z']) await userEvent.click(key(name))
    // A fourth has no place.
    expect(letters()).toBe('Your letters: A, C, E')
    await userEvent.click(key('Back'))
    await userEvent.click(key('Space'))
    expect(letters()).toBe('Your letters: A, C, space')
    await userEvent.click(key('Back'))
    await userEvent.click(key('1'))
    await userEvent.click(key('That’s me'))
    expect(await screen.findByText(/You’re on the board as/)).toHaveTextContent('You’re on the board as AC1.')
    expect(vibrate).toHaveBeenCalledTimes(1)
    expect(server.sent('POST', path)).toMatchObject([{ body: { position: 1, code: 'K7RM2X', initials: 'AC1' } }])
    expect(guestOf(0)).toMatch(/^Guest [\w-]{43}$/)
    await userEvent.click(key('Change letters'))
    // The focus goes to the letters, and there is a way back that is not Undo.
    expect(screen.getByRole('heading', { name: 'Pick other letters' })).toHaveFocus()
    await userEvent.click(key('Keep AC1'))
    expect(screen.queryByRole('heading', { name: 'Pick other letters' })).toBeNull()
    await userEvent.click(key('Change letters'))
    await userEvent.click(key('B'))
    await userEvent.click(key('Change letters'))
    expect(await screen.findByText(/You’re on the board as/)).toHaveTextContent('You’re on the board as B.')
    expect(guestOf(1)).toBe(guestOf(0))
    await userEvent.click(key('Undo'))
    expect(await screen.findByRole('button', { name: 'That’s me' })).toBeVisible()
    expect(server.sent('DELETE', path)[0]!.headers.get('authorization')).toBe(guestOf(0))
  })

  test('CLM-04 the last letters are there again, and the first key starts over', async () => {
    const { unmount } = open()
    await screen.findByText('Player 1? Pick your letters')
    for (const name of ['J', 'O']) await userEvent.click(key(name))
    unmount()
    open('/claim/11/2?code=K7RM2X')
    expect(await screen.findByText('Your letters: J, O')).toBeInTheDocument()
    await userEvent.click(key('K'))
    expect(letters()).toBe('Your letters: K')
  })

  test('CLM-04 letters, Backspace and arrows do the same by keyboard; the keys are one stop', async () => {
    open()
    await screen.findByText('Player 1? Pick your letters')
    act(() => key('A').focus())
    await userEvent.keyboard('zx{Backspace}7')
    expect(letters()).toBe('Your letters: Z, 7')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
    expect(letters()).toBe('Your letters: Z, 7, C')
    await userEvent.keyboard('{End}{Enter}{Home}')
    expect(letters()).toBe('Your letters: Z, 7')
    expect(key('A')).toHaveFocus()
    await userEvent.tab()
    expect(key('That’s me')).toHaveFocus()
  })

  test('CLM-04 without letters nothing is sent, refused ones are told, and an answer that does not come costs no letter', async () => {
    open()
    await screen.findByText('Player 1? Pick your letters')
    await userEvent.click(key('That’s me'))
    expect(screen.getByRole('alert')).toHaveTextContent('Pick your letters first.')
    expect(server.sent('POST', path)).toEqual([])
    server.on('POST', path, () => new FakeAnswer(400, { initials: ['Please pick other letters'] }))
    for (const name of ['A', 'S', 'S', 'That’s me']) await userEvent.click(key(name))
    expect(await screen.findByText('Please pick other letters')).toBeVisible()
    server.on('POST', path, () => {
      throw new TypeError('offline')
    })
    await userEvent.click(key('That’s me'))
    expect(await screen.findByText(/^That didn’t reach the server/)).toBeVisible()
    expect(letters()).toBe('Your letters: A, S, S')
  })

  test('CLM-07 where accounts are asked for there are no letters: the way to a login leads back here', async () => {
    server.on('GET', path, () => ({ venuemachine: makeVenueMachine(), game, mine: null, claims: 'accounts' }))
    open()
    expect(await screen.findByText('Only players with an account can put their name on this screen.')).toBeVisible()
    expect(screen.queryByRole('toolbar')).toBeNull()
    await userEvent.click(key('Register'))
    expect(screen.getByLabelText('Address')).toHaveTextContent('/claim/11/1?code=K7RM2X')
    expect(JSON.parse(screen.getByLabelText('Address').dataset.state!)).toEqual({
      mode: 'register',
      reason: expect.stringMatching(/come back to your score/),
    })
  })

  test('CLM-06 a registration is told the letters that were picked', async () => {
    open()
    for (const name of ['A', 'C', 'E', 'That’s me']) await userEvent.click(await screen.findByRole('button', { name }))
    await userEvent.click(await screen.findByRole('button', { name: 'Create an account' }))
    expect(JSON.parse(screen.getByLabelText('Address').dataset.state!)).toMatchObject({
      mode: 'register',
      initials: 'ACE',
    })
  })
})

describe('CLM-06 games that were claimed in this browser without an account', () => {
  beforeEach(() => {
    localStorage.clear()
    localStorage.setItem('multiball guest', 'g'.repeat(43))
  })

  test('are taken along once, at the page of the code', async () => {
    server
      .on('GET', '/api/guest/games/', () => ({ count: 2, next: null, previous: null, results: [] }))
      .on('POST', '/api/user_profile/guest_games/', () => ({ games: 2 }))
    renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
    await userEvent.click(await screen.findByRole('button', { name: 'Take 2 games along' }))
    expect(await screen.findByText('2 games from this browser are now in My games.')).toBeVisible()
    expect(document.activeElement).toHaveTextContent('2 games from this browser are now in My games.')
    expect(document.body).not.toHaveFocus()
    expect(server.sent('POST', '/api/user_profile/guest_games/')).toMatchObject([{ body: { guest: 'g'.repeat(43) } }])
    expect(server.sent('GET', '/api/guest/games/')[0]!.headers.get('authorization')).toBe(`Guest ${'g'.repeat(43)}`)
    expect(localStorage.getItem('multiball guest')).toBeNull()
  })

  test('are not offered where there are none, and stay where the server cannot be asked', async () => {
    server
      .on('GET', '/api/guest/games/', () => ({ count: 1, next: null, previous: null, results: [] }))
      .on('POST', '/api/user_profile/guest_games/', () => new FakeAnswer(503))
    const { unmount } = renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
    await userEvent.click(await screen.findByRole('button', { name: 'Take 1 game along' }))
    expect(await screen.findByRole('button', { name: 'Take 1 game along' })).toBeVisible()
    expect(localStorage.getItem('multiball guest')).not.toBeNull()
    unmount()
    server.on('GET', '/api/guest/games/', () => ({ count: 0, next: null, previous: null, results: [] }))
    renderRoutes(ClaimRoutes, '/claim', '/claim/11/1?code=K7RM2X')
    await screen.findByText('77,000')
    expect(screen.queryByRole('button', { name: /along$/ })).toBeNull()
  })
})
