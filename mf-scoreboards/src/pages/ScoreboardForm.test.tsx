import { configureApi } from '@multiball/shared/client'
import {
  expireLogin,
  FakeAnswer,
  FakeServer,
  makeList,
  makeScoreboard,
  makeUser,
  makeVenueMachine,
  renderRoutes,
} from '@multiball/shared/testing'
import type { FakeRequest } from '@multiball/shared/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ScoreboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import '../form/ScoreboardForm'

// Much of the page, and tested beside it.
jest.mock('../form/ScoreboardPreview', () => ({ ScoreboardPreview: () => null }))

const dragon = makeVenueMachine()
const stored = makeScoreboard({
  id: 7,
  title: 'Lobby wall',
  is_public: true,
  background_color: '#123456',
  idle_hotgame_show: true,
  idle_hotgame_type: 3,
  idle_scoreboard_sec: 25,
})
const generalFailure = 'An error has occurred. Please refresh the page and try again.'

let server: FakeServer
const user = userEvent.setup()
const title = () => screen.getByRole('textbox', { name: 'Title' })
const create = () => screen.getByRole('button', { name: 'Create Scoreboard' })
const update = () => screen.getByRole('button', { name: 'Update Scoreboard' })
const address = () => screen.getByLabelText('Address').textContent
// Backwards: the next field opens its options, which hides the rest from assistive technology.
const leave = () => user.tab({ shift: true })
const chooseMachine = async () => {
  await user.click(screen.getByRole('combobox', { name: 'Machine' }))
  await user.click(await screen.findByRole('option', { name: /Dragon/ }))
}

beforeEach(() => {
  // jsdom has no canvas, and says so at length.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  server = new FakeServer()
    .on('GET', '/api/venuemachine/', () => makeList(dragon))
    .on('GET', '/api/venuemachine/11/', () => dragon)
    .on('GET', '/api/scoreboard/', () => makeList(stored))
    .on('GET', '/api/scoreboard/7/', () => stored)
    .on('GET', '/api/scoreboard/:id/scores/', () => new FakeAnswer(404))
    .on('POST', '/api/scoreboard/', ({ body }) => new FakeAnswer(201, makeScoreboard({ ...(body as object), id: 8 })))
    .on('PUT', '/api/scoreboard/7/', ({ body }) => makeScoreboard({ ...(body as object), id: 7 }))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
  configureApi({})
  jest.restoreAllMocks()
})

describe('FRM-01 without a scoreboard', () => {
  test('SB-01 the form has its fields, FRM-04 private by default, the background #000', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/add')
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Add Scoreboard')
    expect(title()).toHaveValue('')
    expect(screen.getByRole('combobox', { name: 'Machine' })).toHaveAttribute(
      'placeholder',
      'Search by machine or venue',
    )
    expect(screen.getByRole('radio', { name: 'Private' })).toBeChecked()
    expect(screen.getByRole('radio', { name: 'Public' })).not.toBeChecked()
    expect(screen.getByRole('textbox', { name: 'Background colour' })).toHaveValue('#000')
    expect(screen.getByRole('switch', { name: 'Display title' })).toBeChecked()
    expect(screen.getByRole('switch', { name: 'Show live player rank' })).not.toBeChecked()
    expect(screen.getByRole('switch', { name: 'Show leaderboard when idle' })).not.toBeChecked()
    expect(screen.getByRole('switch', { name: 'Show hot active game when idle' })).not.toBeChecked()
  })

  test('LST-04 MOM-25 one is created, and the list says so', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/add')
    fireEvent.change(title(), { target: { value: '  Bar back  ' } })
    await chooseMachine()
    fireEvent.click(screen.getByRole('radio', { name: 'Public' }))
    fireEvent.click(screen.getByRole('switch', { name: 'Show live player rank' }))
    fireEvent.click(screen.getByRole('radio', { name: 'All moments' }))
    fireEvent.click(create())
    expect(await screen.findByText('Bar back created!')).toBeVisible()
    expect(address()).toBe('/scoreboards')
    expect(server.sent('POST', '/api/scoreboard/')[0]?.body).toMatchObject({
      title: 'Bar back',
      is_public: true,
      moments: 'all',
      background_color: '#000',
      display_title: true,
      enablePlayerRank: true,
      venuemachine_items: [{ venuemachine: 11, order: 0 }],
    })
  })
})

