import {
  FakeAnswer,
  FakeServer,
  makeGame,
  makeList,
  makePlayer,
  makeScoreboard,
  makeUser,
  makeVenueMachine,
  renderRoutes,
} from '@multiball/shared/testing'
import type { GuestScores, Scoreboard, Venue, VenueMachine } from '@multiball/shared/schema'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { File } from 'node:buffer'
import { commands } from './commands'
import VenuesRoutes from './routes'
// Read before the tests, whose time is for pages.
import './catalogue/AddMachinePage'
import './machine/MachinePage'

// No registry, so no display: what is played stands there in words.
jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  loadExpose: () => Promise.reject(new Error('no registry')),
}))

let server: FakeServer
let machine: VenueMachine
let venues: Venue[]
let boards: Scoreboard[]
let guests: GuestScores
const missing = () => new FakeAnswer(404, { detail: 'Item not found.' })
const address = () => screen.getByLabelText('Address').textContent
const bar: Venue = { id: 5, name: 'Flipper Bar', user_roles: [{ user: makeUser(), role: 'owner' }] }
const godzilla = { manufacturer: 'Stern', year: 2021, opdb_id: null, backglass_art: null }

beforeEach(() => {
  venues = []
  boards = []
  guests = { mode: 'off', code: null }
  machine = makeVenueMachine({ venue: { id: 5, name: 'Flipper Bar' }, has_device: false, has_key: false })
  server = new FakeServer()
    .on('GET', '/api/venue/', () => makeList(...venues))
    .on('GET', '/api/venue/5/', () => bar)
    .on('GET', '/api/venuemachine/', () => makeList(machine))
    .on('GET', '/api/venuemachine/11/', () => machine)
    .on('GET', '/api/venuemachine/11/current/', missing)
    .on('GET', '/api/venuemachine/11/top_scores/', () => ({ ...makeList(), rank: null }))
    .on('GET', '/api/venuemachine/11/games/', () => makeList())
    .on('GET', '/api/venuemachine/11/guest_scores/', () => guests)
    .on('GET', '/api/machines/3/', () => ({ ...godzilla, id: 3, name: 'Dragon’s Keep' }))
    .on('GET', '/api/scoreboard/', () => makeList(...boards))
})
afterEach(() => {
  jest.useRealTimers()
  server.close()
})

