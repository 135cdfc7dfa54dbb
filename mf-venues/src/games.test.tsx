import type { GameTimeline, OwnGame } from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  makeList,
  makePlayer,
  makeProfile,
  makeUser,
  renderRoutes,
} from '@multiball/shared/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import GamesRoutes from './games'

// A canvas is the browser's: the journey looks at it.
jest.mock('./game/TimelineChart', () => ({ __esModule: true, default: () => null }))

let server: FakeServer
beforeEach(() => (server = new FakeServer()))
afterEach(() => server.close())

const game = (id: number, fields: Partial<OwnGame> = {}): OwnGame => ({
  id,
  venuemachine: { id: 11, venue: { name: 'Silver Lane Arcade' }, machine: { id: 3, name: `Machine ${id}` } },
  position: 1,
  score: 1_000 * id,
  rank: 1,
  players: 1,
  started_on: '2024-03-01T10:00:00Z',
  settled_on: '2024-03-01T10:05:00Z',
  ...fields,
})

test('one’s own games, with place, score, machine, venue and when', async () => {
  const last = game(2, { rank: 2, players: 4, score: '9223372036854775807', settled_on: null })
  server.on('GET', '/api/user_profile/games/', ({ query }) => ({
    ...makeList(query.offset === '0' ? last : game(1)),
    count: 2,
  }))
  renderRoutes(GamesRoutes, '/games', '/games')
  const row = within((await screen.findByText('Machine 2')).closest('li')!)
  for (const words of ['2nd', 'of 4', '9,223,372,036,854,775,807', 'Silver Lane Arcade', 'Playing now'])
    expect(row.getByText(words)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  const older = within((await screen.findByText('Machine 1')).closest('li')!)
  for (const words of ['Solo', '1,000', /2024/]) expect(older.getByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Machine 1' })).toHaveFocus()
})

test('CRD-08 Share beside a game leads to its card, where it has one', async () => {
  server.on('GET', '/api/user_profile/games/', () => makeList(game(2, { card: 'game:2:1' }), game(1)))
  renderRoutes(GamesRoutes, '/games', '/games')
  const shares = await screen.findAllByRole('link', { name: /^Share/ })
  expect(shares.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Share 2,000 on Machine 2', '/moment/game:2:1'],
  ])
})

test('ATT-01 among one’s own games a test game is told from the others', async () => {
  server.on('GET', '/api/user_profile/games/', () => makeList(game(2, { is_test: true }), game(1)))
  renderRoutes(GamesRoutes, '/games', '/games')
  const row = (await screen.findByText('Machine 2')).closest('li')
  expect(screen.getByText(/Test game, not counted/).closest('li')).toBe(row)
})

test('a game that is added while somebody looks at more pages is shown once, and none is left out', async () => {
  let all = Array.from({ length: 120 }, (_, at) => game(120 - at))
  server.on('GET', '/api/user_profile/games/', ({ query }) => {
    const [offset, limit] = [Number(query.offset), Number(query.limit)]
    return { ...makeList(...all.slice(offset, offset + limit)), count: all.length }
  })
  const errors = jest.spyOn(console, 'error').mockImplementation(() => {})
  renderRoutes(GamesRoutes, '/games', '/games')
  await screen.findByText('Machine 120')
  all = [game(121), ...all]
  for (let page = 0; page < 2; page += 1)
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Machine 1')).toBeVisible()
  const shown = within(screen.getByRole('list', { name: 'My games' })).getAllByRole('listitem')
  expect(shown).toHaveLength(121)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(errors).not.toHaveBeenCalled()
  errors.mockRestore()
})

test('who has none is told how to get one', async () => {
  server.on('GET', '/api/user_profile/games/', () => makeList())
  renderRoutes(GamesRoutes, '/games', '/games')
  expect(await screen.findByText('You have no games yet.')).toBeVisible()
})

describe('how a game went', () => {
  const timeline = (fields: Partial<GameTimeline> = {}): GameTimeline => ({
    id: 7,
    venuemachine: {
      id: 11,
      venue: { id: 5, name: 'Silver Lane Arcade' },
      machine: { id: 3, name: 'Dragon’s Keep' },
      user_roles: [{ user: makeUser({ id: 99 }), role: 'owner' }],
    },
    started_on: '2024-03-01T10:00:00Z',
    settled_on: '2024-03-01T10:05:00Z',
    successful: true,
    duration_ms: 245_000,
    scores: [
      { position: 1, score: 5_000, player: null },
      { position: 2, score: '9223372036854775807', player: makePlayer({ cached_display_name: 'Ann' }) },
    ],
    source: 'entries',
    points: [
      { at: 0, scores: [0, 0], player: 1, ball: 1, modes: ['MB{red}:Dragon Multiball', 'ZZ:hidden'] },
      { at: 60_000, scores: [5_000, 0], player: 2, ball: 1, modes: [] },
      { at: 245_000, scores: [5_000, '9223372036854775807'], player: null, ball: null, modes: [] },
    ],
    ...fields,
  })
  const open = async (fields?: Partial<GameTimeline>) => {
    server.on('GET', '/api/game/7/timeline/', () => timeline(fields))
    renderRoutes(GamesRoutes, '/games', '/games/7')
    await screen.findByRole('heading', { level: 1 })
  }

  test('CLM-02 the owner of the machine takes a name off a score', async () => {
    let player: ReturnType<typeof makePlayer> | null = makePlayer({ cached_display_name: 'BUY PILLS' })
    server
      .on('GET', '/api/game/7/timeline/', () => {
        const ofMe = {
          ...timeline().venuemachine,
          user_roles: [{ user: makeUser({ id: makeProfile().id }), role: 'owner' as const }],
        }
        return timeline({
          venuemachine: ofMe,
          scores: [
            { position: 1, score: 5_000, player: null },
            { position: 2, score: 12, player },
          ],
          points: [],
        })
      })
      .on('DELETE', '/api/venuemachine/11/claim/', () => {
        player = null
        return new FakeAnswer(204)
      })
    renderRoutes(GamesRoutes, '/games', '/games/7')
    await userEvent.click(await screen.findByRole('button', { name: 'Take BUY PILLS off this score' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take it off' }))
    expect(await screen.findByText('Player 2')).toBeVisible()
    expect(screen.queryByText('BUY PILLS')).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    expect(server.sent('DELETE', '/api/venuemachine/11/claim/')).toMatchObject([
      { query: { position: '2', game: '7' } },
    ])
  })

  test('ENT-05 ENT-10 the owner edits and removes a score that was added, its player takes the name off, others only see what it is', async () => {
    let score = { position: 1, score: 5_000, player: makePlayer({ id: 9, cached_display_name: 'Ann Berg' }) }
    const owned = (id: number) => ({
      ...timeline().venuemachine,
      user_roles: [{ user: makeUser({ id }), role: 'owner' as const }],
    })
    const added = (venuemachine: GameTimeline['venuemachine']) =>
      timeline({ venuemachine, scores: [score], points: [], source: 'none', entered: 'hand', note: 'League night' })
    server.on('DELETE', '/api/venuemachine/11/claim/', () => new FakeAnswer(204))
    score = { ...score, player: { ...score.player, id: makeProfile().id } }
    await open(added(owned(987)))
    await userEvent.click(await screen.findByRole('button', { name: 'This wasn’t me' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take it off' }))
    await waitFor(() =>
      expect(server.sent('DELETE', '/api/venuemachine/11/claim/')).toMatchObject([{ query: { game: '7' } }]),
    )
    cleanup()
    score = { ...score, player: { ...score.player, id: 9 } }
    await open(added(owned(987)))
    expect(await screen.findByText('League night')).toBeVisible()
    expect(screen.getByText(/ · Entered by hand$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit score' })).toBeNull()
    cleanup()
    server
      .on('GET', '/api/game/7/timeline/', () => added(owned(makeProfile().id)))
      .on('PUT', '/api/game/7/', () => {
        score = { ...score, score: 6_000 }
        const at = timeline().started_on
        return { id: 7, started_on: at, settled_on: at, successful: true, entered: 'hand', scores: [score] }
      })
      .on('DELETE', '/api/game/7/', () => new FakeAnswer(204))
    renderRoutes(GamesRoutes, '/games', '/games/7')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit score' }))
    const field = await screen.findByRole('textbox', { name: /Score/ })
    expect(
      [field, screen.getByRole('textbox', { name: /Player/ })].map((one) => (one as HTMLInputElement).value),
    ).toEqual(['5000', 'Ann Berg'])
    await userEvent.clear(field)
    await userEvent.type(field, '6,000')
    await userEvent.click(screen.getByRole('button', { name: 'Update score' }))
    expect(await screen.findByText('6,000')).toBeVisible()
    expect(server.sent('PUT', '/api/game/7/').map(({ body }) => body)).toEqual([
      { score: '6,000', user: 9, guest: null, note: 'League night' },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Remove score' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/venues\/\d+\/machines\/11$/))
  })

  test('CLM-02 to others no name is offered to be taken off', async () => {
    await open({ points: [] })
    await screen.findByText('Ann')
    expect(screen.queryByRole('button', { name: /off this score/ })).toBeNull()
  })

  test('the standing, what each ball brought, and every score change in digits', async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'Dragon’s Keep' })).toBeVisible()
    expect(screen.getByText(/^Silver Lane Arcade · .*2024.* · 4:05$/)).toBeVisible()
    const [first, second] = within(screen.getByRole('list')).getAllByRole('listitem')
    expect(first).toHaveTextContent('Ann1st Place9,223,372,036,854,775,807')
    expect(second).toHaveTextContent('Player 12nd Place5,000')
    const balls = within(screen.getByRole('table', { name: 'Ball by ball' }))
    expect(balls.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'PlayerPoints',
      'Ball 1',
      'Player 1Dragon Multiball+5,0005,000 after 1:00',
      'Ann+9,223,372,036,854,775,8079,223,372,036,854,775,807 after 4:05',
    ])
    await userEvent.click(screen.getByText('All 3 score changes as a table'))
    const changes = within(await screen.findByRole('region', { name: 'Every score change' }))
    expect(changes.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'TimeBallPlayer 1AnnModes',
      '0:00100Dragon Multiball',
      '1:0015,0000',
      '4:055,0009,223,372,036,854,775,807',
    ])
  })

  test.each<[what: string, fields: Partial<GameTimeline>, words: (string | RegExp)[]]>([
    [
      'one that nobody followed',
      { source: 'none', points: [] },
      ['Final scores', 'Only the final scores of this game were recorded.'],
    ],
    ['one that does not count', { successful: false }, [/ · Not counted$/]],
    ['one in progress', { settled_on: null, successful: null }, [/ · Playing now$/, 'Scores now']],
  ])('%s says so', async (_what, fields, words) => {
    await open(fields)
    for (const text of words) expect(await screen.findByText(text)).toBeVisible()
  })

  test('one that is none, or not for these eyes, is not found', async () => {
    server.on('GET', '/api/game/7/timeline/', () => new FakeAnswer(404, { detail: 'Item not found.' }))
    renderRoutes(GamesRoutes, '/games', '/games/7')
    expect(await screen.findByText(/404/)).toBeVisible()
  })
})
