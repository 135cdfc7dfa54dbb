import { configureApi, generalFailure } from '@multiball/shared/client'
import {
  expireLogin,
  FakeAnswer,
  FakeServer,
  makeList,
  makeUser,
  makeVenueMachine,
  renderRoutes,
} from '@multiball/shared/testing'
import type { Venue, VenueMachine } from '@multiball/shared/schema'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import VenuesRoutes from './routes'
// Read before the tests, whose time is for pages.
import './catalogue/AddMachinePage'
import './machine/MachinePage'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  loadExpose: () => Promise.reject(new Error('no registry')),
}))

let server: FakeServer
let venues: Venue[]
let machines: VenueMachine[]
/** what the network does with an answer once the server has done what was asked */
let answers: 'arrive' | 'are lost' | 'are errors'
const venue = (id: number, name: string): Venue => ({ id, name, user_roles: [{ user: makeUser(), role: 'owner' }] })
const godzilla = {
  manufacturer: 'Stern',
  year: 2021,
  opdb_id: null,
  backglass_art: null,
  id: 31,
  name: 'Godzilla (Pro)',
}
const hexa = { ...godzilla, id: 40, name: 'Hexa Storm', manufacturer: 'Nova', year: null }
const standing = (id: number, title: { id: number; name: string }, place = 5) =>
  makeVenueMachine({
    id,
    venue: { id: place, name: 'Flipper Bar' },
    machine: { ...makeVenueMachine().machine, id: title.id, name: title.name },
    has_device: false,
    has_key: false,
  })
const address = () => screen.getByLabelText('Address').textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const open = (path: string) => renderRoutes(VenuesRoutes, '/venues', path)

function answer(made: unknown) {
  if (answers === 'are lost') throw new TypeError('offline')
  return answers === 'arrive' ? new FakeAnswer(201, made) : new FakeAnswer(502)
}

beforeEach(() => {
  window.history.replaceState(null, '', '/')
  venues = [venue(4, 'Flipper Bar')]
  machines = [standing(10, godzilla), standing(11, hexa)]
  answers = 'arrive'
  server = new FakeServer()
    .on('GET', '/api/venue/', () => makeList(...venues))
    .on('GET', '/api/venue/:id/', ({ params }) => venue(Number(params.id), 'Flipper Bar'))
    .on('GET', '/api/venuemachine/', () => makeList(...machines))
    .on(
      'GET',
      '/api/venuemachine/:id/',
      ({ params }) => machines.find(({ id }) => id === Number(params.id)) ?? new FakeAnswer(404),
    )
    .on('GET', '/api/venuemachine/:id/current/', () => new FakeAnswer(404))
    .on('GET', '/api/venuemachine/:id/top_scores/', () => ({ ...makeList(), rank: null }))
    .on('GET', '/api/venuemachine/:id/games/', () => makeList())
    .on('GET', '/api/venuemachine/:id/guest_scores/', () => ({ mode: 'off', code: null }))
    .on('GET', '/api/machines/', () => makeList(godzilla))
    .on('GET', '/api/machinegroups/', () => makeList())
    .on('GET', '/api/machines/:id/', ({ params }) => ({
      ...(Number(params.id) === hexa.id ? { ...hexa, is_own: true } : godzilla),
    }))
    .on('GET', '/api/scoreboard/', () => makeList())
    .on('GET', '/api/tv/', () => makeList())
    .on('PUT', '/api/venue/4/', () => venue(4, 'Silver Lane'))
    .on('POST', '/api/venue/', ({ body }) => {
      venues = [...venues, venue(10 + venues.length, (body as Venue).name)]
      return answer(venues.at(-1))
    })
    .on('POST', '/api/venuemachine/', () => {
      machines = [...machines, standing(10 + machines.length, godzilla)]
      return answer(machines.at(-1))
    })
    .on('POST', '/api/venuemachine/own/', () => {
      machines = [...machines, standing(10 + machines.length, hexa)]
      return answer(machines.at(-1))
    })
})
afterEach(() => {
  jest.useRealTimers()
  sessionStorage.clear()
  configureApi({})
  server.close()
})