test('API-04 an owner without venues is led to the first; what is refused stays as it was typed, with the reason on its field', async () => {
  renderRoutes(VenuesRoutes, '/venues', '/venues')
  fireEvent.click(await screen.findByRole('link', { name: 'Set up your first venue' }))
  const name = await screen.findByRole('textbox', { name: /Name/ })
  fireEvent.click(screen.getByRole('button', { name: 'Create Venue' }))
  expect(await screen.findByText('Name must not be blank')).toBeVisible()
  expect(name).toHaveFocus()
  expect(server.sent('POST', '/api/venue/')).toEqual([])
  server.on('POST', '/api/venue/', () => new FakeAnswer(400, { name: ['That is no name'] }))
  fireEvent.change(name, { target: { value: 'Flipper Bar' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create Venue' }))
  expect(await screen.findByText('That is no name')).toBeVisible()
  expect(name).toHaveValue('Flipper Bar')
  expect(name).toHaveFocus()
  server
    .on('POST', '/api/venue/', () => bar)
    .on('GET', '/api/machines/', () => makeList())
    .on('GET', '/api/machinegroups/', () => makeList())
  fireEvent.click(screen.getByRole('button', { name: 'Create Venue' }))
  await waitFor(() => expect(address()).toBe('/venues/5/machines/add'))
  expect(await screen.findByText('Which machine is at Flipper Bar?')).toBeVisible()
})

test('API-04 API-05 the catalogue is searched once typing stops, opens the editions of a title, and adds one', async () => {
  const entries = [
    { ...godzilla, id: 31, name: 'Godzilla (Pro)' },
    { ...godzilla, id: 32, name: 'Godzilla (LE)' },
    { ...godzilla, id: 33, name: 'Funhouse', manufacturer: 'Williams', year: 1990 },
  ]
  server
    .on('GET', '/api/machines/', ({ query }) =>
      makeList(...entries.filter(({ name }) => name.toLowerCase().includes(query.search ?? ''))),
    )
    .on('GET', '/api/machinegroups/', () => makeList({ id: 7, name: 'Godzilla', machines: [31, 32] }))
    .on('POST', '/api/venuemachine/', () => new FakeAnswer(201, machine))
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/add')
  expect(await screen.findByRole('button', { name: 'Add Funhouse' })).toBeVisible()
  expect(screen.getByText('Williams · 1990')).toBeVisible()
  await userEvent.type(screen.getByRole('searchbox'), 'godz')
  expect(server.sent('GET', '/api/machines/')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add Funhouse' })).toBeNull())
  expect(server.sent('GET', '/api/machines/').map(({ query }) => query.search)).toEqual([undefined, 'godz'])
  fireEvent.click(screen.getByRole('button', { name: 'Show editions of Godzilla' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add Godzilla (LE)' }))
  await waitFor(() => expect(address()).toBe('/venues/5/machines/11'))
  expect(server.sent('POST', '/api/venuemachine/')[0]!.body).toEqual({ venue: 5, machine: 32 })
})

test('CAT-06 a machine that is not found is added as one’s own: what was typed is its name, errors stand at their fields, and nothing typed is lost', async () => {
  server
    .on('GET', '/api/machines/', () => makeList())
    .on('GET', '/api/machinegroups/', () => makeList())
    .on('POST', '/api/venuemachine/own/', () => new FakeAnswer(400, { manufacturer: ['No such maker'] }))
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/add')
  expect(await screen.findByRole('button', { name: 'Add your own machine' })).toBeVisible()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Hexa Storm 2026' } })
  await userEvent.click(screen.getByRole('button', { name: 'Add “Hexa Storm 2026” as your own machine' }))
  const form = within(screen.getByRole('form', { name: 'Your own machine' }))
  const field = (name: string) => form.getByRole('textbox', { name })
  expect(field('Name')).toHaveValue('Hexa Storm')
  expect(field('Name')).toHaveFocus()
  expect(field('Year')).toHaveValue('2026')
  fireEvent.change(field('Year'), { target: { value: '26' } })
  fireEvent.click(form.getByRole('button', { name: 'Add machine' }))
  expect(form.getByText('Maker must not be blank')).toBeVisible()
  expect(field('Maker')).toHaveFocus()
  expect(form.getByText('Please enter a year from 1930 to 2100, or none')).toBeVisible()
  expect(server.sent('POST', '/api/venuemachine/own/')).toEqual([])
  await userEvent.type(field('Maker'), 'Nova')
  await userEvent.clear(field('Year'))
  fireEvent.click(form.getByRole('button', { name: 'Add machine' }))
  expect(await form.findByText('No such maker')).toBeVisible()
  expect(field('Maker')).toHaveValue('Nova')
  server.on('POST', '/api/venuemachine/own/', () => new FakeAnswer(201, machine))
  fireEvent.click(form.getByRole('button', { name: 'Add machine' }))
  await waitFor(() => expect(address()).toBe('/venues/5/machines/11'))
  expect(server.sent('POST', '/api/venuemachine/own/').at(-1)!.body).toEqual({
    venue: 5,
    name: 'Hexa Storm',
    manufacturer: 'Nova',
    year: null,
  })
})

test('CAT-08 a machine of one’s own is renamed from its page; what the catalogue has is not', async () => {
  const hexa = { ...godzilla, id: 3, name: 'Hexa Strom', manufacturer: 'Nova', year: null }
  let title: object = { ...hexa, is_own: true }
  server
    .on('GET', '/api/machines/3/', () => title)
    .on('PUT', '/api/machines/3/', () => new FakeAnswer(400, { name: ['That is no name'] }))
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  fireEvent.click(await screen.findByRole('link', { name: `Rename ${machine.machine.name}` }))
  const form = within(await screen.findByRole('form', { name: 'Rename machine' }))
  const field = (name: string) => form.getByRole('textbox', { name })
  expect([field('Name'), field('Maker'), field('Year')].map((input) => (input as HTMLInputElement).value)).toEqual([
    'Hexa Strom',
    'Nova',
    '',
  ])
  await userEvent.clear(field('Name'))
  fireEvent.click(form.getByRole('button', { name: 'Update machine' }))
  expect(form.getByText('Name must not be blank')).toBeVisible()
  expect(server.sent('PUT', '/api/machines/3/')).toEqual([])
  fireEvent.change(field('Name'), { target: { value: 'Hexa Storm' } })
  await userEvent.type(field('Year'), '2026')
  fireEvent.click(form.getByRole('button', { name: 'Update machine' }))
  expect(await form.findByText('That is no name')).toBeVisible()
  server.on('PUT', '/api/machines/3/', () => (title = { ...hexa, is_own: true, name: 'Hexa Storm', year: 2026 }))
  fireEvent.click(form.getByRole('button', { name: 'Update machine' }))
  await waitFor(() => expect(address()).toBe('/venues/5/machines/11'))
  expect(await screen.findByText('Hexa Storm updated')).toBeVisible()
  expect(server.sent('PUT', '/api/machines/3/').at(-1)!.body).toEqual({
    name: 'Hexa Storm',
    manufacturer: 'Nova',
    year: 2026,
  })
})

test('CAT-08 the form of a machine of the catalogue leads back to its page', async () => {
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11/edit')
  await waitFor(() => expect(address()).toBe('/venues/5/machines/11'))
  expect(await screen.findByRole('heading', { level: 1, name: machine.machine.name })).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Rename/ })).toBeNull()
})

test('API-04 the list says of each machine what is played, what sends and when it was heard; deleting a venue says what goes', async () => {
  venues = [bar]
  machine = { ...machine, has_key: true, last_heard_at: new Date().toISOString() }
  server
    .on('GET', '/api/venuemachine/11/current/', () => makeGame([77_000], { current_ball: 2 }))
    .on('DELETE', '/api/venue/5/', () => new FakeAnswer(204))
  renderRoutes(VenuesRoutes, '/venues', '/venues')
  const row = within((await screen.findByRole('link', { name: 'Dragon’s Keep' })).closest('li')!)
  expect(await row.findByText('Ball 2 · 77,000')).toBeVisible()
  expect(row.getByText('Device key')).toBeVisible()
  expect(row.getByText('Last data just now')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'More for Flipper Bar' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/Its machine is retired with it.*Scores are kept/)).toBeVisible()
  venues = []
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Flipper Bar deleted!')).toBeVisible()
  expect(await screen.findByText('You have not created any Venues!')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Venues' })).toHaveFocus())
})

test('API-04 ACC-32 the focus goes from a deleted venue to the next one, also where Delete was pressed again since the answer was lost', async () => {
  venues = [bar, { ...bar, id: 6, name: 'Silver Lane' }]
  server.on('DELETE', '/api/venue/5/', missing)
  renderRoutes(VenuesRoutes, '/venues', '/venues')
  await userEvent.click(await screen.findByRole('button', { name: 'More for Flipper Bar' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  venues = venues.slice(1)
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Flipper Bar deleted!')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Silver Lane' })).toHaveFocus())
})

test('API-04 many machines are filtered by name; the filter says how many it lets through, and is there on the way back', async () => {
  const names = ['Attack 2', 'attack 10', 'Firepower', 'Funhouse', 'Genie', 'Taxi', 'Whirlwind', 'Xenon']
  venues = [bar, { ...bar, id: 6, name: 'Silver Lane' }]
  server.on('GET', '/api/venuemachine/', () =>
    makeList(
      ...names.map((name, at) =>
        makeVenueMachine({
          id: 20 + at,
          venue: { id: at < 7 ? 5 : 6, name: '' },
          machine: { ...machine.machine, name },
        }),
      ),
    ),
  )
  renderRoutes(VenuesRoutes, '/venues', '/venues')
  const filter = await screen.findByRole('searchbox', { name: 'Filter by machine or venue' })
  const machines = () => screen.queryAllByRole('listitem').map((row) => within(row).getByRole('link').textContent)
  expect(machines()).toEqual(names)
  await userEvent.type(filter, 'attack')
  expect(machines()).toEqual(['Attack 2', 'attack 10'])
  expect(screen.queryByRole('heading', { name: 'Silver Lane' })).toBeNull()
  await waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('2 of 8'))
  await userEvent.click(screen.getByRole('button', { name: 'More for Flipper Bar' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  fireEvent.click(await screen.findByRole('link', { name: 'Cancel' }))
  expect(address()).toBe('/venues?q=attack')
  await waitFor(() => expect(machines()).toEqual(['Attack 2', 'attack 10']))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'silver' } })
  expect(machines()).toEqual(['Xenon'])
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'silver no' } })
  expect(screen.getByText('No machine matches.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(machines()).toHaveLength(names.length)
  expect(screen.getByRole('searchbox')).toHaveFocus()
})

test.each(['/venues/6', '/venues/6/machines'])(
  'API-04 %s, which is above a machine, leads to the venue among the others',
  async (path) => {
    venues = [bar, { ...bar, id: 6, name: 'Silver Lane' }]
    renderRoutes(VenuesRoutes, '/venues', path)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Silver Lane' })).toHaveFocus())
  },
)

test('API-04 venues of one name are told apart where they are heard', async () => {
  venues = [bar, { ...bar, id: 6 }, { ...bar, id: 7, name: 'Silver Lane' }]
  renderRoutes(VenuesRoutes, '/venues', '/venues')
  await screen.findByRole('region', { name: 'Silver Lane' })
  expect(screen.getAllByRole('region').map((region) => within(region).getByRole('heading').textContent)).toEqual([
    'Flipper Bar, 1 of 2',
    'Flipper Bar, 2 of 2',
    'Silver Lane',
  ])
  expect(screen.getByRole('button', { name: 'More for Flipper Bar, 2 of 2' })).toBeVisible()
})

test('API-04 a machine: a wrong pair code lands on its field, a key is shown once, fills the examples in and is revoked', async () => {
  server
    .on('POST', '/api/venuemachine/11/pair/', () => new FakeAnswer(400, { shortcode: ['No device shows this code'] }))
    .on('POST', '/api/venuemachine/11/device_key/', () => {
      machine = { ...machine, has_key: true }
      return new FakeAnswer(201, { key: 'k3y-of-the-machine' })
    })
    .on('DELETE', '/api/venuemachine/11/device_key/', () => {
      machine = { ...machine, has_key: false }
      return new FakeAnswer(204)
    })
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  const code = await screen.findByRole('textbox', { name: /Pair code/ })
  await userEvent.type(code, 'ab 12')
  fireEvent.click(screen.getByRole('button', { name: 'Pair' }))
  expect(await screen.findByText(/^A pair code has six characters/)).toBeVisible()
  await userEvent.type(code, 'cd')
  fireEvent.click(screen.getByRole('button', { name: 'Pair' }))
  expect(await screen.findByText(/No device shows this code/)).toBeVisible()
  expect(code).toHaveValue('AB 12CD')
  expect(server.sent('POST', '/api/venuemachine/11/pair/')[0]!.body).toEqual({ shortcode: 'AB12CD' })

  const example = () => screen.getByLabelText('Example in curl').textContent
  expect(example()).toContain('Token YOUR_DEVICE_KEY')
  fireEvent.click(screen.getByRole('button', { name: 'Make a device key' }))
  expect(await screen.findByLabelText('Device key')).toHaveTextContent('k3y-of-the-machine')
  expect(example()).toContain('Token k3y-of-the-machine')
  fireEvent.click(screen.getByRole('button', { name: 'I have stored it' }))
  expect(screen.queryByText('k3y-of-the-machine')).toBeNull()
  expect(document.activeElement).toContainElement(screen.getByText('Device key created'))
  expect(document.body).not.toHaveFocus()
  expect(example()).toContain('Token YOUR_DEVICE_KEY')
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByRole('button', { name: 'Make a device key' })).toBeVisible()
})

