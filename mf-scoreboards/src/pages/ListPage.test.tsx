import type { Scoreboard } from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  makeGame,
  makeList,
  makeScoreboard,
  makeScores,
  makeUser,
  makeVenueMachine,
  renderRoutes,
} from '@multiball/shared/testing'
import { reachAtom } from '@multiball/shared/session'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSetAtom, useStore } from 'jotai'
import { useState } from 'react'
import ScoreboardRoutes from '../routes'

const lobby = makeScoreboard({ id: 7, title: 'Lobby wall', is_public: true })
const secret = makeScoreboard({ id: 8, title: 'Back room', is_public: false, viewer_key: 'abc' })
const generalFailure = 'An error has occurred. Please refresh the page and try again.'

let server: FakeServer
const serve = (...boards: Scoreboard[]) => server.on('GET', '/api/scoreboard/', () => makeList(...boards))
const rows = () => within(screen.getByRole('list', { name: 'My Scoreboards' })).getAllByRole('listitem')
const row = async (title: string) => (await screen.findByText(title)).closest('li') as HTMLElement
const address = () => screen.getByLabelText('Address').textContent

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/venuemachine/', () => makeList(makeVenueMachine()))
    .on('GET', '/api/scoreboard/:id/scores/', () => makeScores())
  serve(secret, lobby)
})
afterEach(() => server.close())

test('LST-01 the list says its name, how many there are, and how to add one', async () => {
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
  expect(await screen.findByText(/^2\s*scoreboards$/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: /My Scoreboards/ })).toBeVisible()
  expect(screen.getByRole('link', { name: '+ Add Scoreboard' })).toHaveAttribute('href', '/scoreboards/add')
  expect(server.sent('GET', '/api/scoreboard/')[0]?.query).toEqual({ owner: '1', limit: '100', ordering: '-id' })
})

test('the list can be asked for before it is drawn, and is not asked for again then; other pages ask for no list', async () => {
  function Door() {
    const store = useStore()
    const [isOpen, setOpen] = useState(false)
    const prepare = (path: string) => (
      <button onClick={() => ScoreboardRoutes.prepare(1, path, store)}>Prepare {path}</button>
    )
    return (
      <>
        {prepare('/scoreboards/add')}
        {prepare('/scoreboards')}
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && <ScoreboardRoutes />}
      </>
    )
  }
  renderRoutes(Door, '/scoreboards', '/scoreboards')
  await userEvent.click(screen.getByText('Prepare /scoreboards/add'))
  expect(server.sent('GET', '/api/scoreboard/')).toHaveLength(0)
  await userEvent.click(screen.getByText('Prepare /scoreboards'))
  await waitFor(() => expect(server.sent('GET', '/api/scoreboard/')).toHaveLength(1))
  await userEvent.click(screen.getByText('Open'))
  expect(await row('Lobby wall')).toBeVisible()
  expect(server.sent('GET', '/api/scoreboard/')).toHaveLength(1)
})

test('LST-01 one is counted as one', async () => {
  serve(lobby)
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
  expect(await screen.findByText(/^1\s*scoreboard$/)).toBeVisible()
})

test('LST-01 an empty list says so', async () => {
  serve()
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
  expect(await screen.findByText('You have not created any Scoreboards!')).toBeVisible()
})

test('more than one page of scoreboards is read to its end', async () => {
  const many = Array.from({ length: 5 }, (_, at) => makeScoreboard({ id: 200 - at, title: `Board ${200 - at}` }))
  server.on('GET', '/api/scoreboard/', ({ query }) => {
    const offset = Number(query.offset ?? 0)
    return {
      ...makeList(...many.slice(offset, offset + 3)),
      count: 5,
      next: offset === 0 ? '/api/scoreboard/?offset=3' : null,
    }
  })
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
  expect(await screen.findByText('Board 196')).toBeVisible()
  expect(rows()).toHaveLength(5)
})

