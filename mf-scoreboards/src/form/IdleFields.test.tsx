import { configureApi } from '@multiball/shared/client'
import {
  FakeAnswer,
  FakeServer,
  makeLeaderboard,
  makeList,
  makeScoreboard,
  makeUser,
  makeVenueMachine,
  renderRoutes,
} from '@multiball/shared/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ScoreboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './ScoreboardForm'

// Much of the page, and tested beside it.
jest.mock('./ScoreboardPreview', () => ({ ScoreboardPreview: () => null }))

let server: FakeServer
const user = userEvent.setup()
const own = makeLeaderboard({ id: 21, title: 'House records' })
const theirs = makeLeaderboard({
  id: 22,
  title: 'Town records',
  user_roles: [{ user: makeUser({ id: 2, cached_display_name: 'Teo' }), role: 'owner' }],
})
const plain = makeScoreboard()

const leaderboardSwitch = () => screen.getByRole('switch', { name: 'Show leaderboard when idle' })
const hotSwitch = () => screen.getByRole('switch', { name: 'Show hot active game when idle' })
const leaderboard = () => screen.getByRole('combobox', { name: 'Leaderboard' })
const save = () => user.click(screen.getByRole('button', { name: 'Update Scoreboard' }))
const sent = () => server.sent('PUT', '/api/scoreboard/7/').at(-1)?.body

async function edit(stored: object = {}) {
  const board = makeScoreboard(stored)
  server.on('GET', '/api/scoreboard/7/', () => board)
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue(board.title))
}

beforeEach(() => {
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  server = new FakeServer()
    .on('GET', '/api/venuemachine/11/', () => makeVenueMachine())
    .on('GET', '/api/scoreboard/', () => makeList(plain))
    .on('GET', '/api/leaderboard/', ({ query }) => (query.is_public ? makeList(theirs, own) : makeList(own)))
    .on('GET', '/api/leaderboard/:id/', () => new FakeAnswer(404, { detail: 'Not found.' }))
    .on('GET', '/api/leaderboard/22/', () => theirs)
    .on('PUT', '/api/scoreboard/7/', ({ body }) => makeScoreboard({ ...(body as object) }))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
  configureApi({})
  jest.restoreAllMocks()
})

