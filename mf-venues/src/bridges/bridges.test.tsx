import { FakeAnswer, FakeServer, makeList, makeUser, makeVenueMachine, renderRoutes } from '@multiball/shared/testing'
import type { Bridge, VenueMachine } from '@multiball/shared/schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import VenuesRoutes from '../routes'
// Read before the tests, whose time is for pages.
import '../catalogue/AddMachinePage'
import '../machine/MachinePage'
import './BridgesPage'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  loadExpose: () => Promise.reject(new Error('no registry')),
}))

const venue = { id: 5, name: 'Flipper Bar', user_roles: [{ user: makeUser(), role: 'owner' }] }
const highSpeed = {
  id: 31,
  name: 'High Speed',
  manufacturer: 'Williams',
  year: 1986,
  opdb_id: null,
  backglass_art: null,
}
const found = (id: number, name: string, venuemachine: Bridge['machines'][number]['venuemachine'] = null) => ({
  id,
  name,
  address: `192.168.1.${id}`,
  code: `CODE${id}`,
  found_at: new Date().toISOString(),
  venuemachine,
})
const standing = (id: number, name: string, has_device: boolean) =>
  makeVenueMachine({
    id,
    venue,
    machine: { ...makeVenueMachine().machine, id: 100 + id, name },
    has_device,
    has_key: false,
  })

let server: FakeServer
let bridges: Bridge[]
let machines: VenueMachine[]

beforeEach(() => {
  bridges = []
  machines = []
  server = new FakeServer()
    .on('GET', '/api/venue/', () => makeList(venue))
    .on('GET', '/api/venue/5/', () => venue)
    .on('GET', '/api/bridge/', () => ({ bridges }))
    .on('GET', '/api/venuemachine/', () => makeList(...machines))
    .on('GET', '/api/venuemachine/:id/', ({ params }) => machines.find(({ id }) => id === Number(params.id)))
    .on('GET', '/api/venuemachine/:id/current/', () => new FakeAnswer(404))
    .on('GET', '/api/venuemachine/:id/top_scores/', () => ({ ...makeList(), rank: null }))
    .on('GET', '/api/venuemachine/:id/games/', () => makeList())
    .on('GET', '/api/machines/', () => makeList(highSpeed))
    .on('GET', '/api/machines/:id/', () => highSpeed)
    .on('GET', '/api/machinegroups/', () => makeList())
    .on('GET', '/api/scoreboard/', () => makeList())
    .on('GET', '/api/tv/', () => makeList())
    .on('POST', '/api/venuemachine/', () => {
      machines = [...machines, standing(60, 'High Speed', false)]
      return new FakeAnswer(201, machines.at(-1))
    })
    .on('POST', '/api/venuemachine/:id/pair/', () => ({ paired: true }))
})
afterEach(() => {
  sessionStorage.clear()
  server.close()
})

const bridge = (machinesOfIt: Bridge['machines']): Bridge => ({
  id: 7,
  name: 'Vector boards (bar-pi)',
  venue: 5,
  last_heard_at: new Date().toISOString(),
  machines: machinesOfIt,
})
const open = (path: string) => renderRoutes(VenuesRoutes, '/venues', path)
const sent = (method: string, path: RegExp) =>
  server.requests.filter((request) => request.method === method && path.test(request.path)).map(({ body }) => body)
const typeCode = async (code: string) => {
  fireEvent.change(await screen.findByRole('textbox', { name: /Code of the bridge/ }), { target: { value: code } })
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }))
}

test('MAC-24 the code that a bridge prints is typed on the venue’s page of bridges', async () => {
  server.on('POST', '/api/bridge/', () => {
    bridges = [bridge([])]
    return new FakeAnswer(201, bridges[0])
  })
  open('/venues/5/bridges')
  expect(await screen.findByText(/multiball bridge vector --server/)).toBeVisible()
  await typeCode('ac4 d7k')
  expect(await screen.findByText('Vector boards (bar-pi) connected!')).toBeVisible()
  expect(sent('POST', /bridge/)).toEqual([{ code: 'AC4D7K', venue: 5 }])
  expect(await screen.findByText(/No machines found yet/)).toBeVisible()
})

test('MAC-24 a code that no bridge shows is said at the field, and one that is too short is not sent', async () => {
  server.on('POST', '/api/bridge/', () => new FakeAnswer(400, { code: ['No bridge shows this code'] }))
  open('/venues/5/bridges')
  await typeCode('AC4')
  expect(await screen.findByText('Type the six characters that the bridge shows')).toBeVisible()
  expect(sent('POST', /bridge/)).toEqual([])
  await typeCode('AC4D7K')
  expect(await screen.findByText(/No bridge shows this code\. Check the newest line/)).toBeVisible()
})

test('MAC-25 what a bridge has found becomes a machine by choosing its title', async () => {
  bridges = [bridge([found(20, 'High Speed')])]
  open('/venues')
  await userEvent.click(await screen.findByRole('link', { name: 'Say which it is' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Choose the machine of High Speed' }))
  expect(await screen.findByText('Which machine is “High Speed” at 192.168.1.20?')).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('High Speed')
  await userEvent.click(await screen.findByRole('button', { name: 'Add High Speed' }))
  await waitFor(() => expect(sent('POST', /\/60\/pair\/$/)).toEqual([{ shortcode: 'CODE20' }]))
  expect(await screen.findByText('High Speed connected!')).toBeVisible()
})

test('MAC-25 or it is a machine that stands there without a device', async () => {
  bridges = [bridge([found(20, 'High Speed')])]
  machines = [standing(61, 'Taxi', false), standing(62, 'Xenon', true)]
  open('/venues/5/machines/add?found=20')
  const here = await screen.findByRole('list', { name: 'Already in this venue' })
  expect(
    within(here)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['It’s this one'])
  await userEvent.click(screen.getByRole('button', { name: 'It is Taxi' }))
  await waitFor(() => expect(sent('POST', /\/61\/pair\/$/)).toEqual([{ shortcode: 'CODE20' }]))
  expect(sent('POST', /venuemachine\/$/)).toEqual([])
})

test('MAC-27 a bridge is removed once that is confirmed, and what it sends for is named until then', async () => {
  bridges = [bridge([found(20, 'Fast', { id: 61, name: 'High Speed' })])]
  server.on('DELETE', '/api/bridge/7/', () => {
    bridges = []
    return new FakeAnswer(204)
  })
  open('/venues/5/bridges')
  expect(await screen.findByRole('link', { name: 'High Speed' })).toHaveAttribute('href', '/venues/5/machines/61')
  await userEvent.click(screen.getByRole('button', { name: 'More for Vector boards (bar-pi)' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Vector boards (bar-pi) removed!')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'High Speed' })).not.toBeInTheDocument())
})