test('OFF-02 while nobody answers, a status is what was last known, and nothing is marked as live', async () => {
  server.on('GET', '/api/scoreboard/7/scores/', () => makeScores(makeGame([1_000, 2_000], { current_ball: 2 })))
  serve(lobby)
  let lose = () => {}
  function Page() {
    const setReach = useSetAtom(reachAtom)
    lose = () => setReach({ type: 'lost', since: 0, isOffline: true })
    return <ScoreboardRoutes />
  }
  renderRoutes(Page, '/scoreboards', '/scoreboards')
  const lobbyRow = await row('Lobby wall')
  const status = await within(lobbyRow).findByText('Ball 2, 2 players')
  expect(status.querySelector('[data-on=true]')).not.toBeNull()
  act(() => lose())
  expect(within(lobbyRow).getByText('Ball 2, 2 players')).toHaveTextContent('Last known: Ball 2, 2 players')
  expect(lobbyRow.querySelector('[data-on=true], [data-playing=true]')).toBeNull()
})

describe('LST-02 a row', () => {
  test('has view, edit and delete', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    const lobbyRow = within(await row('Lobby wall'))
    expect(lobbyRow.getByRole('link', { name: /^View Lobby wall/ })).toHaveAttribute('href', '/viewer/scoreboards/7')
    expect(lobbyRow.getByRole('link', { name: 'Edit Lobby wall' })).toHaveAttribute('href', '/scoreboards/7/edit')
    expect(lobbyRow.getByRole('button', { name: 'Delete Lobby wall' })).toBeVisible()
  })

  test('ACC-12 opens the viewer in a new tab, a private one with its key', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    const view = within(await row('Back room')).getByRole('link', { name: /^View/ })
    expect(view).toHaveAttribute('href', '/viewer/scoreboards/8?key=abc')
    expect(view).toHaveAttribute('target', '_blank')
  })

  test('of another owner can only be viewed', async () => {
    serve(makeScoreboard({ title: 'Theirs', user_roles: [{ user: makeUser({ id: 2 }), role: 'owner' }] }))
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    const theirs = within(await row('Theirs'))
    expect(theirs.getByRole('link', { name: /^View/ })).toBeVisible()
    expect(theirs.queryByRole('link', { name: /Edit|^Theirs$/ })).toBeNull()
    expect(theirs.queryByRole('button', { name: /Delete/ })).toBeNull()
  })

  test('tells machine, venue, privacy and what is being played', async () => {
    server.on('GET', '/api/scoreboard/7/scores/', () => makeScores(makeGame([1, 2, 3, 4], { current_ball: 2 })))
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    const lobbyRow = within(await row('Lobby wall'))
    expect(await lobbyRow.findByText('Dragon’s Keep · Silver Lane Arcade')).toBeVisible()
    expect(lobbyRow.getByText('Public')).toBeVisible()
    expect(await lobbyRow.findByText('Ball 2, 4 players')).toBeVisible()
    expect(await within(await row('Back room')).findByText('No data yet')).toBeVisible()
  })

  test('LST-12 a board that has the title of its machine names it once', async () => {
    serve(makeScoreboard({ title: 'DRAGON’S KEEP' }))
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    expect(await within(await row('DRAGON’S KEEP')).findByText('Silver Lane Arcade')).toBeVisible()
  })

  test('names the machine of a venue that is not the owner’s', async () => {
    serve(makeScoreboard({ title: 'Away', venuemachine_items: [{ venuemachine: 99, order: 0 }] }))
    server.on('GET', '/api/venuemachine/99/', () =>
      makeVenueMachine({ id: 99, machine: { id: 1, name: 'Moon Miner' } }),
    )
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    expect(await screen.findByText(/Moon Miner/)).toBeVisible()
  })
})