describe('the machine shows a QR code', () => {
  const link =
    'https://scorbit.link/qrcode?$deeplink_path=vpin&machineid=4419&uuid=0A1B2C3D-4E5F-4678-8899-AABBCCDDEEFF'
  const uuid = '0a1b2c3d4e5f46788899aabbccddeeff'
  const sent = () => server.sent('POST', '/api/venuemachine/11/pair/').map(({ body }) => body)
  let stopped = 0

  /** A phone that gives its camera, or does not, and sees these texts one after the other. */
  function bringPhone(camera: 'given' | 'refused', texts: string[]) {
    const stream = { getTracks: () => [{ stop: () => (stopped += 1) }] }
    const getUserMedia = async () => (camera === 'given' ? stream : Promise.reject(new Error('NotAllowedError')))
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
    const detect = async () => texts.splice(0, 1).map((rawValue) => ({ rawValue }))
    Object.assign(globalThis, {
      BarcodeDetector: Object.assign(
        function Detector() {
          return { detect }
        },
        { getSupportedFormats: async () => ['qr_code'] },
      ),
    })
  }

  beforeEach(() => {
    stopped = 0
    server.on('POST', '/api/venuemachine/11/pair/', () => {
      machine = { ...machine, has_device: true }
      return { paired: true }
    })
  })
  afterEach(() => {
    jest.restoreAllMocks()
    Reflect.deleteProperty(navigator, 'mediaDevices')
    Reflect.deleteProperty(globalThis, 'BarcodeDetector')
  })

  test('MAC-02 its link, pasted into the field, pairs; without a camera there is nothing to scan with', async () => {
    renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
    await userEvent.click(await screen.findByRole('textbox', { name: /Pair code/ }))
    await userEvent.paste(link)
    expect(screen.queryByRole('button', { name: 'Scan a QR code' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Pair' }))
    expect(await screen.findByText('A device is paired')).toBeVisible()
    expect(sent()).toEqual([{ shortcode: uuid }])
  })

  test('MAC-02 the camera reads it and pairs, past a code that names no device, and is given back', async () => {
    bringPhone('given', ['https://menu.example/drinks', link])
    renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
    await userEvent.click(await screen.findByRole('button', { name: 'Scan a QR code' }))
    expect(await screen.findByText(/^This code does not name a device/)).toBeVisible()
    expect(await screen.findByText('A device is paired')).toBeVisible()
    expect([sent(), stopped]).toEqual([[{ shortcode: uuid }], 1])
  })

  test('MAC-02 who does not give the camera types; a uuid that waits for nobody is said so, with what to do', async () => {
    bringPhone('refused', [])
    server.on(
      'POST',
      '/api/venuemachine/11/pair/',
      () => new FakeAnswer(400, { shortcode: ['No device with this ID is waiting to be paired'] }),
    )
    renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
    await userEvent.click(await screen.findByRole('button', { name: 'Scan a QR code' }))
    expect(await screen.findByText(/^The camera can’t be used\./)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.change(screen.getByRole('textbox', { name: /Pair code/ }), { target: { value: uuid } })
    fireEvent.click(screen.getByRole('button', { name: 'Pair' }))
    expect(await screen.findByText(/is waiting to be paired\. Switch the machine off and on/)).toBeVisible()
  })

  test('MAC-02 closing the dialog gives the camera back', async () => {
    bringPhone('given', [])
    renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
    await userEvent.click(await screen.findByRole('button', { name: 'Scan a QR code' }))
    expect(await screen.findByLabelText('Camera')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(stopped).toBe(1))
    expect(sent()).toEqual([])
  })
})

test.each([
  ['with neither device nor key', {}],
  ['with a device', { has_device: true }],
])('MAC-07 a machine %s is tried by a game that the server plays, and what is refused is said', async (_what, more) => {
  jest.useFakeTimers({ advanceTimers: true })
  machine = { ...machine, ...more }
  server.on(
    'POST',
    '/api/venuemachine/11/test_game/',
    () =>
      new FakeAnswer(409, { detail: 'Somebody is playing on this machine. Play a test game when that game is over.' }),
  )
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  const play = await screen.findByRole('button', { name: 'Play a test game' })
  fireEvent.click(play)
  expect(
    await screen.findByText('Somebody is playing on this machine. Play a test game when that game is over.'),
  ).toBeVisible()

  let game = makeGame([42_310], { id: 77, current_ball: 2, is_test: true })
  server
    .on('POST', '/api/venuemachine/11/test_game/', () => new FakeAnswer(201, { game: 77, seconds: 10 }))
    .on('GET', '/api/venuemachine/11/current/', () => game)
  fireEvent.click(play)
  expect(await screen.findByText('Test game: ball 2 of 3.')).toBeVisible()
  game = { ...game, settled_on: '2026-11-24T20:00:00Z' }
  await act(() => jest.advanceTimersByTimeAsync(1_000))
  expect(await screen.findByText(/^It works\./)).toBeVisible()
  // It needs nothing that sends, so a machine without it is still to be connected.
  expect(screen.queryByRole('heading', { name: 'Connect this machine' }) === null).toBe('has_device' in more)
})

test('MAC-40 MAC-41 a machine that nothing sends for says what can be connected; a score that is typed in is enough', async () => {
  machine = { ...machine, last_heard_at: null }
  server.on('GET', '/api/tv/', () => makeList())
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  const ways = within(await screen.findByRole('list', { name: 'What can I connect?' }))
  expect(ways.getByRole('textbox', { name: /Pair code/ })).toBeVisible()
  expect(ways.getByRole('link', { name: 'Connect a bridge for MPF' })).toHaveAttribute(
    'href',
    '/venues/5/bridges?kind=mpf',
  )
  expect(ways.getByRole('link', { name: 'Connect a bridge for Vector boards' })).toBeVisible()
  expect((await screen.findByRole('list', { name: 'Set-up' })).querySelector('[aria-current]')).toHaveTextContent(
    'Connect it',
  )
  fireEvent.click(ways.getByRole('button', { name: 'Add a score by hand' }))
  const at = '2026-05-01T10:00:00.000Z'
  const added = {
    id: 77,
    started_on: at,
    settled_on: at,
    successful: true,
    entered: 'hand',
    scores: [{ position: 1, score: 5_000, player: null }],
  }
  server
    .on('GET', '/api/user_profile/games/', () => makeList())
    .on('POST', '/api/venuemachine/11/score/', () => new FakeAnswer(201, added))
    .on('GET', '/api/venuemachine/11/games/', () => makeList(added))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Score' }), { target: { value: '5000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add score' }))
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Set-up' }).querySelector('[aria-current]')).toHaveTextContent('On a TV'),
  )
})

test('MAC-13 a test game that never ends, as when the server restarts, is given up, and another may be played', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  server
    .on('POST', '/api/venuemachine/11/test_game/', () => new FakeAnswer(201, { game: 77, seconds: 10 }))
    .on('GET', '/api/venuemachine/11/current/', () => makeGame([42_310], { id: 77, current_ball: 2, is_test: true }))
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  fireEvent.click(await screen.findByRole('button', { name: 'Play a test game' }))
  expect(await screen.findByText('Test game: ball 2 of 3.')).toBeVisible()
  await act(() => jest.advanceTimersByTimeAsync(20_000))
  expect(await screen.findByText('The test game stopped before its end. Please play another.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Play a test game' }))
  await waitFor(() => expect(server.sent('POST', '/api/venuemachine/11/test_game/')).toHaveLength(2))
})

test('API-04 who has the rest of the games shown reads on at the first of them', async () => {
  const played = (id: number) => ({
    id,
    started_on: '2026-11-24T19:50:00Z',
    settled_on: '2026-11-24T20:00:00Z',
    successful: true,
    scores: [],
  })
  server.on('GET', '/api/venuemachine/11/games/', () =>
    makeList(...Array.from({ length: 12 }, (_, at) => played(12 - at))),
  )
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  fireEvent.click(await screen.findByRole('button', { name: 'Show more games' }))
  const links = within(screen.getByRole('table', { name: 'Games, the newest first' })).getAllByRole('link')
  expect(links).toHaveLength(12)
  expect(links[10]).toHaveFocus()
})

test('API-04 what was played on a machine stays on its page, with the focus in it, while a game begins', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  machine = { ...machine, has_device: true, last_heard_at: '2026-11-24T20:00:00Z' }
  const over = makeGame([1_000], { id: 5, settled_on: '2026-11-24T20:00:00Z' })
  let game = over
  let answer = Promise.resolve()
  const after = (value: object) => async () => {
    await answer
    return value
  }
  server
    .on('GET', '/api/venuemachine/11/current/', () => game)
    .on(
      'GET',
      '/api/venuemachine/11/games/',
      after(
        makeList({
          id: 5,
          started_on: '2026-11-24T19:50:00Z',
          settled_on: '2026-11-24T20:00:00Z',
          successful: true,
          scores: over.scores,
        }),
      ),
    )
    .on(
      'GET',
      '/api/venuemachine/11/top_scores/',
      after({
        ...makeList({ rank: 1, player: null, score: 1_000, settled_on: '2026-11-24T20:00:00Z', game: 5 }),
        rank: null,
      }),
    )
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  const [link] = within(await screen.findByRole('table', { name: 'Games, the newest first' })).getAllByRole('link')
  await screen.findByRole('table', { name: 'Top scores' })
  link!.focus()
  answer = new Promise(() => {})
  game = makeGame([10], { id: 6 })
  await act(() => jest.advanceTimersByTimeAsync(2_000))
  expect(await screen.findByText('Follow this game')).toBeVisible()
  expect(link).toHaveFocus()
  expect(screen.getByRole('table', { name: 'Top scores' })).toBeVisible()
})