test('SB-02 SB-03 SB-04 one turns off the other, each has its own fields, and both are saved', async () => {
  await edit()
  expect(leaderboardSwitch()).not.toBeChecked()
  expect(screen.queryByRole('combobox', { name: 'Leaderboard' })).toBeNull()

  fireEvent.click(hotSwitch())
  await user.click(screen.getByRole('button', { name: /When no game is hot/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Random',
    'Space Invaders',
    'Color Bars',
    'Dead Television Channel',
    'Atari 2600 Pinball',
  ])
  await user.click(screen.getByRole('option', { name: 'Dead Television Channel' }))

  fireEvent.click(leaderboardSwitch())
  expect(hotSwitch()).not.toBeChecked()
  expect(screen.queryByRole('button', { name: /When no game is hot/ })).toBeNull()
  await save()
  expect((await screen.findAllByText('Please select a leaderboard')).length).toBeGreaterThan(1)
  expect(leaderboard()).toBeInvalid()
  expect(sent()).toBeUndefined()

  await user.click(leaderboard())
  await user.click(await screen.findByRole('option', { name: 'House records' }))
  const seconds = screen.getByRole('textbox', { name: 'Seconds to display scoreboard' })
  expect(seconds).toHaveValue('10')
  expect(screen.getByRole('textbox', { name: 'Seconds to display leaderboard' })).toHaveValue('10')
  fireEvent.change(seconds, { target: { value: '25' } })
  await save()
  expect(await screen.findByText('Lobby wall updated')).toBeVisible()
  expect(sent()).toMatchObject({
    leaderboard: 21,
    idle_leaderboard_show: true,
    idle_hotgame_show: false,
    idle_scoreboard_sec: 25,
    idle_leaderboard_sec: 10,
    idle_hotgame_type: 3,
  })
})

test('SB-04 the hot games turn off the leaderboard, and seconds that nobody sees any more cannot refuse the save', async () => {
  await edit({ leaderboard: 21, idle_leaderboard_show: true })
  await waitFor(() => expect(leaderboard()).toHaveValue('House records'))
  await user.clear(screen.getByRole('textbox', { name: 'Seconds to display leaderboard' }))
  fireEvent.click(hotSwitch())
  expect(leaderboardSwitch()).not.toBeChecked()
  await save()
  expect(await screen.findByText('Lobby wall updated')).toBeVisible()
  expect(sent()).toMatchObject({
    leaderboard: 21,
    idle_leaderboard_show: false,
    idle_hotgame_show: true,
    idle_leaderboard_sec: 10,
  })
})

test('SB-02 another’s public leaderboard is found once something is typed', async () => {
  await edit({ idle_leaderboard_show: true, leaderboard: 21 })
  await waitFor(() => expect(leaderboard()).toHaveValue('House records'))
  await user.clear(leaderboard())
  await user.type(leaderboard(), 'teo')
  await user.click(await screen.findByRole('option', { name: /Town records.*by Teo/ }))
  await save()
  expect(await screen.findByText('Lobby wall updated')).toBeVisible()
  expect(sent()).toMatchObject({ leaderboard: 22 })
})

test('SB-02 a leaderboard that is gone or private says so in its place', async () => {
  await edit({ idle_leaderboard_show: true, leaderboard: 99 })
  expect(
    await screen.findByText('This leaderboard has been deleted or made private. Please select another one.'),
  ).toBeVisible()
  expect(leaderboard()).toBeInvalid()
})

test('SB-02 a scoreboard whose leaderboard was deleted says so, and is saved without one', async () => {
  await edit({ idle_leaderboard_show: true, leaderboard: null })
  expect(leaderboardSwitch()).toHaveAccessibleDescription(
    'The leaderboard has been deleted. Turn this on to select another one.',
  )
  await save()
  expect(await screen.findByText('Lobby wall updated')).toBeVisible()
  expect(sent()).toMatchObject({ leaderboard: null, idle_leaderboard_show: false })
})

test('SB-02 what the server refuses lands on the fields, one that is not shown otherwise too', async () => {
  server.on(
    'PUT',
    '/api/scoreboard/7/',
    () =>
      new FakeAnswer(400, {
        leaderboard: ['Item not found.'],
        idle_hotgame_show: ['Show either a leaderboard or a hot game when idle'],
      }),
  )
  await edit({ leaderboard: 22 })
  await save()
  await waitFor(() => expect(leaderboard()).toBeInvalid())
  const summary = within(screen.getByText('2 things need fixing').closest('[role=alert]') as HTMLElement)
  expect(summary.getByText('Item not found.')).toBeVisible()
  expect(screen.getAllByText('Show either a leaderboard or a hot game when idle')).toHaveLength(2)
})

test('SB-02 who has no leaderboard is led to making one', async () => {
  server.on('GET', '/api/leaderboard/', () => makeList())
  await edit()
  expect(screen.queryByText(/no leaderboard of your own/)).toBeNull()
  fireEvent.click(leaderboardSwitch())
  expect(await screen.findByText(/You have no leaderboard of your own yet/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add Leaderboard' })).toHaveAttribute('href', '/leaderboards/add')
})

test('SB-06 a private leaderboard on a public scoreboard: the picker marks it, and the form says what everybody sees', async () => {
  const hidden = makeLeaderboard({ id: 23, title: 'Staff records', is_public: false })
  server.on('GET', '/api/leaderboard/', ({ query }) =>
    query.is_public ? makeList(theirs, own) : makeList(hidden, own),
  )
  await edit({ is_public: true })
  fireEvent.click(leaderboardSwitch())
  await user.type(leaderboard(), 'records')
  expect(await screen.findByRole('option', { name: /Staff records.*Private/ })).toBeVisible()
  await user.click(screen.getByRole('option', { name: /House records/ }))
  const words = /^This leaderboard is private: the public sees the scoreboard alone/
  expect(screen.queryByText(words)).toBeNull()
  await user.clear(leaderboard())
  await user.type(leaderboard(), 'Staff')
  await user.click(await screen.findByRole('option', { name: /Staff records/ }))
  expect(await screen.findByText(words)).toBeVisible()
  // A private scoreboard is nobody else's to see.
  fireEvent.click(screen.getByRole('radio', { name: 'Private' }))
  expect(screen.queryByText(words)).toBeNull()
})

test('ATT-02 with neither of the two the owner chooses attract mode or the last result', async () => {
  await edit()
  expect(screen.getByRole('radio', { name: 'Attract mode' })).toBeChecked()
  fireEvent.click(hotSwitch())
  expect(screen.queryByRole('radio', { name: 'Attract mode' })).toBeNull()
  fireEvent.click(hotSwitch())
  fireEvent.click(screen.getByRole('radio', { name: 'Keep the last result' }))
  await save()
  await waitFor(() => expect(sent()).toMatchObject({ attract: false, idle_hotgame_show: false }))
})

describe('CHA-08 the score to beat', () => {
  const choose = async (label: string) => {
    await user.click(screen.getByRole('button', { name: /Score to beat/ }))
    await user.click(screen.getByRole('option', { name: label }))
  }

  test('is the house record; that of a day or month goes by this browser’s time zone', async () => {
    await edit()
    expect(screen.getByRole('button', { name: /Score to beat/ })).toHaveTextContent('House record')
    await choose('Best of the day')
    await save()
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    await waitFor(() => expect(sent()).toMatchObject({ chase: 'day', chase_timezone: timeZone }))
  })

  test('of a leaderboard asks for one, once, whether it is shown when idle or not', async () => {
    await edit()
    await choose('First of a leaderboard')
    await save()
    expect((await screen.findAllByText('Please select a leaderboard')).length).toBeGreaterThan(1)
    await user.click(leaderboard())
    await user.click(await screen.findByRole('option', { name: 'House records' }))
    fireEvent.click(leaderboardSwitch())
    expect(screen.getAllByRole('combobox', { name: 'Leaderboard' })).toHaveLength(1)
    fireEvent.click(leaderboardSwitch())
    await save()
    await waitFor(() =>
      expect(sent()).toMatchObject({ chase: 'leaderboard', leaderboard: 21, idle_leaderboard_show: false }),
    )
  })
})