describe('LST-03 delete', () => {
  const ask = async () => {
    const user = userEvent.setup()
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    await user.click(within(await row('Lobby wall')).getByRole('button', { name: 'Delete Lobby wall' }))
    const dialog = await screen.findByRole('alertdialog')
    return { user, dialog: within(dialog) }
  }

  test('asks, naming the scoreboard, with focus on Cancel', async () => {
    const { dialog } = await ask()
    expect(dialog.getByText(/Are you sure\?!/)).toBeVisible()
    expect(dialog.getByText(/Lobby wall/)).toBeVisible()
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  })

  test('does nothing when cancelled', async () => {
    const { dialog } = await ask()
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('Lobby wall')).toBeVisible()
    expect(server.sent('DELETE', '/api/scoreboard/7/')).toEqual([])
  })

  test('LST-04 takes the row away at once and says so', async () => {
    let answer = (_: FakeAnswer) => {}
    server.on('DELETE', '/api/scoreboard/7/', () => new Promise<FakeAnswer>((resolve) => (answer = resolve)))
    const { user, dialog } = await ask()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('Lobby wall')).toBeNull())
    await waitFor(() => expect(server.sent('DELETE', '/api/scoreboard/7/')).toHaveLength(1))
    answer(new FakeAnswer(204))
    expect(await screen.findByText('Lobby wall deleted!')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('link', { name: 'Back room' })).toHaveFocus())
  })

  test.each([
    [
      'LST-05 another’s',
      new FakeAnswer(403, { detail: 'No.' }),
      'You do not authorized to delete the requested resource.',
      true,
    ],
    ['LST-05 a missing one', new FakeAnswer(404, { detail: 'Not found.' }), 'Item not found.', false],
    ['LST-07 while the server fails', new FakeAnswer(500), generalFailure, true],
  ])('%s is told, and comes back if it is still there', async (_name, refusal, text, comesBack) => {
    server.on('DELETE', '/api/scoreboard/7/', () => refusal)
    const { user, dialog } = await ask()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryAllByText('Lobby wall')).toHaveLength(comesBack ? 1 : 0)
  })
})

test('LST-03 the dialog says what shows the board', async () => {
  server.on('GET', '/api/scoreboard/7/used_by/', () => ({
    results: [
      { type: 'comboboard', id: 1, title: 'Wall' },
      { type: 'slideshow', id: 2, title: 'Evening' },
    ],
  }))
  const user = userEvent.setup()
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
  await user.click(within(await row('Lobby wall')).getByRole('button', { name: 'Delete Lobby wall' }))
  expect(
    await screen.findByText('It will be removed from the comboboard “Wall” and the slideshow “Evening”.'),
  ).toBeVisible()
})