test('MAC-07 Jump plays one', async () => {
  server
    .on('POST', '/api/venuemachine/11/test_game/', () => new FakeAnswer(201, { game: 77, seconds: 10 }))
    .on('GET', '/api/user_profile/games/', () => makeList())
  const all = await commands({ owner: 1, signal: new AbortController().signal })
  const command = all.find(({ label }) => label === `Play a test game on ${machine.machine.name}`)!
  expect('run' in command && (await command.run())).toEqual({
    text: `A test game is running on ${machine.machine.name} for 10 seconds.`,
  })
})

test('ENT-06 a score is added in two fields: what is refused stands at its field, a lost answer is sent again as the same score, Undo lasts ten seconds', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const type = (field: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value } })
  const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add score' }))
  const sent = () => server.sent('POST', '/api/venuemachine/11/score/').map(({ body }) => body)
  const score = { position: 1, score: 1_234_567, player: makePlayer({ cached_display_name: 'Ann Berg' }) }
  const at = '2026-05-01T10:00:00.000Z'
  const ann = makeUser({ id: 9, username: 'ann', cached_display_name: 'Ann Berg' })
  const made = { id: 77, started_on: at, settled_on: at, successful: true, entered: 'hand', scores: [score] }
  server
    .on('GET', '/api/user_profile/games/', () => makeList())
    .on('GET', '/api/user/', () =>
      makeList({ ...ann, first_name: '', last_name: '', display_name: '', user_roles: [] }),
    )
    .on('POST', '/api/venuemachine/11/score/', () => new FakeAnswer(503, { detail: 'Please try again.' }))
    .on('DELETE', '/api/game/77/', () => new FakeAnswer(204))
  // As Jump leads here.
  const jump = (await commands({ owner: 1, signal: new AbortController().signal })).find(
    ({ label }) => label === `Add a score to ${machine.machine.name}`,
  )!
  renderRoutes(VenuesRoutes, '/venues', 'to' in jump ? jump.to : '')
  expect(await screen.findByRole('textbox', { name: /Score/ })).toHaveFocus()
  expect(screen.getAllByRole('textbox', { hidden: false })).toHaveLength(2)
  type(/Score/, '12M')
  add()
  expect(await screen.findByText('A score has only digits, such as 1,234,567')).toBeVisible()
  expect(sent()).toEqual([])
  type(/Score/, '1.234.567')
  expect(screen.queryByText('A score has only digits, such as 1,234,567')).toBeNull()
  type(/Player/, 'an')
  fireEvent.click(await screen.findByRole('button', { name: /Ann Berg/ }))
  add()
  expect(await screen.findByText(/nothing is created twice/)).toBeVisible()
  server.on('POST', '/api/venuemachine/11/score/', () => new FakeAnswer(201, made))
  add()
  expect(await screen.findByText(`1,234,567 by Ann Berg added to ${machine.machine.name}.`)).toBeVisible()
  expect(sent()).toMatchObject([1, 2].map(() => ({ score: '1.234.567', user: 9, guest: null, note: null })))
  expect(new Set(sent().map((body) => (body as { uuid: string }).uuid)).size).toBe(1)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone.')).toBeVisible()
  expect(server.sent('DELETE', '/api/game/77/')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Add a score' }))
  type(/Score/, '5')
  type(/Player/, 'ACE')
  add()
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  expect(sent().at(-1)).toMatchObject({ score: '5', user: null, guest: 'ACE' })
  act(() => jest.advanceTimersByTime(10_000))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('ENT-24 a photo goes with an added score; one that is refused is said at its field, and the score stays one', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} })
  const at = '2026-05-01T10:00:00.000Z'
  const score = { position: 1, score: 5, player: null }
  const made = { id: 77, started_on: at, settled_on: at, successful: true, entered: 'hand', scores: [score] }
  server
    .on('POST', '/api/venuemachine/11/score/', () => new FakeAnswer(201, made))
    .on('PUT', '/api/game/77/', () => made)
    .on('POST', '/api/game/77/photo/', () => new FakeAnswer(400, { photo: ['The picture cannot be read.'] }))
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  fireEvent.click(await screen.findByRole('button', { name: 'Add a score' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /Score/ }), { target: { value: '5' } })
  const choose = () =>
    fireEvent.change(document.querySelector<HTMLInputElement>('input[type=file]')!, {
      target: { files: [new File(['photo'], 'score.jpg', { type: 'image/jpeg' })] },
    })
  choose()
  expect(await screen.findByText('Everyone who can see the game can see it, for 30 days.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Add score' }))
  expect(await screen.findByText('The score is stored, but not its photo: The picture cannot be read.')).toBeVisible()
  server.on('POST', '/api/game/77/photo/', () => ({}))
  choose()
  await waitFor(() => expect(screen.queryByText(/The score is stored/)).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Add score' }))
  expect(await screen.findByText(`5 added to ${machine.machine.name}.`)).toBeVisible()
  expect(server.sent('POST', '/api/venuemachine/11/score/')).toHaveLength(1)
  expect(server.sent('POST', '/api/game/77/photo/')).toHaveLength(2)
})

