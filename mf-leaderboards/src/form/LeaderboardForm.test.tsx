import { configureApi } from '@multiball/shared/client'
import {
  FakeAnswer,
  FakeServer,
  makeLeaderboard,
  makeLeaderboardScores,
  makeList,
  makeUser,
  makeVenueMachine,
  renderRoutes,
} from '@multiball/shared/testing'
import type { FakeRequest } from '@multiball/shared/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import LeaderboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './LeaderboardForm'

// Much of the page, and tested beside it.
jest.mock('./LeaderboardPreview', () => ({ LeaderboardPreview: () => null }))

const dragon = makeVenueMachine()
const kraken = makeVenueMachine({ id: 12, machine: { id: 4, name: 'Kraken Bay' } })
const kraken2 = makeVenueMachine({
  id: 13,
  machine: { id: 4, name: 'Kraken Bay' },
  venue: { id: 9, name: 'The Back Room' },
})
const title = (id: number | string, name: string) => ({
  id,
  name,
  manufacturer: 'Williams',
  year: 1992,
  opdb_id: null,
  backglass_art: null,
})
const person = (id: number, name: string) => ({
  ...makeUser({ id, username: name.toLowerCase(), cached_display_name: name }),
  first_name: '',
  last_name: '',
  display_name: '',
  user_roles: [],
})

let server: FakeServer
const user = userEvent.setup()
const open = (path = '/leaderboards/add') => renderRoutes(LeaderboardRoutes, '/leaderboards', path)
const titleField = () => screen.findByRole('textbox', { name: 'Title' })
const box = (name: string) => screen.getByRole('combobox', { name })
const create = () => user.click(screen.getByRole('button', { name: 'Create Leaderboard' }))
const posted = async () => {
  await waitFor(() => expect(server.sent('POST', '/api/leaderboard/')).toHaveLength(1))
  return server.sent('POST', '/api/leaderboard/')[0]?.body
}
const pick = async (name: string, option: RegExp, text?: string) => {
  await user.click(box(name))
  if (text) await user.type(box(name), text)
  await user.click(await screen.findByRole('option', { name: option }))
}
const picked = (label: string) =>
  within(screen.getByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)
const global = () => user.click(screen.getByRole('radio', { name: 'Global or Machine List' }))
const openGlobal = async () => {
  open()
  await titleField()
  await global()
}
/** Picks a title, and the first machine of it that counts. */
const count = async (machine: RegExp) => {
  await pick('Machine', machine)
  await pick('Add Machine', machine)
}

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/venuemachine/', ({ query }) =>
      query.owner ? makeList(dragon, kraken) : makeList(kraken, kraken2),
    )
    .on('GET', '/api/venuemachine/11/', () => dragon)
    .on('GET', '/api/venuemachine/13/', () => kraken2)
    .on('GET', '/api/machines/', () => makeList(title(4, 'Kraken Bay'), title('g-12', 'Dragon’s Keep')))
    .on('GET', '/api/machines/4/', () => title(4, 'Kraken Bay'))
    .on('GET', '/api/machinegroups/', () => makeList({ id: 12, name: 'Dragon’s Keep', machines: [3, 5] }))
    .on('GET', '/api/user/', () => makeList(person(7, 'Maria'), person(8, 'Marco')))
    .on('GET', '/api/user/7/', () => person(7, 'Maria'))
    .on('GET', '/api/user/8/', () => person(8, 'Marco'))
    .on('GET', '/api/leaderboard/', () => makeList(makeLeaderboard()))
    .on('GET', '/api/leaderboard/:id/scores/', () => makeLeaderboardScores())
    .on(
      'POST',
      '/api/leaderboard/',
      ({ body }: FakeRequest) => new FakeAnswer(201, makeLeaderboard({ ...(body as object), id: 30 })),
    )
    .on('PUT', '/api/leaderboard/21/', ({ body }: FakeRequest) => makeLeaderboard({ ...(body as object), id: 21 }))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
  configureApi({})
})

