import { configureApi } from '@multiball/shared/client'
import type { ComboboardInput } from '@multiball/shared/schema'
import {
  expireLogin,
  FakeAnswer,
  FakeServer,
  makeComboboard,
  makeLeaderboard,
  makeLeaderboardBootstrap,
  makeList,
  makeScoreboard,
  makeScoreboardBootstrap,
  makeUser,
  renderRoutes,
} from '@multiball/shared/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ComboboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './ComboboardForm'

// Much of the page, and tested beside it.
jest.mock('./ComboboardPreview', () => ({ ComboboardPreview: () => null }))

const lobby = makeScoreboard({ id: 7, title: 'Lobby wall' })
const window = makeScoreboard({ id: 8, title: 'Front window' })
const records = makeLeaderboard({ id: 21, title: 'House records' })
const theirs = makeScoreboard({
  id: 90,
  title: 'Their arcade',
  user_roles: [{ user: makeUser({ id: 2, cached_display_name: 'Teo' }), role: 'owner' }],
})
const stored = makeComboboard({
  id: 31,
  title: 'Bar wall',
  items: [
    { item_type: 'scoreboard', item_id: 7, order: 0 },
    { item_type: 'leaderboard', item_id: 21, order: 1 },
    { item_type: 'scoreboard', item_id: 8, order: 2 },
  ],
})

let server: FakeServer
const user = userEvent.setup()
const title = () => screen.getByRole('textbox', { name: 'Title' })
const create = () => screen.getByRole('button', { name: 'Create Comboboard' })
const update = () => screen.getByRole('button', { name: 'Update Comboboard' })
const item = (number: number) => screen.getByRole('combobox', { name: `Item ${number}` })
const picked = () => screen.getAllByRole<HTMLInputElement>('combobox').map(({ value }) => value)
const choose = async (number: number, name: RegExp) => {
  await user.click(item(number))
  await user.click(await screen.findByRole('option', { name }))
}
const sentItems = (method: 'POST' | 'PUT', path: string) =>
  (server.sent(method, path)[0]?.body as ComboboardInput).items.map(({ item_type, item_id, order }) => [
    item_type,
    item_id,
    order,
  ])

const open = (path: string) => renderRoutes(ComboboardRoutes, '/comboboards', path)
const add = async (name: string) => {
  const page = open('/comboboards/add')
  await screen.findByRole('combobox', { name: 'Item 1' })
  fireEvent.change(title(), { target: { value: name } })
  return page
}
const edit = async () => {
  open('/comboboards/31/edit')
  await waitFor(() => expect(picked()).toEqual(['Lobby wall', 'House records', 'Front window']))
}

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/scoreboard/', ({ query }) => (query.is_public ? makeList(theirs, lobby) : makeList(lobby, window)))
    .on('GET', '/api/leaderboard/', ({ query }) => (query.is_public ? makeList() : makeList(records)))
    .on('GET', '/api/scoreboard/90/', () => theirs)
    .on('GET', '/api/scoreboard/:id/bootstrap/', ({ params }) => makeScoreboardBootstrap({ id: Number(params.id) }))
    .on('GET', '/api/leaderboard/:id/bootstrap/', () => makeLeaderboardBootstrap())
    .on('GET', '/api/comboboard/', () => makeList(stored))
    .on('GET', '/api/comboboard/31/', () => stored)
    .on('GET', '/api/comboboard/:id/scores/', () => new FakeAnswer(404))
    .on('POST', '/api/comboboard/', ({ body }) => new FakeAnswer(201, makeComboboard({ ...(body as object), id: 32 })))
    .on('PUT', '/api/comboboard/31/', ({ body }) => makeComboboard({ ...(body as object), id: 31 }))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
  configureApi({})
})

test('FRM-01 FRM-04 FRM-05 CB-01 a new comboboard is private, of normal density, with two places to fill; Cancel goes to the list', async () => {
  open('/comboboards/add')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Add Comboboard')
  await screen.findByRole('combobox', { name: 'Item 1' })
  expect(title()).toHaveValue('')
  expect(screen.getByRole('radio', { name: 'Private' })).toBeChecked()
  expect(screen.getByRole('switch', { name: 'High density' })).not.toBeChecked()
  expect(screen.getByRole('textbox', { name: 'Background colour' })).toHaveValue('#000')
  expect(screen.getAllByRole('combobox')).toHaveLength(2)
  expect(screen.getByText('2 of 6')).toBeVisible()
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))
  expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/comboboards$/)
})