test('ENT-21 guests may send scores once the owner says so: the machine’s page then has the link, a new one after a question, and the way to the sheet; a refusal puts the choice back', async () => {
  const path = '/api/venuemachine/11/guest_scores/'
  server
    .on('PUT', path, ({ body }) => (guests = { code: 'k3y', ...(body as { mode: 'ask' }) }))
    .on('POST', `${path}code/`, () => (guests = { ...guests, code: 'n3w' }))
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  const section = within(await screen.findByRole('region', { name: 'Guests send scores' }))
  expect(await section.findByRole('radio', { name: 'Off' })).toBeChecked()
  fireEvent.click(section.getByRole('radio', { name: 'Wait for my yes' }))
  expect(await section.findByRole('link', { name: `${location.origin}/send/k3y` })).toBeVisible()
  expect(section.getByRole('link', { name: 'Print a sheet' })).toHaveAttribute('href', '/venues/5/guests')
  fireEvent.click(section.getByRole('button', { name: 'New link' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Make a new link' }))
  expect(await section.findByRole('link', { name: `${location.origin}/send/n3w` })).toBeVisible()
  server.on('PUT', path, missing)
  fireEvent.click(section.getByRole('radio', { name: 'Show at once' }))
  expect(await section.findByText('Item not found.')).toBeVisible()
  expect(section.getByRole('radio', { name: 'Wait for my yes' })).toBeChecked()
})

test('ENT-08 the key of a venue is made and shown with a command that uses it; the numbers of its machines stand below', async () => {
  server.on('POST', '/api/venue/5/key/', () => new FakeAnswer(201, { key: 'k3y-of-the-venue' }))
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/key')
  fireEvent.click(await screen.findByRole('button', { name: 'Make a venue key' }))
  expect(await screen.findByLabelText('Venue key')).toHaveTextContent('k3y-of-the-venue')
  expect(screen.getByLabelText('Example in curl')).toHaveTextContent(/Token k3y-of-the-venue.*"machine":11,/)
  expect(within(screen.getByRole('list', { name: 'Numbers of the machines' })).getByRole('listitem')).toHaveTextContent(
    `11 ${machine.machine.name}`,
  )
})

test('LB-07 the owner keeps the scores of a machine to his own leaderboards; a refusal puts the switch back', async () => {
  machine = { ...machine, counts_elsewhere: true }
  server.on('PATCH', '/api/venuemachine/11/', ({ body }) => (machine = { ...machine, ...(body as object) }))
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  const counts = await screen.findByRole('switch', { name: 'Count on other people’s leaderboards' })
  expect(counts).toBeChecked()
  fireEvent.click(counts)
  await waitFor(() =>
    expect(server.sent('PATCH', '/api/venuemachine/11/')).toMatchObject([{ body: { counts_elsewhere: false } }]),
  )
  expect(counts).not.toBeChecked()
  server.on('PATCH', '/api/venuemachine/11/', missing)
  await waitFor(() => expect(counts).toBeEnabled())
  fireEvent.click(counts)
  expect(await screen.findByText('Item not found.')).toBeVisible()
  expect(counts).not.toBeChecked()
})

test('MOM-53 the owner sets the score to be told of, changes it, and is told what is wrong with one', async () => {
  machine = { ...machine, mark: 5_000_000 }
  server.on('PATCH', '/api/venuemachine/11/', ({ body }) => {
    machine = { ...machine, mark: (body as { mark: string | null }).mark === null ? null : 7_000_000 }
    return machine
  })
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  const mark = await screen.findByRole('textbox', { name: 'Tell when a score passes' })
  expect(mark).toHaveValue('5,000,000')
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toBeDisabled()
  fireEvent.change(mark, { target: { value: '7 000 000' } })
  fireEvent.click(save)
  await waitFor(() => expect(mark).toHaveValue('7,000,000'))
  fireEvent.change(mark, { target: { value: '' } })
  fireEvent.click(save)
  await waitFor(() => expect(server.sent('PATCH', '/api/venuemachine/11/')).toHaveLength(2))
  expect(server.sent('PATCH', '/api/venuemachine/11/').map(({ body }) => body)).toEqual([
    { mark: '7 000 000' },
    { mark: null },
  ])
  await waitFor(() => expect(save).toBeDisabled())
  server.on('PATCH', '/api/venuemachine/11/', () => new FakeAnswer(400, { mark: ['A score has only digits'] }))
  fireEvent.change(mark, { target: { value: '7M' } })
  fireEvent.click(save)
  expect(await screen.findByText('A score has only digits')).toBeVisible()
})

test('LB-07 the switch follows what another tab has changed, also after it was pressed here', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  machine = { ...machine, counts_elsewhere: true }
  server.on('PATCH', '/api/venuemachine/11/', ({ body }) => (machine = { ...machine, ...(body as object) }))
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  const counts = await screen.findByRole('switch', { name: 'Count on other people’s leaderboards' })
  await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).click(counts)
  await waitFor(() => expect(counts).toBeEnabled())
  expect(counts).not.toBeChecked()
  await act(() => jest.advanceTimersByTimeAsync(5_000))
  machine = { ...machine, counts_elsewhere: true }
  await act(() => jest.advanceTimersByTimeAsync(5_000))
  await waitFor(() => expect(counts).toBeChecked())
})

test('SB-01 a scoreboard of the machine is made in one click, private unless chosen otherwise', async () => {
  boards = [makeScoreboard({ title: 'Dragon’s Keep', venuemachine_items: [{ venuemachine: 99, order: 0 }] })]
  server.on('POST', '/api/scoreboard/', ({ body }) => {
    const made = makeScoreboard({ ...(body as object), id: 8, viewer_key: 'wall' })
    boards = [made, ...boards]
    return new FakeAnswer(201, made)
  })
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  fireEvent.click(await screen.findByRole('button', { name: 'Create a scoreboard' }))
  expect(await screen.findByRole('link', { name: /View Dragon’s Keep 2/ })).toHaveAttribute(
    'href',
    '/viewer/scoreboards/8?key=wall',
  )
  expect(server.sent('POST', '/api/scoreboard/')[0]!.body).toMatchObject({
    title: 'Dragon’s Keep 2',
    is_public: false,
    venuemachine_items: [{ venuemachine: 11, order: 0 }],
  })
  expect(screen.getByText('Dragon’s Keep 2 created!')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Show on a TV' })).toBeVisible()
})

test('ACC-32 a scoreboard whose answer was lost is not made a second time, and another one can still follow', async () => {
  let isLost = true
  server.on('POST', '/api/scoreboard/', ({ body }) => {
    const made = makeScoreboard({ ...(body as object), id: 8 + boards.length })
    boards = [made, ...boards]
    if (isLost) throw new TypeError('offline')
    return new FakeAnswer(201, made)
  })
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  fireEvent.click(await screen.findByRole('button', { name: 'Create a scoreboard' }))
  expect(await screen.findByText(/If you press the button again, nothing is created twice\.$/)).toBeVisible()
  isLost = false
  fireEvent.click(await screen.findByRole('button', { name: 'Create another' }))
  expect(await screen.findByText('Dragon’s Keep created!')).toBeVisible()
  expect(screen.queryByText(/nothing is created twice/)).toBeNull()
  expect(boards).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Create another' }))
  expect(await screen.findByText('Dragon’s Keep 2 created!')).toBeVisible()
  expect(boards).toHaveLength(2)
})

test.each([
  [
    'somebody else’s, whom a public board shows',
    () => (machine = makeVenueMachine({ venue: { id: 5, name: 'Flipper Bar' } })),
  ],
  ['none', () => server.on('GET', '/api/venuemachine/11/', missing)],
])('API-04 a machine that is %s leads back to the list', async (_, stage) => {
  stage()
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  expect(await screen.findByText('Item not found.')).toBeVisible()
  expect(address()).toBe('/venues')
})

test('MAC-09 a machine whose key two machines use says so, and what to do', async () => {
  machine = { ...machine, has_key: true, key_is_shared: true }
  renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/11')
  expect(
    await screen.findByText(
      /^Two machines are sending games with the key of this one, in turns\..* Make a key for each machine\.$/,
    ),
  ).toBeVisible()
})
