import { listHomePanels, loadExpose, remoteForDisplay } from '@multiball/shared/remotes'
import {
  FakeAnswer,
  FakeServer,
  makeGame,
  makeLeaderboard,
  makeLeaderboardScores,
  makeList,
  makeProfile,
  makeScoreboard,
  makeScores,
  makeUser,
} from '@multiball/shared/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closeShell, renderShell } from '../testing/renderShell'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))

let server: FakeServer
const list = async () => within(await screen.findByRole('region', { name: 'Newest Public Scoreboards' }))

beforeEach(() => {
  server = new FakeServer().on('GET', '/api/user_profile/get/', () => makeProfile())
  jest.mocked(remoteForDisplay).mockImplementation((type) => (type === 'scoreboard' ? 'mf-scoreboards' : undefined))
  jest
    .mocked(loadExpose)
    .mockReset()
    .mockResolvedValue({ default: () => <h1>Remote</h1> })
})
afterEach(() => {
  closeShell()
  server.close()
})

test('HOME-01 asks for the ten newest public scoreboards of everybody', async () => {
  server.on('GET', '/api/scoreboard/', () => makeList(makeScoreboard()))
  renderShell('/')
  await (await list()).findByText('Lobby wall')
  expect(server.sent('GET', '/api/scoreboard/').map(({ query }) => query)).toEqual([
    { is_public: 'true', limit: '10', ordering: '-id' },
  ])
})

test('HOME-01 beside them the ten newest public leaderboards', async () => {
  jest.mocked(remoteForDisplay).mockImplementation((type) => `mf-${type}s`)
  const monthly = makeLeaderboard({
    id: 4,
    title: 'Monthly',
    user_roles: [{ user: makeUser({ cached_display_name: 'Jens Ravn' }), role: 'owner' }],
  })
  server
    .on('GET', '/api/scoreboard/', () => makeList(makeScoreboard()))
    .on('GET', '/api/leaderboard/', () => makeList(monthly))
  renderShell('/')
  const leaderboards = within(await screen.findByRole('region', { name: 'Newest Public Leaderboards' }))
  expect(await leaderboards.findByRole('listitem')).toHaveTextContent(/Monthly.*by Jens Ravn/)
  expect(leaderboards.getByRole('link', { name: 'View Monthly (opens in a new tab)' })).toHaveAttribute(
    'href',
    '/viewer/leaderboards/4',
  )
  expect(server.sent('GET', '/api/leaderboard/').map(({ query }) => query)).toEqual([
    { is_public: 'true', limit: '10', ordering: '-id' },
  ])
  expect((await list()).getByText('Lobby wall')).toBeVisible()
})

test('HOME-02 each is drawn from its own scores, whatever other types have its number', async () => {
  jest.mocked(remoteForDisplay).mockImplementation((type) => `mf-${type}s`)
  server
    .on('GET', '/api/scoreboard/', () => makeList(makeScoreboard({ id: 7 })))
    .on('GET', '/api/leaderboard/', () => makeList(makeLeaderboard({ id: 7 })))
    .on('GET', '/api/scoreboard/7/scores/', () => makeScores(makeGame([11_000])))
    .on('GET', '/api/leaderboard/7/scores/', () => makeLeaderboardScores(22_000))
  renderShell('/')
  expect(await (await list()).findByText('11,000')).toBeInTheDocument()
  expect(
    await within(screen.getByRole('region', { name: 'Newest Public Leaderboards' })).findByText('22,000'),
  ).toBeInTheDocument()
})

test('HOME-02 each has its title, its owner and a link to its viewer', async () => {
  const jens = makeScoreboard({
    id: 8,
    title: 'Flipper Friday',
    user_roles: [{ user: makeUser({ cached_display_name: 'Jens Ravn' }), role: 'owner' }],
  })
  server.on('GET', '/api/scoreboard/', () => makeList(jens, makeScoreboard()))
  renderShell('/')
  const section = await list()
  await section.findByText('Flipper Friday')
  const [first] = section.getAllByRole('listitem')
  expect(first).toHaveTextContent(/Flipper Friday.*by Jens Ravn/)
  const link = section.getByRole('link', { name: 'View Flipper Friday (opens in a new tab)' })
  expect(link).toHaveAttribute('href', '/viewer/scoreboards/8')
  expect(link).toHaveAttribute('target', '_blank')
})

test('ACC-12 every viewer opens in a new tab', async () => {
  server.on('GET', '/api/scoreboard/', () => makeList(makeScoreboard({ id: 1 }), makeScoreboard({ id: 2 })))
  renderShell('/')
  const links = await (await list()).findAllByRole('link')
  expect(links.map((link) => link.getAttribute('target'))).toEqual(['_blank', '_blank'])
})

test('without public boards it says so', async () => {
  server.on('GET', '/api/scoreboard/', () => makeList())
  renderShell('/')
  expect(await screen.findByText('There are no public scoreboards yet.')).toBeVisible()
})

test('LST-07 a failing API is said in the list; the rest of the page stays', async () => {
  server.on('GET', '/api/scoreboard/', () => new FakeAnswer(500))
  renderShell('/')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'An error has occurred. Please refresh the page and try again.',
  )
  expect(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
})

test('a type that no remote shows is not listed', async () => {
  jest.mocked(remoteForDisplay).mockReturnValueOnce(undefined)
  renderShell('/')
  await screen.findByRole('heading', { name: 'Home' })
  expect(screen.queryByRole('region')).toBeNull()
  expect(server.sent('GET', '/api/scoreboard/')).toEqual([])
})

test('Home takes the focus when it is come back to, not when it is opened', async () => {
  server.on('GET', '/api/scoreboard/', () => makeList())
  renderShell('/')
  const heading = await screen.findByRole('heading', { name: 'Home' })
  expect(heading).not.toHaveFocus()
  await userEvent.click(screen.getAllByRole('link', { name: 'Scoreboards' })[0]!)
  await screen.findByRole('heading', { name: 'Remote' })
  await userEvent.click(screen.getAllByRole('link', { name: 'Home' })[0]!)
  expect(await screen.findByRole('heading', { name: 'Home' })).toHaveFocus()
})

test('TON-02 remotes bring panels to Home, in order; one that is dead costs its own place, with Retry', async () => {
  jest.mocked(listHomePanels).mockReturnValue([
    { remote: 'mf-venues', expose: './tonight', label: 'Venues', order: 55 },
    { remote: 'mf-taps', expose: './home', label: 'Taps', order: 70 },
  ])
  jest
    .mocked(loadExpose)
    .mockImplementation((remote) =>
      remote === 'mf-venues' ? Promise.reject(new Error('gone')) : Promise.resolve({ default: () => <h2>On tap</h2> }),
    )
  server.on('GET', '/api/scoreboard/', () => makeList(makeScoreboard()))
  renderShell('/')
  expect(await screen.findByRole('heading', { name: 'On tap' })).toBeVisible()
  expect(await screen.findByText('mf-venues')).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Home'])
  expect(await (await list()).findByText('Lobby wall')).toBeVisible()
  expect(document.title).toBe('Home · Multiball')
  jest.mocked(loadExpose).mockResolvedValue({ default: () => <h2>Tonight</h2> })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Tonight' })).toBeVisible()
  jest.mocked(listHomePanels).mockReset().mockReturnValue([])
})