describe('FRM-01 with a scoreboard', () => {
  test('LST-04 it is updated whole, what the form does not show too, and the list says so', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
    await waitFor(() => expect(title()).toHaveValue('Lobby wall'))
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Machine' })).toHaveValue('Dragon’s Keep'))
    expect(screen.getByRole('textbox', { name: 'Background colour' })).toHaveValue('#123456')
    await user.type(title(), ' 2')
    fireEvent.click(update())
    expect(await screen.findByText('Lobby wall 2 updated')).toBeVisible()
    const { id: _id, user_roles: _roles, viewer_key: _key, ...input } = stored
    expect(server.sent('PUT', '/api/scoreboard/7/')[0]?.body).toEqual({ ...input, title: 'Lobby wall 2' })
  })

  test('FRM-01 one that was saved in another tab is not replaced before its owner is told, and says so again', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
    await waitFor(() => expect(title()).toHaveValue('Lobby wall'))
    await user.type(title(), ' 2')
    server.on('GET', '/api/scoreboard/7/', () => ({ ...stored, title: 'From the other tab' }))
    await user.click(update())
    expect(await screen.findByText(/^This scoreboard was changed somewhere else since you opened it\./)).toBeVisible()
    expect(server.sent('PUT', '/api/scoreboard/7/')).toEqual([])
    expect(title()).toHaveValue('Lobby wall 2')
    await user.click(update())
    expect(await screen.findByText('Lobby wall 2 updated')).toBeVisible()
  })

  test('FRM-07 one that was deleted meanwhile is not lost: what was typed stays, and is created again from the form', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
    await waitFor(() => expect(title()).toHaveValue('Lobby wall'))
    await user.type(title(), ' 2')
    const gone = () => new FakeAnswer(404, { detail: 'Item not found.' })
    server.on('GET', '/api/scoreboard/7/', gone).on('PUT', '/api/scoreboard/7/', gone)
    fireEvent.click(update())
    expect(
      await screen.findByText(
        'Item not found. It was deleted somewhere else since you opened it. Create Scoreboard makes it again from this form, with a new link.',
      ),
    ).toBeVisible()
    expect(title()).toHaveValue('Lobby wall 2')
    // The network comes back, and the page asks again.
    act(() => void window.dispatchEvent(new Event('online')))
    fireEvent.click(create())
    expect(await screen.findByText('Lobby wall 2 created!')).toBeVisible()
    expect(server.sent('POST', '/api/scoreboard/')[0]?.body).toMatchObject({
      title: 'Lobby wall 2',
      background_color: '#123456',
    })
  })

  test('LST-05 another’s redirects to the list', async () => {
    server.on('GET', '/api/scoreboard/7/', () =>
      makeScoreboard({ user_roles: [{ user: makeUser({ id: 2 }), role: 'owner' }] }),
    )
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
    expect(await screen.findByText('You do not authorized to edit the requested resource.')).toBeVisible()
    expect(address()).toBe('/scoreboards')
  })

  test.each(['/scoreboards/9/edit', '/scoreboards/nine/edit'])(
    'LST-05 a missing one redirects to the list: %s',
    async (path) => {
      server.on('GET', '/api/scoreboard/9/', () => new FakeAnswer(404, { detail: 'Not found.' }))
      renderRoutes(ScoreboardRoutes, '/scoreboards', path)
      expect(await screen.findByText('Item not found.')).toBeVisible()
      expect(address()).toBe('/scoreboards')
    },
  )

  test('LST-07 one that cannot be read says so', async () => {
    server.on('GET', '/api/scoreboard/7/', () => new FakeAnswer(500))
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
    expect(await screen.findByText(generalFailure)).toBeVisible()
  })
})