const answerLost = (button: string) =>
  new RegExp(
    `^An error has occurred\\. Please refresh the page and try again\\. .*If you press ${button} again, nothing is created twice\\.$`,
  )

describe('ACC-32 an answer that is lost', () => {
  const nameVenue = async () => {
    open('/venues/add')
    fireEvent.change(await screen.findByRole('textbox', { name: /Name/ }), { target: { value: ' Flipper Bar ' } })
  }
  const describeOwn = async () => {
    open('/venues/5/machines/add')
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'Hexa Storm' } })
    await press('Add “Hexa Storm” as your own machine')
    fireEvent.change(screen.getByRole('textbox', { name: 'Maker' }), { target: { value: 'Nova' } })
  }
  const findTitle = async () => {
    open('/venues/5/machines/add')
    await screen.findByRole('button', { name: 'Add Godzilla (Pro)' })
  }

  test.each([
    ['API-04 a venue', nameVenue, 'Create Venue', 'Create Venue', '/api/venue/', '/venues/11/machines/add', 'are lost'],
    [
      'API-05 a machine',
      findTitle,
      'Add Godzilla (Pro)',
      'Add',
      '/api/venuemachine/',
      '/venues/5/machines/12',
      'are errors',
    ],
    [
      'CAT-06 a machine of one’s own',
      describeOwn,
      'Add machine',
      'Add machine',
      '/api/venuemachine/own/',
      '/venues/5/machines/12',
      'are lost',
    ],
  ] as const)(
    '%s is not made a second time, though there was one like it before',
    async (_what, fill, button, words, path, page, how) => {
      answers = how
      await fill()
      await press(button)
      expect(await screen.findByText(answerLost(words))).toBeVisible()
      answers = 'arrive'
      await press(button)
      await waitFor(() => expect(address()).toBe(page))
      expect(server.sent('POST', path)).toHaveLength(1)
    },
  )

  test.each([
    ['is pressed again', () => press('Retire this machine').then(() => press('Retire'))],
    ['reads the machine again', () => act(() => jest.advanceTimersByTimeAsync(5_000))],
  ])('API-04 to Retire is made up for once its page %s', async (_what, goOn) => {
    jest.useFakeTimers({ advanceTimers: true })
    server.on('DELETE', '/api/venuemachine/10/', () => {
      machines = machines.filter(({ id }) => id !== 10)
      server.on('DELETE', '/api/venuemachine/10/', () => new FakeAnswer(404, { detail: 'Item not found.' }))
      throw new TypeError('offline')
    })
    open('/venues/5/machines/10')
    await userEvent.click(await screen.findByRole('button', { name: 'Retire this machine' }))
    await press('Retire')
    expect(await screen.findByText(generalFailure)).toBeVisible()
    await goOn()
    expect(await screen.findByText('Godzilla (Pro) retired. Its scores are kept.')).toBeVisible()
    expect(address()).toBe('/venues')
  })

  test('API-04 to a venue that was not made is no reason to do without it', async () => {
    await nameVenue()
    server.on('POST', '/api/venue/', () => {
      throw new TypeError('offline')
    })
    await press('Create Venue')
    await screen.findByText(answerLost('Create Venue'))
    server.on('POST', '/api/venue/', () => new FakeAnswer(201, venue(12, 'Flipper Bar')))
    await press('Create Venue')
    await waitFor(() => expect(address()).toBe('/venues/12/machines/add'))
    expect(server.sent('POST', '/api/venue/')).toHaveLength(2)
  })

  test('API-04 nothing is sent again until it is known what is there', async () => {
    answers = 'are lost'
    await nameVenue()
    await press('Create Venue')
    await screen.findByText(answerLost('Create Venue'))
    server.on('GET', '/api/venue/', () => new FakeAnswer(500))
    const asked = server.sent('GET', '/api/venue/').length
    await press('Create Venue')
    await waitFor(() => expect(server.sent('GET', '/api/venue/').length).toBeGreaterThan(asked))
    expect(await screen.findByText(answerLost('Create Venue'))).toBeVisible()
    expect(server.sent('POST', '/api/venue/')).toHaveLength(1)
  })
})

