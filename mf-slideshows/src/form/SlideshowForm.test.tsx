import { configureApi } from '@multiball/shared/client'
import type { SlideshowInput } from '@multiball/shared/schema'
import {
  expireLogin,
  FakeAnswer,
  FakeServer,
  fakeSockets,
  makeComboboard,
  makeLeaderboard,
  makeList,
  makeScoreboard,
  makeScoreboardBootstrap,
  makeSlideshow,
  makeUser,
  renderRoutes,
} from '@multiball/shared/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import SlideshowRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './SlideshowForm'

// Much of the page, and tested beside it.
jest.mock('./SlideshowPreview', () => ({ SlideshowPreview: () => null }))

jest.mock('@multiball/shared/remotes', () => ({
  ...jest.requireActual<object>('@multiball/shared/remotes'),
  loadExpose: jest.fn(() => new Promise(() => {})),
  remoteForDisplay: () => 'mf-scoreboards',
}))

const lobby = makeScoreboard({ id: 7, title: 'Lobby wall' })
const secret = makeScoreboard({ id: 8, title: 'Back office', is_public: false })
const records = makeLeaderboard({ id: 21, title: 'House records' })
const wall = makeComboboard({ id: 31, title: 'Bar wall' })
const theirs = makeScoreboard({
  id: 90,
  title: 'Their arcade',
  user_roles: [{ user: makeUser({ id: 2, cached_display_name: 'Teo' }), role: 'owner' }],
})
const image = { id: 3, image: '/media/abc', width: 1600, height: 900 }
const stored = makeSlideshow({
  id: 41,
  title: 'Round and round',
  items: [
    { item_type: 'scoreboard', item_id: 7, duration: 5, order: 0 },
    { item_type: 'slideshowimage', item_id: 3, duration: 60, order: 1, image },
    { item_type: 'leaderboard', item_id: 21, duration: 10, order: 2 },
  ],
})

const missingBoard = 'Each screen must have a scoreboard, leaderboard, or comboboard'

fakeSockets()
let server: FakeServer
const user = userEvent.setup({ applyAccept: false })
const title = () => screen.getByRole('textbox', { name: 'Title' })
const create = () => screen.getByRole('button', { name: 'Create Slideshow' })
const update = () => screen.getByRole('button', { name: 'Update Slideshow' })
const row = (number: number) => within(screen.getByLabelText(`Screen ${number}`))
const rows = () => screen.queryAllByLabelText(/^Screen \d/)
/** what each screen shows: the title of its board, or the address of its picture */
const shown = () =>
  rows().map(
    (one) =>
      one.querySelector<HTMLInputElement>('[role=combobox]')?.value ??
      one.querySelector('img')?.getAttribute('src') ??
      'no picture',
  )
const setType = async (number: number, type: string) => {
  await user.click(row(number).getByRole('button', { name: /Type/ }))
  await user.click(await screen.findByRole('option', { name: type }))
}
const choose = async (number: number, name: RegExp) => {
  await user.click(row(number).getByRole('combobox'))
  await user.click(await screen.findByRole('option', { name }))
}
const upload = (number: number, file: File) => user.upload(row(number).getByLabelText('Picture'), file)
const file = (name: string, type: string, bytes = 10) => {
  const made = new File(['x'], name, { type })
  Object.defineProperty(made, 'size', { value: bytes })
  return made
}
const sent = (method: 'POST' | 'PUT', path: string) => (server.sent(method, path)[0]?.body as SlideshowInput).items