describe('FRM-02 submit', () => {
  test('is busy, keeps its name, and sends once however often it is pressed', async () => {
    let answer = (_: unknown) => {}
    server.on('PUT', '/api/scoreboard/7/', () => new Promise((resolve) => (answer = resolve)))
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
    await waitFor(() => expect(title()).toHaveValue('Lobby wall'))
    await user.dblClick(update())
    await user.type(title(), '{Enter}')
    await waitFor(() => expect(update()).toHaveAttribute('aria-disabled', 'true'))
    expect(within(update()).getByLabelText('Busy')).toBeInTheDocument()
    expect(server.sent('PUT', '/api/scoreboard/7/')).toHaveLength(1)
    answer(stored)
    expect(await screen.findByText('Lobby wall updated')).toBeVisible()
  })

  test('sends once too when it is sent twice before the button is busy', async () => {
    server.on('PUT', '/api/scoreboard/7/', () => stored)
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
    await waitFor(() => expect(title()).toHaveValue('Lobby wall'))
    const form = title().closest('form') as HTMLFormElement
    fireEvent.submit(form)
    fireEvent.submit(form)
    expect(await screen.findByText('Lobby wall updated')).toBeVisible()
    expect(server.sent('PUT', '/api/scoreboard/7/')).toHaveLength(1)
  })

  test('can be pressed again after a failure, which says so', async () => {
    server.on('PUT', '/api/scoreboard/7/', () => new FakeAnswer(500))
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
    await waitFor(() => expect(title()).toHaveValue('Lobby wall'))
    fireEvent.click(update())
    expect(await screen.findByText(generalFailure)).toBeVisible()
    // Which brings it into view, however far below it the button is.
    expect(screen.getByRole('alert')).toHaveFocus()
    expect(update()).not.toHaveAttribute('aria-disabled', 'true')
    fireEvent.click(update())
    await waitFor(() => expect(server.sent('PUT', '/api/scoreboard/7/')).toHaveLength(2))
  })
})

describe('ACC-32 a new one whose answer is lost', () => {
  const answerLost =
    /^An error has occurred\. Please refresh the page and try again\. .*If you press Create Scoreboard again, nothing is created twice\.$/
  let made: ReturnType<typeof makeScoreboard>[]
  const make = ({ body }: FakeRequest) => {
    const input = body as { title: string }
    if (made.some((board) => board.title === input.title))
      return new FakeAnswer(400, { title: ['Title must be unique'] })
    made.push(makeScoreboard({ ...input, id: 70 + made.length }))
    return new FakeAnswer(201, made.at(-1))
  }
  const fill = async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/add')
    fireEvent.change(await screen.findByRole('textbox', { name: 'Title' }), { target: { value: 'Front window' } })
    await chooseMachine()
    fireEvent.click(create())
  }
  beforeEach(() => {
    made = []
    server.on('GET', '/api/scoreboard/', () => makeList(stored, ...made))
  })

  test('is there once, and found when Create is pressed again', async () => {
    server.on('POST', '/api/scoreboard/', (request) => {
      const answer = make(request)
      if (answer.status === 201) throw new TypeError('the connection broke')
      return answer
    })
    await fill()
    expect(await screen.findByText(answerLost)).toBeVisible()
    fireEvent.click(create())
    expect(await screen.findByText('Front window created!')).toBeVisible()
    expect(made).toHaveLength(1)
  })

  test('has what was changed before Create was pressed again', async () => {
    server
      .on('PUT', '/api/scoreboard/70/', ({ body }) => makeScoreboard({ ...(body as object), id: 70 }))
      .on('POST', '/api/scoreboard/', (request) => {
        const answer = make(request)
        if (answer.status === 201) throw new TypeError('the connection broke')
        return answer
      })
    await fill()
    expect(await screen.findByText(answerLost)).toBeVisible()
    fireEvent.click(screen.getByRole('radio', { name: /^Public/ }))
    fireEvent.click(create())
    expect(await screen.findByText('Front window created!')).toBeVisible()
    expect(server.sent('PUT', '/api/scoreboard/70/')[0]?.body).toMatchObject({ title: 'Front window', is_public: true })
  })

  test('is created then, where the request was lost as well', async () => {
    server.on('POST', '/api/scoreboard/', () => new FakeAnswer(502))
    await fill()
    expect(await screen.findByText(answerLost)).toBeVisible()
    server.on('POST', '/api/scoreboard/', make)
    fireEvent.click(create())
    expect(await screen.findByText('Front window created!')).toBeVisible()
  })
})