test('LB-03 LB-06 FRM-03 all that is wrong is said at once', async () => {
  open()
  await titleField()
  fireEvent.click(screen.getByRole('radio', { name: 'Boxed' }))
  await create()
  expect(await screen.findByText('3 things need fixing')).toBeVisible()
  // At its field, and in the summary.
  for (const sentence of ['Title must not be blank', 'Please select a start date', 'Please select at least 1 machine'])
    expect(screen.getAllByText(sentence)).toHaveLength(2)
  expect(server.sent('POST', '/api/leaderboard/')).toEqual([])
})

test('LB-06 a group is told from a machine of its name', async () => {
  await openGlobal()
  await user.click(box('Machine'))
  expect(await screen.findByRole('option', { name: /Dragon’s Keep/ })).toHaveTextContent('All editions, Williams, 1992')
  expect(screen.getByRole('option', { name: /Kraken Bay/ })).not.toHaveTextContent('All editions')
})

test('LB-01 FRM-01 FRM-04 the fields of a new leaderboard', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Add Leaderboard')
  expect(await titleField()).toHaveValue('')
  expect(screen.getByRole('switch', { name: 'Display title' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Private' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'All time' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'All Scores' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'One Machine' })).toBeChecked()
  expect(box('Machine')).toHaveAttribute('placeholder', 'Search by machine or venue')
  expect(screen.queryByRole('combobox', { name: 'Add Machine' })).toBeNull()
  expect(box('Add User')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Background colour' })).toHaveValue('#000')
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))
  expect(screen.getByLabelText('Address')).toHaveTextContent('/leaderboards')
})

test('LST-04 LB-06 one machine is counted, and the list says so', async () => {
  open()
  fireEvent.change(await titleField(), { target: { value: 'Records of the house' } })
  await pick('Machine', /Dragon/)
  fireEvent.click(screen.getByRole('radio', { name: 'One Score Per Player' }))
  await create()
  expect(await screen.findByText('Records of the house created!')).toBeVisible()
  expect(await posted()).toMatchObject({
    title: 'Records of the house',
    is_public: false,
    items: [{ id: 11, type: 'venuemachine', order: 0 }],
    items_per_list: 10,
    one_score_per_player: true,
    leaderboard_time_type: 'all_time',
    leaderboard_machine_type: 'global',
    filter_by_venuemachines: false,
    venuemachines: [],
    leaderboard_player_type: 'global',
    players: [],
  })
})

test('TON-13 another type than the chosen machine’s empties the field and blames nobody before anything was tried', async () => {
  open()
  await titleField()
  await pick('Machine', /Dragon/)
  await waitFor(() => expect(box('Machine')).toHaveValue('Dragon’s Keep'))
  await user.click(await titleField())
  await global()
  await waitFor(() => expect(box('Machine')).toHaveValue(''))
  expect(screen.queryByText('Please select at least 1 machine')).toBeNull()
  await create()
  expect((await screen.findAllByText('Please select at least 1 machine')).length).toBeGreaterThan(0)
})

test.each([
  ['a title', /Kraken Bay/, { id: 4, type: 'machine', order: 0 }],
  ['a group', /Dragon/, { id: 12, type: 'machinegroup', order: 0 }],
])('LB-06 %s of the catalogue counts wherever it stands', async (_what, option, item) => {
  open()
  fireEvent.change(await titleField(), { target: { value: 'Worldwide' } })
  await global()
  await pick('Machine', option)
  await create()
  expect(await posted()).toMatchObject({
    items: [item],
    leaderboard_machine_type: 'global',
    filter_by_venuemachines: false,
  })
  expect(server.sent('GET', '/api/machines/')[0]?.query).toMatchObject({ groups: 'true', offset: '0' })
})

describe('LB-04 the machine whitelist', () => {
  test('offers machines of the chosen title, and sends them as a filter', async () => {
    open()
    fireEvent.change(await titleField(), { target: { value: 'Two rooms' } })
    await global()
    await pick('Machine', /Kraken Bay/)
    await user.click(box('Add Machine'))
    expect(await screen.findByRole('option', { name: /Kraken Bay/ })).toBeVisible()
    expect(screen.queryByRole('option', { name: /Dragon/ })).toBeNull()
    await pick('Add Machine', /Silver Lane/)
    await pick('Add Machine', /Back Room/, 'kra')
    expect(picked('Machine whitelist')).toEqual(['Kraken Bay Silver Lane Arcade', 'Kraken Bay The Back Room'])
    await create()
    expect(await posted()).toMatchObject({
      venuemachines: [12, 13],
      leaderboard_machine_type: 'selected',
      filter_by_venuemachines: true,
    })
  })

  test('refuses a machine that stands in it, and takes one out', async () => {
    await openGlobal()
    await count(/Dragon/)
    await pick('Add Machine', /Dragon/)
    expect(screen.getByText('No duplicate machines in whitelist!')).toBeVisible()
    expect(picked('Machine whitelist')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Remove Dragon’s Keep' }))
    expect(screen.queryByRole('list', { name: 'Machine whitelist' })).toBeNull()
    expect(screen.queryByText('No duplicate machines in whitelist!')).toBeNull()
  })

  test('is cleared by picking a machine', async () => {
    await openGlobal()
    await count(/Dragon/)
    await user.clear(box('Machine'))
    await pick('Machine', /Kraken/)
    expect(screen.queryByRole('list', { name: 'Machine whitelist' })).toBeNull()
  })

  test('and the machine come back when the type is changed and changed back', async () => {
    await openGlobal()
    await count(/Kraken/)
    fireEvent.click(screen.getByRole('radio', { name: 'One Machine' }))
    expect(box('Machine')).toHaveValue('')
    await pick('Machine', /Dragon/)
    await global()
    expect(box('Machine')).toHaveValue('Kraken Bay')
    expect(picked('Machine whitelist')).toHaveLength(1)
    fireEvent.click(screen.getByRole('radio', { name: 'One Machine' }))
    expect(box('Machine')).toHaveValue('Dragon’s Keep')
  })
})

test('LB-05 the user whitelist: add, refuse a second time, remove', async () => {
  open()
  fireEvent.change(await titleField(), { target: { value: 'The league' } })
  await pick('Machine', /Dragon/)
  await pick('Add User', /Maria/, 'ma')
  await pick('Add User', /Marco/, 'ma')
  expect(server.sent('GET', '/api/user/')[0]?.query).toEqual({ search: 'ma', ordering: 'usernames' })
  await pick('Add User', /Maria/, 'ma')
  expect(screen.getByText('No duplicate users in whitelist!')).toBeVisible()
  expect(picked('User whitelist')).toEqual(['Maria maria', 'Marco marco'])
  await user.click(screen.getByRole('button', { name: 'Remove Maria' }))
  await create()
  expect(await posted()).toMatchObject({ players: [8], leaderboard_player_type: 'invited' })
})

describe('FRM-01 a stored leaderboard', () => {
  const serve = (fields: Parameters<typeof makeLeaderboard>[0]) =>
    server.on('GET', '/api/leaderboard/21/', () => makeLeaderboard(fields))
  const update = () => user.click(screen.getByRole('button', { name: 'Update Leaderboard' }))
  const put = async () => {
    await waitFor(() => expect(server.sent('PUT', '/api/leaderboard/21/')).toHaveLength(1))
    return server.sent('PUT', '/api/leaderboard/21/')[0]?.body
  }

  test.each([
    ['one machine, called selected', { leaderboard_machine_type: 'selected' }],
    [
      'a whitelist, called global',
      {
        items: [{ id: 4, type: 'machine', order: 0 }],
        leaderboard_machine_type: 'global',
        filter_by_venuemachines: true,
        venuemachines: [12, 13],
      },
    ],
    ['a whitelist of players that is not in force', { leaderboard_player_type: 'global', players: [7] }],
  ] as const)('is saved unchanged as a program has made it: %s', async (_what, fields) => {
    serve(fields as unknown as Parameters<typeof makeLeaderboard>[0])
    open('/leaderboards/21/edit')
    await titleField()
    await update()
    expect(await put()).toMatchObject(fields)
  })

  test('LST-04 its ids are shown by names, and it is updated whole', async () => {
    serve({
      items: [{ id: 4, type: 'machine', order: 0 }],
      items_per_list: 25,
      leaderboard_machine_type: 'selected',
      filter_by_venuemachines: true,
      venuemachines: [12, 13],
      leaderboard_player_type: 'invited',
      players: [7, 8],
      leaderboard_time_type: 'last_rolling',
      last_time_count: 30,
    })
    open('/leaderboards/21/edit')
    await waitFor(() => expect(box('Machine')).toHaveValue('Kraken Bay'))
    expect(picked('Machine whitelist')).toEqual(['Kraken Bay Silver Lane Arcade', 'Kraken Bay The Back Room'])
    expect(picked('User whitelist')).toEqual(['Maria maria', 'Marco marco'])
    expect(screen.getByRole('textbox', { name: 'Days' })).toHaveValue('30')
    await update()
    expect(await screen.findByText('House records updated')).toBeVisible()
    expect(await put()).toMatchObject({
      items: [{ id: 4, type: 'machine', order: 0 }],
      items_per_list: 25,
      venuemachines: [12, 13],
      leaderboard_machine_type: 'selected',
      filter_by_venuemachines: true,
      players: [7, 8],
      leaderboard_player_type: 'invited',
      last_time_count: 30,
    })
  })

  test.each([
    ['a machine of a venue', { id: 11, type: 'venuemachine' as const, order: 0 }, 'One Machine', 'Dragon’s Keep'],
    ['a group', { id: 12, type: 'machinegroup' as const, order: 0 }, 'Global or Machine List', 'Dragon’s Keep'],
  ])('%s is shown by its name', async (_what, item, type, name) => {
    serve({ items: [item] })
    open('/leaderboards/21/edit')
    await waitFor(() => expect(box('Machine')).toHaveValue(name))
    expect(screen.getByRole('radio', { name: type })).toBeChecked()
  })

  test('what cannot be read keeps its place', async () => {
    server.on('GET', '/api/user/7/', () => new FakeAnswer(404)).on('GET', '/api/user/8/', () => new FakeAnswer(500))
    serve({ players: [77, 78], leaderboard_player_type: 'invited' })
    server.on('GET', '/api/user/:id/', () => new FakeAnswer(404))
    open('/leaderboards/21/edit')
    await waitFor(() => expect(picked('User whitelist')).toEqual(['User 77 ', 'User 78 ']))
    await update()
    expect(await put()).toMatchObject({ players: [77, 78] })
  })

  test('a name that failed to load is read again, one that is gone is not', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    serve({ players: [77, 78], leaderboard_player_type: 'invited' })
    server.on('GET', '/api/user/77/', () => new FakeAnswer(404)).on('GET', '/api/user/78/', () => new FakeAnswer(500))
    open('/leaderboards/21/edit')
    await waitFor(() => expect(picked('User whitelist')).toEqual(['User 77 ', 'User 78 ']))
    server.on('GET', '/api/user/78/', () => person(78, 'Teo'))
    await act(() => jest.advanceTimersByTimeAsync(10_000))
    await waitFor(() => expect(picked('User whitelist')).toEqual(['User 77 ', expect.stringMatching(/^Teo/)]))
    expect(server.sent('GET', '/api/user/77/')).toHaveLength(1)
    jest.useRealTimers()
  })

  test('a whitelist that is not in force is not shown', async () => {
    serve({ items: [{ id: 4, type: 'machine', order: 0 }], venuemachines: [12], players: [7] })
    open('/leaderboards/21/edit')
    await waitFor(() => expect(box('Machine')).toHaveValue('Kraken Bay'))
    expect(screen.queryByRole('list', { name: /whitelist/ })).toBeNull()
  })

  test('several machines, which only a call can make, are told and kept', async () => {
    const items = [
      { id: 4, type: 'machine' as const, order: 0 },
      { id: 12, type: 'machinegroup' as const, order: 1 },
    ]
    serve({ items })
    open('/leaderboards/21/edit')
    expect(await screen.findByText(/Counts 2 machines: Kraken Bay, Dragon’s Keep\./)).toBeVisible()
    await update()
    expect(await put()).toMatchObject({ items })
  })
})

test('FRM-03 what the server says lands on its field, and nothing typed is lost', async () => {
  server.on(
    'POST',
    '/api/leaderboard/',
    () => new FakeAnswer(400, { players: ['User not found'], score_start_time: ['Please select a start date'] }),
  )
  open()
  fireEvent.change(await titleField(), { target: { value: 'The league' } })
  await pick('Machine', /Dragon/)
  await create()
  expect(await screen.findByText('2 things need fixing')).toBeVisible()
  expect(box('Add User')).toHaveAccessibleDescription(expect.stringContaining('User not found'))
  expect(await titleField()).toHaveValue('The league')
})