const open = (path: string) => renderRoutes(SlideshowRoutes, '/slideshows', path)
const add = async () => {
  const page = open('/slideshows/add')
  await screen.findByLabelText('Screen 1')
  return page
}
const edit = async () => {
  open('/slideshows/41/edit')
  await waitFor(() => expect(shown()).toEqual(['Lobby wall', 'http://localhost/media/abc', 'House records']))
}

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/scoreboard/', ({ query }) => (query.is_public ? makeList(theirs, lobby) : makeList(lobby, secret)))
    .on('GET', '/api/leaderboard/', ({ query }) => (query.is_public ? makeList() : makeList(records)))
    .on('GET', '/api/comboboard/', ({ query }) => (query.is_public ? makeList() : makeList(wall)))
    .on('GET', '/api/:type/:id/bootstrap/', () => makeScoreboardBootstrap())
    .on('GET', '/api/:type/:id/scores/', () => new FakeAnswer(404))
    .on('GET', '/api/slideshow/', () => makeList(stored))
    .on('GET', '/api/slideshow/41/', () => stored)
    .on('POST', '/api/slideshow/', ({ body }) => new FakeAnswer(201, makeSlideshow({ ...(body as object), id: 42 })))
    .on('PUT', '/api/slideshow/41/', ({ body }) => makeSlideshow({ ...(body as object), id: 41 }))
    .on(
      'POST',
      '/api/slideshow_image/',
      () => new FakeAnswer(201, { id: 9, image: '/media/new', width: 800, height: 600 }),
    )
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
  configureApi({})
})

test('FRM-01 FRM-04 SS-01 SS-02 SS-03 a new slideshow is private, with two screens of five seconds, of which none can be deleted', async () => {
  await add()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Add Slideshow')
  expect(title()).toHaveValue('')
  expect(screen.getByRole('radio', { name: 'Private' })).toBeChecked()
  expect(rows()).toHaveLength(2)
  expect(
    row(1)
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ value }) => value),
  ).toEqual(['5', '10', '30', '60', '120'])
  expect(row(1).getByRole('radio', { name: '5' })).toBeChecked()
  expect(screen.queryByRole('button', { name: /^Delete screen/ })).toBeNull()
})

test('SS-05 no slide is wrong while a list of one of them is open, nor while a file is chosen', async () => {
  await add()
  await setType(1, 'Image')
  await user.click(row(1).getByRole('radio', { name: '10' }))
  expect(screen.queryByText(missingBoard)).toBeNull()
  await user.click(title())
  expect(await screen.findAllByText(missingBoard)).toHaveLength(2)
  await setType(1, 'Scoreboard')
  await choose(1, /Lobby wall/)
  expect(screen.getAllByText(missingBoard)).toHaveLength(1)
  expect(row(2).getByText(missingBoard)).toBeVisible()
})

test('SS-01 SS-02 SS-03 LST-04 one is made of boards and a picture, each for its time', async () => {
  await add()
  fireEvent.change(title(), { target: { value: '  Bar back  ' } })
  await choose(1, /Lobby wall/)
  await setType(2, 'Comboboard')
  await choose(2, /Bar wall/)
  fireEvent.click(row(2).getByRole('radio', { name: '120' }))
  await user.click(screen.getByRole('button', { name: 'Add Screen' }))
  await setType(3, 'Image')
  expect(shown()).toEqual(['Lobby wall', 'Bar wall', 'no picture'])
  await upload(3, file('poster.png', 'image/png'))
  await waitFor(() => expect(shown()[2]).toBe('http://localhost/media/new'))
  expect(screen.getByText('3 screens, 2 min 10 s per loop')).toBeVisible()
  fireEvent.click(create())
  expect(await screen.findByText('Bar back created!')).toBeVisible()
  expect(server.sent('POST', '/api/slideshow/')[0]?.body).toEqual({
    title: 'Bar back',
    is_public: false,
    items: [
      { item_type: 'scoreboard', item_id: 7, duration: 5, order: 0 },
      { item_type: 'comboboard', item_id: 31, duration: 120, order: 1 },
      { item_type: 'slideshowimage', item_id: 9, duration: 5, order: 2 },
    ],
  })
})

