import { FakeServer, makeList, makeUser, makeVenueMachine, renderRoutes } from '@multiball/shared/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import Help from './help'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  loadExpose: () => Promise.reject(new Error('no registry')),
}))

const venue = (id: number) => ({ id, name: `Bar ${id}`, user_roles: [{ user: makeUser(), role: 'owner' }] })
const machine = makeVenueMachine({ id: 11, venue: { id: 5, name: 'Bar 5' }, has_device: false })
let server: FakeServer
afterEach(() => server.close())

const bring = (venues: number[], ...machines: object[]) => {
  server = new FakeServer()
    .on('GET', '/api/venue/', () => makeList(...venues.map(venue)))
    .on('GET', '/api/venuemachine/', () => makeList(...machines))
  renderRoutes(Help, '/help', '/help')
}

test.each([
  ['without a venue', [], [], ['/venues/add', '/venues/add', '/venues/add', '/venues/add']],
  [
    'without a machine',
    [5],
    [],
    ['/venues/5/machines/add', '/venues/5/bridges?kind=mpf', '/venues/5/bridges?kind=vector', '/venues/5/machines/add'],
  ],
  [
    'with a machine',
    [5],
    [machine],
    ['/venues/5/machines/11', '/venues/5/bridges?kind=mpf', '/venues/5/bridges?kind=vector', '/venues/5/guests'],
  ],
  ['with more', [5, 6], [machine, { ...machine, id: 12 }], ['/venues', '/venues', '/venues', '/venues']],
])(
  'MAC-40 Help says what can be connected; an owner %s is led to what comes next',
  async (_what, venues, machines, links) => {
    bring(venues, ...machines)
    const ways = await screen.findByRole('list', { name: 'What can I connect?' })
    expect([...ways.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
      'A Scorbit-ready machine',
      'A machine with MPF',
      'A Vector board',
      'Nothing at all',
    ])
    expect([...ways.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(links)
    if (machines.length === 0) return
    await userEvent.click(screen.getByRole('button', { name: 'Add a score by hand' }))
    expect(await screen.findByRole('dialog', { name: 'Add a score' })).toBeVisible()
  },
)