test('MOM-05 a venue’s form proposes the browser’s time zone until one was chosen, and sends the one that is shown', async () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const field = () => screen.findByRole('combobox', { name: 'Time zone' })
  open('/venues/add')
  fireEvent.change(await screen.findByRole('textbox', { name: /Name/ }), { target: { value: 'Loop' } })
  expect(await field()).toHaveValue(own.replaceAll('_', ' '))
  await press('Create Venue')
  await waitFor(() => expect(server.sent('POST', '/api/venue/')[0]!.body).toEqual({ name: 'Loop', time_zone: own }))

  server.on('GET', '/api/venue/:id/', () => ({ ...venue(4, 'Flipper Bar'), time_zone: 'America/Chicago' }))
  cleanup()
  open('/venues/4/edit')
  expect(await field()).toHaveValue('America/Chicago')
  await userEvent.clear(await field())
  await userEvent.type(await field(), 'tokyo')
  await userEvent.click(await screen.findByRole('option', { name: /Tokyo/ }))
  await press('Update Venue')
  await waitFor(() =>
    expect(server.sent('PUT', '/api/venue/4/')[0]!.body).toEqual({ name: 'Flipper Bar', time_zone: 'Asia/Tokyo' }),
  )
})

describe('leaving', () => {
  const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  const type = async (label: string | RegExp, value: string) =>
    void fireEvent.change(await screen.findByRole('textbox', { name: label }), { target: { value } })
  const at = (path: string) => async (): Promise<void> => void open(path)
  const openOwn = async (): Promise<void> => {
    open('/venues/5/machines/add')
    fireEvent.click(await screen.findByRole('button', { name: 'Add your own machine' }))
  }

  test.each([
    ['API-04 a venue’s form', at('/venues/add'), /Name/],
    ['API-04 the form that renames a venue', at('/venues/4/edit'), /Name/],
    ['CAT-06 the form of an own machine', openOwn, 'Name'],
    ['CAT-08 the form that renames a machine', at('/venues/5/machines/11/edit'), 'Maker'],
  ] as const)('%s with something typed is asked about, at a link and at Back', async (_what, fill, label) => {
    await fill()
    await type(label, 'Typed')
    const typed = (screen.getByRole('textbox', { name: label }) as HTMLInputElement).value
    const before = address()
    fireEvent.click(screen.getAllByRole('link')[0]!)
    fireEvent.click(within(await question()).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([address(), (screen.getByRole('textbox', { name: label }) as HTMLInputElement).value]).toEqual([
      before,
      typed,
    ])
    act(() => window.history.back())
    fireEvent.click(within(await question()).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    fireEvent.click(screen.getAllByRole('link')[0]!)
    fireEvent.click(within(await question()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).not.toBe(before))
  })

  test.each([
    ['API-04 a venue that is saved', at('/venues/4/edit'), /Name/, 'Update Venue', '/venues'],
    ['CAT-06 an own machine that is saved', openOwn, 'Name', 'Add machine', '/venues/5/machines/12'],
  ] as const)(
    '%s goes on without a question, and Back does not lead to the form',
    async (_what, fill, label, button, page) => {
      await fill()
      await type(label, 'Lane')
      expect(window.history.state).toMatchObject({ held: true })
      if (label === 'Name') await type('Maker', 'Nova')
      await press(button)
      await waitFor(() => expect(address()).toBe(page))
      expect(screen.queryByRole('alertdialog')).toBeNull()
      expect(window.history.state).toBeNull()
    },
  )

  test('CAT-06 a form that is closed again gives the focus back, and nothing asks before leaving; nor does one that nothing was typed into', async () => {
    await openOwn()
    await type('Name', 'Hexa')
    await press('Cancel')
    expect(screen.getByRole('button', { name: 'Add your own machine' })).toHaveFocus()
    await waitFor(() => expect(window.history.state).toBeNull())
    await press('Add your own machine')
    fireEvent.click(screen.getAllByRole('link')[0]!)
    await waitFor(() => expect(address()).toBe('/venues'))
  })

  test('CAT-08 Cancel asks, too, once something is typed', async () => {
    open('/venues/5/machines/11/edit')
    await type('Maker', 'x')
    await press('Cancel')
    fireEvent.click(within(await question()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/venues/5/machines/11'))
  })
})

const asIs = async (): Promise<void> => {}
const describeStorm = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Add your own machine' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Hexa Storm' } })
}

