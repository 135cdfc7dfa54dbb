import { boards } from '@multiball/shared/api'
import { listNavigation, loadExpose } from '@multiball/shared/remotes'
import { FakeAnswer, FakeServer, makeList, makeProfile, makeScoreboard } from '@multiball/shared/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { closeShell, renderShell } from '../testing/renderShell'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))

let server: FakeServer
let counts: object

beforeEach(() => {
  jest.useFakeTimers({ now: opened, advanceTimers: true })
  counts = { boards: { scoreboard: 8 }, venues: 2, tvs: 0 }
  server = new FakeServer()
    .on('GET', '/api/user_profile/get/', () => makeProfile())
    .on('GET', '/api/counts/', () => counts)
    .on('GET', '/api/scoreboard/', () => makeList())
    .on('POST', '/api/scoreboard/', () => makeScoreboard())
  jest
    .mocked(loadExpose)
    .mockReset()
    .mockResolvedValue({ default: () => <h1>A page</h1> })
})
afterEach(() => {
  closeShell()
  server.close()
  jest.useRealTimers()
})

const section = (name: string) => within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name })
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

test('JMP-07 beside a section stands how much of it is one’s own, and follows what is created', async () => {
  jest.mocked(listNavigation).mockReturnValue([
    { remote: 'mf-scoreboards', label: 'Scoreboards', path: '/scoreboards', icon: 'scoreboard', order: 1 },
    { remote: 'mf-venues', label: 'Venues', path: '/venues', icon: 'venue', order: 2, counts: 'venues' },
    { remote: 'mf-tvs', label: 'TVs', path: '/tvs', icon: 'tv', order: 3, counts: 'tvs' },
  ])
  renderShell('/scoreboards')
  await waitFor(() => expect(section('Scoreboards')).toHaveTextContent('Scoreboards8'))
  expect(section('Scoreboards')).toHaveAccessibleDescription('You have 8')
  expect(section('Venues')).toHaveTextContent('Venues2')
  // Nothing is said of nothing, nor of what is nobody's own.
  expect(section('TVs')).toHaveTextContent('TVs')
  expect(section('Home')).toHaveTextContent('Home')
  expect(screen.getByRole('navigation', { name: 'Sections' })).not.toHaveTextContent('8')

  counts = { boards: { scoreboard: 9 }, venues: 2, tvs: 0 }
  await act(async () => void (await boards('scoreboard').create({} as never)))
  await waitFor(() => expect(section('Scoreboards')).toHaveTextContent('Scoreboards9'))
})

const opened = new Date(2026, 10, 20, 21, 42)
const since = (words: string) =>
  `${words} since ${opened.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}. Showing what was known.`

const nobody = () => {
  throw new TypeError('fetch failed')
}
const ask = () =>
  act(
    async () =>
      void (await boards('scoreboard')
        .remove(1)
        .catch(() => {})),
  )

test.each([
  ['a server that is not there', nobody],
  ['a gateway that stands alone', () => new FakeAnswer(502)],
])('OFF-01 %s is told, with since when, until an answer comes', async (_what, away) => {
  const { container } = renderShell('/scoreboards')
  await screen.findByText('A page')
  expect(container.querySelector('[data-lost]')).toBeNull()
  server.on('DELETE', '/.*', away).on('GET', '/.*', away)
  await ask()
  const words = since('Can’t reach the server')
  expect(screen.getByText(words).closest('[role=status]')).toBeVisible()
  expect(container.querySelector('[data-lost] main')).not.toBeNull()
  // Later failures are of the same loss.
  await pass(120_000)
  expect(screen.getByText(words)).toBeVisible()

  server.on('GET', '/api/counts/', () => counts)
  await pass(3_000)
  expect(screen.queryByText(words)).toBeNull()
  expect(container.querySelector('[data-lost]')).toBeNull()
})

test.each([
  ['a refusal', () => new FakeAnswer(403, { detail: 'No.' })],
  ['a server whose database is away', () => new FakeAnswer(503, { detail: 'The database cannot be reached.' })],
  ['a broken answer', () => 'nonsense'],
])('OFF-01 %s is an answer', async (_what, answer) => {
  renderShell('/scoreboards')
  await screen.findByText('A page')
  server.on('DELETE', '/.*', answer)
  await ask()
  expect(screen.queryByText(/Showing what was known/)).toBeNull()
})

test('OFF-01 a browser without a network says so at once', async () => {
  renderShell('/scoreboards')
  await screen.findByText('A page')
  server.on('GET', '/.*', nobody)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(since('Offline'))).toBeVisible()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByText(since('Can’t reach the server'))).toBeVisible()
})