describe('FRM-03 the title', () => {
  test('is checked when it is left, then with every change: not blank, not of 257 characters, and unique among the own', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/add')
    await waitFor(() => expect(server.sent('GET', '/api/scoreboard/')).toHaveLength(1))
    await user.click(title())
    expect(screen.queryByText('Title must not be blank')).toBeNull()
    await leave()
    expect(await screen.findByText('Title must not be blank')).toBeVisible()
    fireEvent.change(title(), { target: { value: 'x'.repeat(257) } })
    expect(await screen.findByText('Title must be at most 256 characters')).toBeVisible()
    expect(title()).toBeInvalid()
    fireEvent.change(title(), { target: { value: 'Lobby wall' } })
    expect(await screen.findByText('Title must be unique')).toBeVisible()
    fireEvent.change(title(), { target: { value: 'B' } })
    await waitFor(() => expect(title()).toBeValid())
  })

  test('may stay what it was', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
    await waitFor(() => expect(title()).toHaveValue('Lobby wall'))
    await user.click(title())
    await leave()
    fireEvent.click(update())
    expect(await screen.findByText('Lobby wall updated')).toBeVisible()
  })

  test('that the server refuses is marked, summed up and focused; correcting it takes the mark away', async () => {
    server.on(
      'PUT',
      '/api/scoreboard/7/',
      () => new FakeAnswer(400, { title: ['Title must be unique'], other: ['Something else.'] }),
    )
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
    await waitFor(() => expect(title()).toHaveValue('Lobby wall'))
    fireEvent.click(update())
    const summary = (await screen.findByText('One thing needs fixing')).closest('[role=alert]') as HTMLElement
    expect(summary).toHaveFocus()
    expect(title()).toBeInvalid()
    expect(screen.getByText('Something else.')).toBeVisible()
    await user.click(within(summary).getByText('Title must be unique'))
    expect(title()).toHaveFocus()
    await user.type(title(), '!')
    await waitFor(() => expect(title()).toBeValid())
  })
})

test('SB-05 a scoreboard without a machine is refused before it is sent, and the summary takes the focus', async () => {
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/add')
  fireEvent.change(title(), { target: { value: 'Bar' } })
  fireEvent.click(create())
  const summary = (await screen.findByText('One thing needs fixing')).closest('[role=alert]')
  await waitFor(() => expect(summary).toHaveFocus())
  expect(screen.getAllByText('Please select at least 1 machine')).toHaveLength(2)
  expect(server.sent('POST', '/api/scoreboard/')).toEqual([])
})

test('SB-05 what the server says of the machines lands on the machine', async () => {
  server.on('PUT', '/api/scoreboard/7/', () => new FakeAnswer(400, { venuemachine_items: ['No duplicate machines!'] }))
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/7/edit')
  await waitFor(() => expect(title()).toHaveValue('Lobby wall'))
  fireEvent.click(update())
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Machine' })).toBeInvalid())
  expect(screen.getAllByText('No duplicate machines!')).toHaveLength(2)
})

describe('FRM-05 Cancel', () => {
  test('goes to the list', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/add')
    fireEvent.click(await screen.findByRole('link', { name: 'Cancel' }))
    expect(address()).toBe('/scoreboards')
  })

  test('asks first where something would be lost', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/add')
    fireEvent.change(title(), { target: { value: 'Bar' } })
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(title()).toHaveValue('Bar')
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/scoreboards'))
    expect(sessionStorage).toHaveLength(0)
  })
})

test('ACC-07 what was typed survives a 401 and comes back', async () => {
  const login = expireLogin()
  server.on('POST', '/api/scoreboard/', () => new FakeAnswer(401, { detail: 'Invalid token.' }))
  login.page = renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/add')
  fireEvent.change(title(), { target: { value: 'Half done' } })
  await chooseMachine()
  fireEvent.click(create())
  await waitFor(() => expect(login.token).toBeUndefined())

  server.on('POST', '/api/scoreboard/', ({ body }: FakeRequest) => makeScoreboard({ ...(body as object), id: 8 }))
  login.page = renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/add')
  expect(await screen.findByText('We restored your unsaved changes.')).toBeVisible()
  expect(title()).toHaveValue('Half done')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Machine' })).toHaveValue('Dragon’s Keep'))
  fireEvent.click(create())
  expect(await screen.findByText('Half done created!')).toBeVisible()
  expect(sessionStorage).toHaveLength(0)
})
