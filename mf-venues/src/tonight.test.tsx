import type { Tonight } from '@multiball/shared/schema'
import { FakeServer, makeGame, makeTonight, renderRoutes } from '@multiball/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import TonightPanel from './tonight'

const machine = (id: number, name: string, last_heard_at: string | null = new Date().toISOString()) => ({
  id,
  venue: { id: 1, name: 'Silver Lane Arcade' },
  machine: { id, name },
  last_heard_at,
})
const nothing = { venue: null, machine: null, has_score: false, has_board: false, has_tv: false }

let server: FakeServer
let tonight: Tonight

beforeEach(() => {
  localStorage.clear()
  tonight = makeTonight()
  server = new FakeServer().on('GET', '/api/tonight/', () => tonight)
})
afterEach(() => server.close())

const open = () => renderRoutes(TonightPanel, '/', '/')

test('TON-01 what is played is drawn live; the best score, the TVs and what is silent each lead on', async () => {
  tonight = makeTonight({
    playing: [machine(11, 'Firepower'), machine(12, 'Taxi')],
    silent: [machine(13, 'Eight Ball', '2020-01-01T00:00:00.000Z')],
    machines: 3,
    tvs: { online: 1, count: 2 },
    best: { game: 77, score: '9007199254740993', player: 'Inês', venuemachine: machine(11, 'Firepower') },
  })
  server
    .on('GET', '/api/venuemachine/11/current/', () => makeGame([4_200], { current_ball: 2 }))
    .on('GET', '/api/venuemachine/12/current/', () => makeGame([7], { current_ball: 1 }))
  open()
  const playing = within(await screen.findByRole('list', { name: 'Being played now' }))
  expect(await playing.findByText(/Ball 2 · 4,200/)).toBeVisible()
  expect(playing.getByRole('link', { name: 'Firepower' })).toHaveAttribute('href', '/venues/1/machines/11')
  const facts = within(screen.getByRole('list', { name: 'At a glance' }))
  expect(facts.getByRole('link', { name: /Today’s best/ })).toHaveTextContent(
    'Today’s best9,007,199,254,740,993 Inês · Firepower',
  )
  expect(facts.getByRole('link', { name: /Today’s best/ })).toHaveAttribute('href', '/games/77')
  expect(facts.getByRole('link', { name: /TVs/ })).toHaveTextContent('1 of 2 online')
  expect(facts.getByRole('link', { name: /Silent/ })).toHaveAttribute('href', '/venues/1/machines/13')
  expect(server.sent('GET', '/api/tonight/')[0]!.query).toEqual({
    tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  expect(screen.queryByRole('heading', { name: /From nothing/ })).toBeNull()
})

test('TON-15 more machines than are listed are counted', async () => {
  tonight = makeTonight({
    playing: [machine(11, 'Firepower')],
    silent: [machine(13, 'Eight Ball', '2020-01-01T00:00:00.000Z')],
    counts: { playing: 9, silent: 31 },
    machines: 40,
  })
  server.on('GET', '/api/venuemachine/11/current/', () => makeGame([4_200]))
  open()
  expect(await screen.findByRole('link', { name: /31 silent/ })).toHaveAttribute('href', '/venues')
  expect(screen.getByRole('link', { name: '8 more being played' })).toHaveAttribute('href', '/venues')
})

test.each([
  [1, 'One score waits for your yes'],
  [12, '12 scores wait for your yes'],
])('ENT-22 Home leads to guests’ scores: %i', async (waiting_scores, words) => {
  tonight = makeTonight({ machines: 3, waiting_scores })
  open()
  expect(await screen.findByRole('link', { name: words })).toHaveAttribute('href', '/venues/waiting')
})

test('LOAD-10 owners are told what keeps the server from recording games', async () => {
  tonight = makeTonight({ trouble: 'The server’s disk is filling up.' })
  open()
  expect(await screen.findByText('The server’s disk is filling up.')).toBeVisible()
})

test.each([
  [nothing, '/venues/add', '0 of 4 done'],
  [{ ...nothing, venue: 1 }, '/venues/1/machines/add', '1 of 4 done'],
  [{ ...nothing, venue: 1, machine: 11 }, '/venues/1/machines/11', '2 of 4 done'],
  [{ ...nothing, venue: 1, machine: 11, has_score: true }, '/venues/1/machines/11', '3 of 4 done'],
  [{ ...nothing, venue: 1, machine: 11, has_score: true, has_board: true }, '/displays/pair', '3 of 4 done'],
])('TON-03 with %j the next step leads to %s', async (steps, to, count) => {
  tonight = makeTonight({ machines: steps.machine ? 1 : 0, steps })
  open()
  expect(await screen.findByText(count)).toBeVisible()
  expect(
    screen
      .getAllByRole('listitem')
      .map((item) => item.getAttribute('aria-current'))
      .indexOf('step'),
  ).toBe(Number(count[0]))
  const links = screen.getAllByRole('link').filter((link) => link.getAttribute('href') === to)
  expect(links.length).toBeGreaterThanOrEqual(2)
})

test('TON-03 once all is done the card says so and can be dismissed; an owner who never saw it is not told', async () => {
  tonight = makeTonight({ steps: { ...nothing, venue: 1, machine: 11, has_score: true, has_board: true } })
  open().unmount()
  const first = open()
  expect(await screen.findByText('3 of 4 done')).toBeVisible()
  tonight = makeTonight()
  first.unmount()
  const second = open()
  expect(await screen.findByText('Your board is on a TV')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText('Your board is on a TV')).toBeNull())
  second.unmount()
  open()
  expect(await screen.findByText('Nothing is being played right now.')).toBeVisible()
  expect(screen.queryByText('Your board is on a TV')).toBeNull()
})