test('CB-01 LST-04 one is made of a scoreboard and a leaderboard, in their order', async () => {
  await add('  Bar back  ')
  await choose(1, /House records/)
  await choose(2, /Lobby wall/)
  fireEvent.click(create())
  expect(await screen.findByText('Bar back created!')).toBeVisible()
  expect(server.sent('POST', '/api/comboboard/')[0]?.body).toEqual({
    title: 'Bar back',
    is_public: false,
    moments: 'records',
    high_density: false,
    background_color: '#000',
    items: [
      { item_type: 'leaderboard', item_id: 21, order: 0 },
      { item_type: 'scoreboard', item_id: 7, order: 1 },
    ],
  })
})

test('CB-01 the owner’s boards come first, others’ public ones once something is typed', async () => {
  open('/comboboards/add')
  await screen.findByRole('combobox', { name: 'Item 1' })
  await user.click(item(1))
  await screen.findByRole('option', { name: /Lobby wall/ })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Lobby wallScoreboard',
    'Front windowScoreboard',
    'House recordsLeaderboard',
  ])
  expect(server.sent('GET', '/api/scoreboard/')[0]?.query).toMatchObject({ owner: '1' })
  await user.type(item(1), 'arcade')
  await user.click(await screen.findByRole('option', { name: /Their arcade/ }))
  expect(item(1)).toHaveValue('Their arcade')
})

test('CB-01 a board of somebody else on a stored comboboard has its title', async () => {
  server.on('GET', '/api/comboboard/31/', () => ({
    ...stored,
    items: [stored.items[0], { item_type: 'scoreboard', item_id: 90, order: 1 }],
  }))
  open('/comboboards/31/edit')
  await waitFor(() => expect(picked()).toEqual(['Lobby wall', 'Their arcade']))
})