describe('the menu of a row', () => {
  const choose = async (action: string) => {
    const user = userEvent.setup()
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    await user.click(within(await row('Back room')).getByRole('button', { name: 'More for Back room' }))
    await user.click(screen.getByRole('menuitem', { name: action }))
    return user
  }

  test('SHR-08 shows the viewer’s address as a QR code to print or keep, and warns of a private board’s', async () => {
    const user = await choose('QR code')
    const dialog = within(await screen.findByRole('dialog', { name: 'Back room' }))
    expect(dialog.getByText('http://localhost/viewer/scoreboards/8?key=abc')).toBeVisible()
    expect(dialog.getByTitle(/QR code/)).toBeInTheDocument()
    expect(dialog.getByText('Anyone with this link can see this private board.')).toBeVisible()
    // SHR-08 it can be printed, or kept as a file.
    window.print = jest.fn()
    fireEvent.click(dialog.getByRole('button', { name: 'Print' }))
    expect(window.print).toHaveBeenCalledTimes(1)
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    Object.assign(URL, { createObjectURL: () => 'blob:code', revokeObjectURL: () => {} })
    await user.click(dialog.getByRole('button', { name: 'Download SVG' }))
    expect(saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual(['Back-room.svg'])
    saved.mockRestore()
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('duplicates a board as a private one with a title of its own', async () => {
    server.on(
      'POST',
      '/api/scoreboard/',
      ({ body }) => new FakeAnswer(201, makeScoreboard({ ...(body as Scoreboard), id: 12 })),
    )
    await choose('Duplicate')
    expect(await screen.findByText('Back room (copy) created!')).toBeVisible()
    expect(server.sent('POST', '/api/scoreboard/')[0]?.body).toMatchObject({
      title: 'Back room (copy)',
      is_public: false,
      venuemachine_items: secret.venuemachine_items,
    })
    expect(rows()).toHaveLength(3)
  })

  test('duplicates a board as it is stored now, not as it was when the list was read', async () => {
    server
      .on('GET', '/api/scoreboard/:id/', ({ params }) =>
        Number(params.id) === secret.id ? { ...secret, background_color: '#123456' } : new FakeAnswer(404),
      )
      .on(
        'POST',
        '/api/scoreboard/',
        ({ body }) => new FakeAnswer(201, makeScoreboard({ ...(body as Scoreboard), id: 12 })),
      )
    await choose('Duplicate')
    expect(await screen.findByText('Back room (copy) created!')).toBeVisible()
    expect(server.sent('POST', '/api/scoreboard/')[0]?.body).toMatchObject({
      background_color: '#123456',
      title: 'Back room (copy)',
    })
  })

  test('says why a board cannot be duplicated', async () => {
    server.on(
      'POST',
      '/api/scoreboard/',
      () => new FakeAnswer(400, { venuemachine_items: ['Only machines of your own venues can be shown'] }),
    )
    await choose('Duplicate')
    expect(await screen.findByText('There was an error: Only machines of your own venues can be shown')).toBeVisible()
    expect(rows()).toHaveLength(2)
  })
})

test('LST-04 the banner can be dismissed', async () => {
  server.on('GET', '/api/scoreboard/9/', () => new FakeAnswer(404))
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards/9/edit')
  expect(await screen.findByText('Item not found.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: /Dismiss|Close/ }))
  expect(screen.queryByText('Item not found.')).toBeNull()
})

test('LST-07 a list that cannot be read says so', async () => {
  server.on('GET', '/api/scoreboard/', () => new FakeAnswer(500))
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
  expect(await screen.findByText(generalFailure)).toBeVisible()
})

describe('filter, privacy and order', () => {
  test('come from the address', async () => {
    serve(lobby, secret, makeScoreboard({ id: 9, title: 'Lobby bar' }))
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards?q=lobby&sort=title')
    await screen.findByText('Lobby bar')
    expect(rows().map((item) => within(item).getAllByRole('link')[0]?.textContent)).toEqual(['Lobby bar', 'Lobby wall'])
  })

  test('go into the address', async () => {
    const user = userEvent.setup()
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    await user.type(await screen.findByRole('searchbox', { name: /Filter/ }), 'back')
    fireEvent.click(screen.getByRole('radio', { name: 'Private' }))
    expect(address()).toBe('/scoreboards?q=back&privacy=private')
    expect(rows()).toHaveLength(1)
  })

  test('LST-09 say how many they let through', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards?q=back')
    expect(await screen.findByText('1 of 2')).toHaveAttribute('role', 'status')
    fireEvent.change(screen.getByRole('searchbox', { name: /Filter/ }), { target: { value: '' } })
    await waitFor(() => expect(screen.queryByText('1 of 2')).toBeNull())
  })

  test('FRM-05 are the same on the way back from a form, at the row that was opened', async () => {
    // jsdom has none.
    const scrollIntoView = jest.fn()
    Element.prototype.scrollIntoView = scrollIntoView
    server
      .on('GET', '/api/scoreboard/8/', () => secret)
      .on('GET', '/api/venuemachine/11/', () => makeVenueMachine())
      .on('PUT', '/api/scoreboard/8/', ({ body }) => makeScoreboard({ ...(body as object), id: 8 }))
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards?q=back')
    fireEvent.click(await screen.findByRole('link', { name: 'Edit Back room' }))
    expect(address()).toBe('/scoreboards/8/edit?q=back')
    fireEvent.click(await screen.findByRole('link', { name: 'Cancel' }))
    expect(address()).toBe('/scoreboards?q=back')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Back room' })).toHaveFocus())
    expect(scrollIntoView).toHaveBeenCalledTimes(1)
    fireEvent.click(screen.getByRole('link', { name: 'Edit Back room' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Update Scoreboard' }))
    expect(await screen.findByText('Back room updated')).toBeVisible()
    expect(address()).toBe('/scoreboards?q=back')
  })

  test('LST-11 that match nothing say so, and the filter is cleared with one press', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards?q=zzz&privacy=private')
    expect(await screen.findByText('No scoreboard matches.')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
    expect(await screen.findByRole('link', { name: 'Back room' })).toBeVisible()
    expect(address()).toBe('/scoreboards')
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })
})

test('rows are held in place while the list loads', () => {
  server.on('GET', '/api/scoreboard/', () => new Promise(() => {}))
  renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
  expect(screen.getByRole('list', { name: 'Loading your scoreboards' })).toHaveAttribute('aria-busy', 'true')
})

describe('on a phone', () => {
  const wide = globalThis.matchMedia
  beforeEach(() => {
    globalThis.matchMedia = (query) => ({ ...wide(query), matches: query === '(max-width: 767px)' })
  })
  afterEach(() => {
    globalThis.matchMedia = wide
  })

  const openMenu = async () => {
    const user = userEvent.setup()
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    await user.click(within(await row('Back room')).getByRole('button', { name: 'More for Back room' }))
    return user
  }

  test('LST-02 a row has view, and edit and delete in a menu', async () => {
    const user = await openMenu()
    expect(screen.getAllByRole('menuitem').map((choice) => choice.textContent)).toEqual([
      'Edit',
      'Show on a TV',
      'Copy link',
      'Copy link with claim codes',
      'QR code',
      'Embed',
      'Make public',
      'Duplicate',
      'Delete',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText(/Are you sure\?!/)).toBeVisible()
  })

  test('the viewer’s link is copied with its key', async () => {
    const user = await openMenu()
    await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
    expect(await screen.findByText('Link copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('http://localhost/viewer/scoreboards/8?key=abc')
  })

  test('LST-01 the list can be sorted', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    await screen.findByText('Lobby wall')
    await userEvent.click(screen.getByRole('button', { name: /Order/ }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Oldest first' }))
    expect(rows().map((one) => within(one).getByText(/Lobby wall|Back room/).textContent)).toEqual([
      'Lobby wall',
      'Back room',
    ])
    expect(address()).toContain('sort=oldest')
  })

  test('CLM-03 the link for a screen with claim codes is copied with its key', async () => {
    const user = await openMenu()
    await user.click(screen.getByRole('menuitem', { name: 'Copy link with claim codes' }))
    expect(await navigator.clipboard.readText()).toBe('http://localhost/viewer/scoreboards/8?key=abc&claim=1')
  })

  test('API-11 a board is made public from its row, by a change of nothing else', async () => {
    const user = await openMenu()
    server.on('PATCH', '/api/scoreboard/8/', () => ({
      ...makeScoreboard({ id: 8, title: 'Back room' }),
      is_public: true,
    }))
    await user.click(screen.getByRole('menuitem', { name: 'Make public' }))
    expect(await screen.findByText('Back room is now public')).toBeVisible()
    expect(server.sent('PATCH', '/api/scoreboard/8/')).toMatchObject([{ body: { is_public: true } }])
  })

  test('LST-01 the list can be added to', async () => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', '/scoreboards')
    await row('Lobby wall')
    expect(screen.getAllByRole('link', { name: '+ Add Scoreboard' })).toHaveLength(1)
  })
})

test.each(['/scoreboards/nowhere', '/scoreboards/8', '/scoreboards/8/edit/more'])(
  'ACC-05 %s is not found',
  async (path) => {
    renderRoutes(ScoreboardRoutes, '/scoreboards', path)
    expect(await screen.findByText('OH NO! 404 - The requested page does not exist.')).toBeVisible()
  },
)