test('SS-01 comboboards are offered only to those who have some; others’ public boards once something is typed', async () => {
  server.on('GET', '/api/comboboard/', () => makeList())
  await add()
  await user.click(row(1).getByRole('button', { name: /Type/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Scoreboard',
    'Leaderboard',
    'Image',
  ])
  await user.click(screen.getByRole('option', { name: 'Scoreboard' }))
  await user.type(row(1).getByRole('combobox'), 'arcade')
  await user.click(await screen.findByRole('option', { name: /Their arcade/ }))
  expect(shown()[0]).toBe('Their arcade')
})

test('SS-04 without a scoreboard or leaderboard it leads to making one', async () => {
  server.on('GET', '/api/scoreboard/', () => makeList()).on('GET', '/api/leaderboard/', () => makeList())
  open('/slideshows/add')
  expect(
    await screen.findByText('You must create at least one scoreboard or leaderboard to use this feature.'),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add Scoreboard' })).toHaveAttribute('href', '/scoreboards/add')
  expect(screen.getByRole('link', { name: 'Add Leaderboard' })).toHaveAttribute('href', '/leaderboards/add')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('SS-03 screens are moved by keyboard and deleted; the focus stays with them, and it is said', async () => {
  await edit()
  act(() => screen.getByRole('button', { name: 'Move screen 3 up' }).focus())
  await user.keyboard('{Enter}')
  expect(shown()).toEqual(['Lobby wall', 'House records', 'http://localhost/media/abc'])
  expect(screen.getByRole('button', { name: 'Move screen 2 up' })).toHaveFocus()
  expect(screen.getByText('Screen 3 is now screen 2 of 3')).toBeInTheDocument()
  await user.keyboard('{Enter}')
  // Up can do no more.
  expect(screen.getByRole('button', { name: 'Move screen 1 down' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Delete screen 2' }))
  expect(shown()).toEqual(['House records', 'http://localhost/media/abc'])
  expect(row(2).getByRole('button', { name: /Type/ })).toHaveFocus()
  expect(screen.queryByRole('button', { name: /^Delete screen/ })).toBeNull()
  fireEvent.click(update())
  expect(await screen.findByText('Round and round updated')).toBeVisible()
  expect(sent('PUT', '/api/slideshow/41/')).toEqual([
    { item_type: 'leaderboard', item_id: 21, duration: 10, order: 0 },
    { item_type: 'slideshowimage', item_id: 3, duration: 60, order: 1 },
  ])
})

test('SS-02 SS-03 a new screen shows for 5 seconds and has a name of its own, also after one was deleted', async () => {
  await edit()
  const [, second, third] = rows()
  await user.click(screen.getByRole('button', { name: 'Delete screen 1' }))
  await user.click(screen.getByRole('button', { name: 'Add Screen' }))
  expect(shown()).toEqual(['http://localhost/media/abc', 'House records', ''])
  // The same rows as before, in their new places.
  expect(rows().slice(0, 2)).toEqual([second, third])
  expect(row(3).getByRole('radio', { name: '5' })).toBeChecked()
  expect(row(3).getByRole('button', { name: /Type/ })).toHaveFocus()
})

describe('SS-05', () => {
  test('a screen that shows nothing is told there and in the summary, which leads to it, the same board twice at the second', async () => {
    await add()
    fireEvent.change(title(), { target: { value: 'Bar' } })
    await choose(1, /Lobby wall/)
    fireEvent.click(create())
    expect(await screen.findAllByText('Each screen must have a scoreboard, leaderboard, or comboboard')).toHaveLength(2)
    expect(row(1).getByRole('combobox')).toBeValid()
    expect(row(2).getByRole('combobox')).toBeInvalid()
    fireEvent.click(screen.getByRole('button', { name: missingBoard }))
    expect(row(2).getByRole('combobox')).toHaveFocus()
    await choose(2, /Lobby wall/)
    expect(await row(2).findByText('Each screen must be unique')).toBeVisible()
    expect(row(1).queryByText('Each screen must be unique')).toBeNull()
    expect(server.sent('POST', '/api/slideshow/')).toEqual([])
  })

  test('a slideshow of which one screen is left needs another', async () => {
    server.on('GET', '/api/slideshow/41/', () => ({ ...stored, items: stored.items.slice(0, 1) }))
    open('/slideshows/41/edit')
    fireEvent.click(await screen.findByRole('button', { name: 'Update Slideshow' }))
    expect(await screen.findAllByText('A slideshow must have at least two screens.')).toHaveLength(2)
  })
})

describe('SS-01 an upload', () => {
  test('that comes to nothing is told in its own place, and the picture before stays', async () => {
    await edit()
    for (const [chosen, answer, sentence] of [
      [file('a.gif', 'image/gif'), undefined, 'Only PNG, JPEG and WebP pictures can be used'],
      [file('a.png', 'image/png', 10_485_761), undefined, 'A picture may have at most 10 MB'],
      [
        file('a.png', 'image/png'),
        new FakeAnswer(400, { image: ['The picture cannot be read: it is damaged or not complete'] }),
        'The picture cannot be read: it is damaged or not complete',
      ],
      [file('a.png', 'image/png'), undefined, 'The picture did not arrive.'],
    ] as const) {
      server.on('POST', '/api/slideshow_image/', () => {
        if (!answer) throw new TypeError('offline')
        return answer
      })
      await upload(2, chosen)
      expect(await row(2).findByText(sentence)).toBeVisible()
      expect(shown()[1]).toBe('http://localhost/media/abc')
    }
    fireEvent.click(update())
    await screen.findByText('Round and round updated')
    expect(sent('PUT', '/api/slideshow/41/')[1]).toMatchObject({ item_id: 3 })
  })

  test('that goes on is waited for before saving', async () => {
    let answer = (_body: unknown) => {}
    server.on('POST', '/api/slideshow_image/', () => new Promise((resolve) => (answer = resolve)))
    await edit()
    await upload(2, file('new.png', 'image/png'))
    expect(row(2).getByText('Uploading new.png')).toBeVisible()
    fireEvent.click(update())
    expect(await screen.findByText('Please wait until the picture is uploaded.')).toBeVisible()
    await act(async () => answer(new FakeAnswer(201, { id: 9, image: '/media/new', width: 800, height: 600 })))
    await waitFor(() => expect(shown()[1]).toBe('http://localhost/media/new'))
    expect(screen.queryByText('Please wait until the picture is uploaded.')).toBeNull()
    fireEvent.click(update())
    await screen.findByText('Round and round updated')
    expect(sent('PUT', '/api/slideshow/41/')[1]).toMatchObject({ item_id: 9 })
  })

  test('of a slide’s first picture is waited for as well, and is not told that the slide is empty', async () => {
    let answer = (_body: unknown) => {}
    server.on('POST', '/api/slideshow_image/', () => new Promise((resolve) => (answer = resolve)))
    await add()
    fireEvent.change(title(), { target: { value: 'Bar back' } })
    await setType(2, 'Image')
    fireEvent.click(create())
    expect(await row(2).findByRole('alert')).toHaveTextContent(
      'Each screen must have a scoreboard, leaderboard, or comboboard',
    )
    await choose(1, /Lobby wall/)
    await upload(2, file('new.png', 'image/png'))
    expect(row(2).queryByRole('alert')).toBeNull()
    expect(document.querySelector('[data-invalid] img, [data-invalid] svg')).toBeNull()
    fireEvent.click(create())
    expect(await screen.findByText('Please wait until the picture is uploaded.')).toBeVisible()
    expect(screen.queryByText('Each screen must have a scoreboard, leaderboard, or comboboard')).toBeNull()
    await act(async () => answer(new FakeAnswer(201, { id: 9, image: '/media/new', width: 800, height: 600 })))
    await waitFor(() => expect(shown()[1]).toBe('http://localhost/media/new'))
    expect(screen.queryByText('Please wait until the picture is uploaded.')).toBeNull()
    expect(server.sent('POST', '/api/slideshow/')).toEqual([])
    fireEvent.click(create())
    await screen.findByText('Bar back created!')
    expect(sent('POST', '/api/slideshow/')).toMatchObject([{ item_id: 7 }, { item_id: 9 }])
  })

  test('that did not arrive is sent again with one press; nobody is told to wait for it any longer', async () => {
    let lose = (_cause: Error) => {}
    server.on('POST', '/api/slideshow_image/', () => new Promise((_, reject) => (lose = reject)))
    await edit()
    await upload(2, file('new.png', 'image/png'))
    fireEvent.click(update())
    await screen.findByText('Please wait until the picture is uploaded.')
    await act(async () => lose(new TypeError('offline')))
    expect(await row(2).findByRole('alert')).toHaveTextContent('The picture did not arrive.')
    expect(screen.queryByText('Please wait until the picture is uploaded.')).toBeNull()
    let answer = (_body: unknown) => {}
    server.on('POST', '/api/slideshow_image/', () => new Promise((resolve) => (answer = resolve)))
    await user.click(row(2).getByRole('button', { name: 'Try again' }))
    expect(row(2).getByText('Uploading new.png')).toBeVisible()
    expect(row(2).getByLabelText('Picture').previousElementSibling).toHaveFocus()
    await act(async () => answer(new FakeAnswer(201, { id: 9, image: '/media/new', width: 800, height: 600 })))
    await waitFor(() => expect(shown()[1]).toBe('http://localhost/media/new'))
    expect(row(2).queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('undoes nothing of what is changed meanwhile, and finds its slide wherever that is by then', async () => {
    let answer = (_body: unknown) => {}
    server.on('POST', '/api/slideshow_image/', () => new Promise((resolve) => (answer = resolve)))
    await edit()
    await upload(2, file('new.png', 'image/png'))
    fireEvent.click(row(2).getByRole('radio', { name: '30' }))
    await user.click(screen.getByRole('button', { name: 'Move screen 2 up' }))
    await act(async () => answer(new FakeAnswer(201, { id: 9, image: '/media/new', width: 800, height: 600 })))
    await waitFor(() => expect(shown()[0]).toBe('http://localhost/media/new'))
    fireEvent.click(update())
    await screen.findByText('Round and round updated')
    expect(sent('PUT', '/api/slideshow/41/')).toMatchObject([
      { item_id: 9, duration: 30 },
      { item_id: 7 },
      { item_id: 21 },
    ])
  })
})

test('API-10 what the server no longer has is told at its screen', async () => {
  server
    .on('PUT', '/api/slideshow/41/', () => new FakeAnswer(400, { items: ['Item not found.'] }))
    .on('GET', '/api/scoreboard/7/', () => lobby)
    .on('GET', '/api/leaderboard/21/', () => new FakeAnswer(404, { detail: 'Not found.' }))
    .on('GET', '/api/slideshow_image/3/', () => new FakeAnswer(404, { detail: 'Not found.' }))
  await edit()
  fireEvent.click(update())
  expect(await row(2).findByText('This picture has been removed. Please upload it again.')).toBeVisible()
  expect(row(3).getByText('Item not found.')).toBeVisible()
  expect(row(1).queryByRole('alert')).toBeNull()
})

test('FRM-03 FRM-05 a title that another slideshow has is refused; Cancel goes to the list', async () => {
  await add()
  await waitFor(() => expect(server.sent('GET', '/api/slideshow/')).toHaveLength(1))
  await user.click(title())
  await user.paste('Round and round')
  await user.tab()
  expect(await screen.findByText('Title must be unique')).toBeVisible()
  await user.clear(title())
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))
  expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/slideshows$/)
})

test('a private board on a public slideshow is pointed out', async () => {
  await add()
  await choose(1, /Back office/)
  expect(row(1).queryByText(/^Not public/)).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Public' }))
  expect(row(1).getByText('Not public: viewers will read “This board is private” in its place.')).toBeVisible()
})

test('ACC-07 a draft with its picture survives a 401', async () => {
  const login = expireLogin()
  server.on('POST', '/api/slideshow/', () => new FakeAnswer(401, { detail: 'Invalid token.' }))
  login.page = await add()
  fireEvent.change(title(), { target: { value: 'Half done' } })
  await choose(1, /Lobby wall/)
  await setType(2, 'Image')
  await upload(2, file('poster.png', 'image/png'))
  await waitFor(() => expect(shown()[1]).toBe('http://localhost/media/new'))
  fireEvent.click(create())
  await waitFor(() => expect(login.token).toBeUndefined())
  login.page = await add()
  expect(await screen.findByText('We restored your unsaved changes.')).toBeVisible()
  await waitFor(() => expect(shown()).toEqual(['Lobby wall', 'http://localhost/media/new']))
})