describe('CB-01 reordering by keyboard', () => {
  test('moves the item, keeps the focus with it, and says so', async () => {
    await edit()
    act(() => screen.getByRole('button', { name: 'Move Front window up' }).focus())
    await user.keyboard('{Enter}')
    expect(picked()).toEqual(['Lobby wall', 'Front window', 'House records'])
    expect(screen.getByRole('button', { name: 'Move Front window up' })).toHaveFocus()
    expect(screen.getByText('Front window is now item 2 of 3')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(picked()).toEqual(['Front window', 'Lobby wall', 'House records'])
    // Up can do no more.
    expect(screen.getByRole('button', { name: 'Move Front window up' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Move Front window down' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(picked()).toEqual(['Lobby wall', 'Front window', 'House records'])
    expect(screen.getByRole('button', { name: 'Move Front window down' })).toHaveFocus()
    fireEvent.click(update())
    expect(await screen.findByText('Bar wall updated')).toBeVisible()
    expect(sentItems('PUT', '/api/comboboard/31/')).toEqual([
      ['scoreboard', 7, 0],
      ['scoreboard', 8, 1],
      ['leaderboard', 21, 2],
    ])
  })

  test('a deleted item leaves the focus on the next one’s delete, the last one on Add Item', async () => {
    await edit()
    await user.click(screen.getByRole('button', { name: 'Delete House records' }))
    expect(picked()).toEqual(['Lobby wall', 'Front window'])
    expect(screen.getByRole('button', { name: 'Delete Front window' })).toHaveFocus()
    expect(screen.getByText('House records removed, 2 left')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Delete Lobby wall' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Add Item' })).toHaveFocus()
  })

  test('an added item takes the focus', async () => {
    await edit()
    await user.click(screen.getByRole('button', { name: 'Add Item' }))
    expect(item(4)).toHaveFocus()
  })
})

describe('CB-01 the most items', () => {
  const many = makeComboboard({
    ...stored,
    items: Array.from({ length: 6 }, (_, order) => ({ item_type: 'scoreboard' as const, item_id: 100 + order, order })),
  })

  test('are 6, and 20 with high density', async () => {
    server
      .on('GET', '/api/comboboard/31/', () => many)
      .on('GET', '/api/scoreboard/:id/', ({ params }) => makeScoreboard({ id: Number(params.id) }))
    open('/comboboards/31/edit')
    expect(await screen.findByText('6 of 6; with high density 20')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add Item' })).toBeDisabled()
    fireEvent.click(screen.getByRole('switch', { name: 'High density' }))
    expect(screen.getByRole('button', { name: 'Add Item' })).toBeEnabled()
    expect(screen.getByText('6 of 20')).toBeVisible()
  })

  test('are refused where high density was taken back', async () => {
    const seven = makeComboboard({
      ...many,
      high_density: true,
      items: [...many.items, { item_type: 'scoreboard', item_id: 106, order: 6 }],
    })
    server
      .on('GET', '/api/comboboard/31/', () => seven)
      .on('GET', '/api/scoreboard/:id/', ({ params }) => makeScoreboard({ id: Number(params.id) }))
    open('/comboboards/31/edit')
    await screen.findByText('7 of 20')
    fireEvent.click(screen.getByRole('switch', { name: 'High density' }))
    fireEvent.click(update())
    expect(await screen.findAllByText('A comboboard can have at most 6 items, or 20 with high density.')).toHaveLength(
      2,
    )
    expect(server.sent('PUT', '/api/comboboard/31/')).toEqual([])
  })
})

describe('CB-02', () => {
  test('a place without a board is told there, and in the summary, which leads to it, the same board twice at the second', async () => {
    await add('Bar')
    await choose(1, /Lobby wall/)
    fireEvent.click(create())
    expect(await screen.findAllByText('Each item must have a scoreboard or leaderboard')).toHaveLength(2)
    expect(item(1)).toBeValid()
    expect(item(2)).toBeInvalid()
    fireEvent.click(
      within(screen.getByText('One thing needs fixing').closest('[role=alert]') as HTMLElement).getByRole('button'),
    )
    expect(item(2)).toHaveFocus()
    await choose(2, /Lobby wall/)
    expect(await screen.findAllByText('Each item must be unique')).toHaveLength(2)
    expect(item(2)).toBeInvalid()
    expect(server.sent('POST', '/api/comboboard/')).toEqual([])
  })

  test('a place that was not come to yet is not wrong; leaving the list without it is', async () => {
    open('/comboboards/add')
    await screen.findByRole('combobox', { name: 'Item 1' })
    await choose(1, /Lobby wall/)
    await user.tab()
    await user.tab()
    expect(screen.queryByText('Each item must have a scoreboard or leaderboard')).toBeNull()
    act(() => title().focus())
    expect(await screen.findByText('Each item must have a scoreboard or leaderboard')).toBeVisible()
  })

  test('fewer than two are told below the list', async () => {
    await edit()
    await user.click(screen.getByRole('button', { name: 'Delete House records' }))
    await user.click(screen.getByRole('button', { name: 'Delete Front window' }))
    fireEvent.click(update())
    expect(await screen.findAllByText('A comboboard must have at least two items.')).toHaveLength(2)
  })

  test('what the server says of the items stands below the list', async () => {
    server.on('PUT', '/api/comboboard/31/', () => new FakeAnswer(400, { items: ['There is no such board'] }))
    await edit()
    fireEvent.click(update())
    expect(await screen.findAllByText('There is no such board')).toHaveLength(2)
  })
})

test('FRM-03 a title that another comboboard has is refused', async () => {
  open('/comboboards/add')
  await screen.findByRole('combobox', { name: 'Item 1' })
  await waitFor(() => expect(server.sent('GET', '/api/comboboard/')).toHaveLength(1))
  await user.click(title())
  await user.paste('Bar wall')
  await user.tab({ shift: true })
  expect(await screen.findByText('Title must be unique')).toBeVisible()
})

test('an owner without any board is led to making one, or to others’ boards', async () => {
  server.on('GET', '/api/scoreboard/', () => makeList()).on('GET', '/api/leaderboard/', () => makeList())
  open('/comboboards/add')
  expect(await screen.findByText('You have no scoreboards or leaderboards yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add Scoreboard' })).toHaveAttribute('href', '/scoreboards/add')
  expect(screen.getByRole('link', { name: 'Bulk create' })).toHaveAttribute('href', '/comboboards/wizard')
  fireEvent.click(create())
  fireEvent.click(await screen.findByRole('button', { name: 'Each item must have a scoreboard or leaderboard' }))
  expect(screen.getByRole('link', { name: 'Add Scoreboard' })).toHaveFocus()
  fireEvent.click(screen.getByRole('button', { name: 'Use public boards of others' }))
  expect(item(1)).toHaveFocus()
})

test('ACC-07 a draft with an empty place survives a 401', async () => {
  const login = expireLogin()
  server.on('POST', '/api/comboboard/', () => new FakeAnswer(401, { detail: 'Invalid token.' }))
  login.page = await add('Half done')
  await choose(1, /House records/)
  await choose(2, /Lobby wall/)
  fireEvent.click(create())
  await waitFor(() => expect(login.token).toBeUndefined())
  login.page = open('/comboboards/add')
  expect(await screen.findByText('We restored your unsaved changes.')).toBeVisible()
  await waitFor(() => expect(picked()).toEqual(['House records', 'Lobby wall']))
})