test.each([
  ['a venue’s name', '/venues/4/edit', asIs, 'Name', 'Update Venue', 'PUT', '/api/venue/4/', () => venue(4, 'Nova')],
  [
    'another maker of a machine',
    '/venues/5/machines/11/edit',
    asIs,
    'Maker',
    'Update machine',
    'PUT',
    '/api/machines/40/',
    () => hexa,
  ],
  [
    'the description of an own machine',
    '/venues/5/machines/add',
    describeStorm,
    'Maker',
    'Add machine',
    'POST',
    '/api/venuemachine/own/',
    () => standing(12, hexa),
  ],
] as const)(
  'ACC-07 %s outlives a login that ends, until it is saved',
  async (_what, path, fill, label, button, method, call, saved) => {
    const login = expireLogin()
    // Each login ends once.
    login.token = `of ${path}`
    server.on(method, call, () => new FakeAnswer(401, { detail: 'Invalid token.' }))
    login.page = open(path)
    await fill()
    const field = () => screen.findByRole('textbox', { name: new RegExp(label) })
    fireEvent.change(await field(), { target: { value: 'Nebula' } })
    await press(button)
    await waitFor(() => expect(login.token).toBeUndefined())
    server.on(method, call, saved)
    const scrollIntoView = jest.fn()
    Element.prototype.scrollIntoView = scrollIntoView
    open(path)
    expect(await screen.findByText('We restored your unsaved changes.')).toBeVisible()
    expect(await field()).toHaveValue('Nebula')
    // An own machine's form stands below the whole catalogue.
    if (label === 'Maker') expect(scrollIntoView).toHaveBeenCalled()
    await press(button)
    await waitFor(() => expect(address()).not.toBe(path))
    expect(server.sent(method, call).at(-1)!.body).toMatchObject(
      label === 'Name' ? { name: 'Nebula' } : { name: 'Hexa Storm', manufacturer: 'Nebula' },
    )
    expect(sessionStorage).toHaveLength(0)
  },
)

test.each([
  ['Cancel and Leave', '/venues/5/machines/11/edit', [], 'Maker', ['Cancel', 'Leave']],
  ['Cancel', '/venues/5/machines/add', ['Add your own machine'], 'Name', ['Cancel']],
] as const)(
  'CAT-06 %s of a machine of one’s own throws away what was typed',
  async (_what, path, presses, label, ends) => {
    const page = open(path)
    for (const name of presses) await userEvent.click(await screen.findByRole('button', { name }))
    await userEvent.type(await screen.findByRole('textbox', { name: label }), 'x')
    expect(sessionStorage).toHaveLength(1)
    for (const name of ends) await userEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(window.history.state).toBeNull())
    expect(sessionStorage).toHaveLength(0)
    page.unmount()
  },
)

test('LST-08 the catalogue is asked for again where it could not be read', async () => {
  server.on('GET', '/api/machines/', () => new FakeAnswer(500))
  open('/venues/5/machines/add')
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  server.on('GET', '/api/machines/', () => makeList(godzilla))
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Add Godzilla (Pro)' })).toBeVisible()
  expect(screen.queryByText(generalFailure)).toBeNull()
})

test('CAT-01 the focus goes on in the catalogue where the last of it is shown', async () => {
  server.on('GET', '/api/machines/', () =>
    makeList(...Array.from({ length: 31 }, (_, at) => ({ ...godzilla, id: 100 + at, name: `Title ${at}` }))),
  )
  open('/venues/5/machines/add')
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(screen.getByRole('button', { name: 'Add Title 30' })).toHaveFocus()
})
