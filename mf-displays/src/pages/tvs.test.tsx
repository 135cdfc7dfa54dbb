import { boardTypes, setBoardTypes } from '@multiball/shared/client'
import { boardTypesIn, type Tv } from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  makeBoardType,
  makeComboboard,
  makeCustomBoard,
  makeList,
  makeRegistry,
  makeScoreboard,
  makeTonight,
  makeTv,
  renderRoutes,
} from '@multiball/shared/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import TvRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './ChangePage'
import './PairPage'

jest.mock('@multiball/shared/remotes', () => ({
  remoteForDisplay: () => undefined,
  RemoteFailure: class extends Error {},
  isRetryable: () => false,
  loadExpose: jest.fn(),
}))

let server: FakeServer
let tvs: Tv[]

beforeEach(() => {
  sessionStorage.clear()
  tvs = [makeTv(), makeTv({ id: 4, name: 'Window', board: null, is_online: false, last_seen_at: null })]
  server = new FakeServer()
    .on('GET', '/api/tv/', () => makeList(...tvs))
    .on('GET', '/api/scoreboard/', () => makeList(makeScoreboard({ id: 7, title: 'Lobby wall' })))
    .on('GET', '/api/comboboard/', () => makeList(makeComboboard({ id: 31, title: 'Back wall', is_public: false })))
  for (const type of ['leaderboard', 'slideshow', 'streamboard']) server.on('GET', `/api/${type}/`, () => makeList())
})
const knownTypes = boardTypes()
afterEach(() => {
  server.close()
  setBoardTypes(knownTypes)
})

const open = (path: string) => renderRoutes(TvRoutes, '/displays', path)
const row = async (name: string) => within((await screen.findByRole('link', { name })).closest('li') as HTMLElement)

test('without TVs it says what one is, and what to do on the TV', async () => {
  tvs = []
  open('/displays')
  expect(await screen.findByText('No TVs yet')).toBeVisible()
  expect(screen.getByText('localhost/tv')).toBeVisible()
  expect(screen.getByRole('link', { name: /Pair the first one/ })).toHaveAttribute('href', '/displays/pair')
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test('TON-03 without TVs and without a board to show, the steps to one come first', async () => {
  tvs = []
  server.on('GET', '/api/tonight/', () =>
    makeTonight({ steps: { venue: 1, machine: null, has_score: false, has_board: false, has_tv: false } }),
  )
  open('/displays')
  expect(await screen.findByText('1 of 4 done')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add a machine' })).toBeVisible()
  expect(screen.queryByRole('link', { name: /Pair/ })).toBeNull()
})

test('BTY-47 a TV that follows a board says what and until when, and is sent back to its own', async () => {
  tvs = [makeTv({ follows: { type: 'leaderboard', id: 9, title: 'Tuesday Flip Off', since: '2026-11-24T19:00:00Z' } })]
  server
    .on('GET', '/api/leaderboard/:id/scores/', () => new FakeAnswer(404))
    .on('POST', '/api/tv/unfollow/', () => {
      tvs = [makeTv()]
      return { tvs }
    })
  const user = userEvent.setup()
  open('/displays')
  const bar = await row('Bar left')
  expect(bar.getByText('Tuesday Flip Off · until it’s over')).toBeVisible()
  await user.click(bar.getByRole('button', { name: 'More for Bar left' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show Lobby wall again' }))
  expect(await screen.findByText('Bar left shows Lobby wall again.')).toBeVisible()
  expect(server.sent('POST', '/api/tv/unfollow/')[0]!.body).toEqual({ tvs: [3] })
  expect(await bar.findByText('Lobby wall · Scoreboard')).toBeVisible()
})

test('a row tells what a TV shows and whether it is there, and steers it', async () => {
  server
    .on('POST', '/api/tv/:id/identify/', () => new FakeAnswer(204))
    .on('POST', '/api/tv/:id/reload/', () => new FakeAnswer(204))
  server.on('DELETE', '/api/tv/:id/', ({ params }) => {
    tvs = tvs.filter(({ id }) => String(id) !== params.id)
    return new FakeAnswer(204)
  })
  const user = userEvent.setup()
  open('/displays')
  expect(await screen.findByText(/^2\s*TVs$/)).toBeVisible()
  const bar = await row('Bar left')
  expect(bar.getByText('Lobby wall · Scoreboard')).toBeVisible()
  expect(bar.getByText('Online')).toBeVisible()
  const window = await row('Window')
  expect(window.getByText('Nothing to show: its board was deleted')).toBeVisible()
  expect(window.getByText('Not seen yet')).toBeVisible()

  fireEvent.click(bar.getByRole('button', { name: 'Identify Bar left' }))
  expect(await screen.findByText('Bar left is showing its name for 10 seconds.')).toBeVisible()
  expect(server.sent('POST', '/api/tv/3/identify/')).toHaveLength(1)
  // One that is away would show it at a time when nobody looks.
  fireEvent.click(window.getByRole('button', { name: 'Identify Window' }))
  expect(await screen.findByText('Window is offline, so it can’t show its name right now.')).toBeVisible()
  expect(server.sent('POST', '/api/tv/4/identify/')).toEqual([])

  await user.click(window.getByRole('button', { name: 'More for Window' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reload' }))
  expect(await screen.findByText('Window will reload when it’s back online.')).toBeVisible()

  await user.click(window.getByRole('button', { name: 'More for Window' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure?!' })
  expect(dialog).toHaveTextContent('The TV goes back to showing a code')
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Window removed!')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Window' })).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('link', { name: 'Bar left' })).toHaveFocus())
})

test('ACC-32 a TV that Remove is pressed for again, since the answer was lost, is removed', async () => {
  const user = userEvent.setup()
  server.on('DELETE', '/api/tv/4/', () => {
    tvs = tvs.filter(({ id }) => id !== 4)
    return new FakeAnswer(404, { detail: 'Item not found.' })
  })
  open('/displays')
  await user.click((await row('Window')).getByRole('button', { name: 'More for Window' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Window removed!')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('link', { name: 'Bar left' })).toHaveFocus())
})

test('the QR code of a TV leads to the form, with its code; a name and a board, and it is paired', async () => {
  tvs = []
  server.on('POST', '/api/tv/', ({ body }) => {
    const { name, board } = body as { name: string; board: { type: 'comboboard'; id: number } }
    const tv = makeTv({ name, board: { ...board, title: 'Back wall' } })
    tvs = [tv]
    return new FakeAnswer(201, tv)
  })
  server.on('GET', '/api/comboboard/:id/bootstrap/', () => new FakeAnswer(503))
  const user = userEvent.setup()
  open('/displays?code=K7M2XD')
  const code = await screen.findByLabelText('Code')
  expect(screen.getByLabelText('Address')).toHaveTextContent('/displays/pair?code=K7M2XD')
  expect(code).toHaveValue('K7M 2XD')
  expect(screen.getByLabelText('Name')).toHaveValue('TV')
  await user.clear(screen.getByLabelText('Name'))
  fireEvent.click(screen.getByRole('button', { name: 'Pair TV' }))
  expect((await screen.findAllByText('Name must not be blank')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Please choose a board').length).toBeGreaterThan(0)

  await user.clear(code)
  await user.click(code)
  await user.paste('abc-dez')
  await user.click(screen.getByLabelText('Name'))
  await user.paste('Upstairs')
  expect(code).toHaveValue('A8C DE2')
  await user.click(screen.getByRole('combobox', { name: 'Board' }))
  await user.click(await screen.findByRole('option', { name: /Back wall/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Pair TV' }))
  expect(await screen.findByText('Upstairs paired!')).toBeVisible()
  expect(server.sent('POST', '/api/tv/')[0]!.body).toEqual({
    code: 'A8CDE2',
    name: 'Upstairs',
    board: { type: 'comboboard', id: 31 },
  })
  expect((await row('Upstairs')).getByText('Back wall · Comboboard')).toBeVisible()
})

test('BTY-40 a TV shows a board of a type from a remote as it shows any; one whose type is gone is said to be not available', async () => {
  setBoardTypes(boardTypesIn(makeRegistry({ boardType: makeBoardType(), isEnabled: false })))
  tvs = [
    makeTv({ board: { type: 'taplist', id: 61, title: 'Beers' } }),
    makeTv({ id: 4, name: 'Window', board: { type: 'clock', id: 2, title: 'Big clock' } }),
  ]
  server
    .on('GET', '/api/board/taplist/', () =>
      makeList(makeCustomBoard({ title: 'Beers' }), makeCustomBoard({ id: 62, title: 'Wines' })),
    )
    .on('GET', '/api/board/taplist/:id/bootstrap/', () => new FakeAnswer(503))
    .on('GET', '/api/tv/:id/', () => tvs[0])
    .on('PUT', '/api/tv/:id/', () => tvs[0])
  const user = userEvent.setup()
  open('/displays')
  expect((await row('Bar left')).getByText('Beers · Tap List · Not available now')).toBeVisible()
  expect((await row('Window')).getByText('Big clock · Clock · Not available now')).toBeVisible()

  fireEvent.click(screen.getByRole('link', { name: 'Bar left' }))
  await user.click(await screen.findByRole('combobox', { name: 'Board' }))
  await user.click(await screen.findByRole('option', { name: /Wines/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Update TV' }))
  await waitFor(() =>
    expect(server.sent('PUT', '/api/tv/3/')[0]?.body).toMatchObject({
      name: 'Bar left',
      board: { type: 'taplist', id: 62 },
    }),
  )
})

test('a board is searched for once the boards are known: before that nothing would be found', async () => {
  let answer = (_list: unknown) => {}
  server.on('GET', '/api/comboboard/', () => new Promise((resolve) => (answer = resolve)))
  open('/displays/pair?code=AAAAAA')
  expect(await screen.findByLabelText('Name')).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Board' })).not.toBeInTheDocument()
  await waitFor(() => expect(server.sent('GET', '/api/comboboard/')).toHaveLength(1))
  answer(makeList(makeComboboard({ id: 31, title: 'Back wall' })))
  await userEvent.type(await screen.findByRole('combobox', { name: 'Board' }), 'back')
  expect(await screen.findByRole('option', { name: /Back wall/ })).toBeVisible()
})

test.each(['/displays/pair?code=ABCDEF', '/displays/3/edit'])(
  'LST-08 the boards that %s offers are asked for again with Retry, and nothing typed is lost',
  async (path) => {
    tvs = []
    server
      .on('GET', '/api/tv/3/', () => makeTv())
      .on('GET', '/api/scoreboard/', () => new FakeAnswer(500))
      .on('GET', '/api/scoreboard/:id/bootstrap/', () => new FakeAnswer(503))
    const user = userEvent.setup()
    open(path)
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    const name = screen.getByRole('textbox', { name: 'Name' })
    fireEvent.change(name, { target: { value: 'Over the bar' } })
    server.on('GET', '/api/scoreboard/', () => makeList(makeScoreboard({ id: 7, title: 'Lobby wall' })))
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    const board = await screen.findByRole('combobox', { name: 'Board' })
    await user.clear(board)
    await user.type(board, 'lobby')
    expect(await screen.findByRole('option', { name: /Lobby wall/ })).toBeVisible()
    expect(name).toHaveValue('Over the bar')
  },
)

test('a TV that shows a code again takes its place again; a wrong code is told at its field', async () => {
  let isRight = false
  server.on('POST', '/api/tv/4/pair/', () =>
    isRight ? makeTv({ id: 4, name: 'Window' }) : new FakeAnswer(400, { code: ['No TV shows this code'] }),
  )
  const user = userEvent.setup()
  open('/displays/pair?code=AAAAAA')
  fireEvent.click(await screen.findByRole('radio', { name: 'One of my TVs' }))
  fireEvent.click(screen.getByRole('button', { name: 'Pair TV' }))
  expect((await screen.findAllByText('Please choose a TV')).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: /TV/, expanded: false }))
  const options = await screen.findAllByRole('option')
  // Those that are away are looked for.
  expect(options.map(({ textContent }) => textContent)).toEqual(['WindowOffline', 'Bar leftOnline'])
  await user.click(options[0]!)
  fireEvent.click(screen.getByRole('button', { name: 'Pair TV' }))
  expect((await screen.findAllByText('No TV shows this code')).length).toBeGreaterThan(0)
  isRight = true
  fireEvent.click(screen.getByRole('button', { name: 'Pair TV' }))
  expect(await screen.findByText('Window paired!')).toBeVisible()
  expect(server.sent('POST', '/api/tv/4/pair/').map(({ body }) => body)).toEqual([
    { code: 'AAAAAA' },
    { code: 'AAAAAA' },
  ])
})

test('another name and board', async () => {
  server.on('GET', '/api/tv/3/', () => makeTv()).on('GET', '/api/scoreboard/:id/bootstrap/', () => new FakeAnswer(503))
  server.on('PUT', '/api/tv/3/', ({ body }) =>
    makeTv({ ...(body as Tv), board: { type: 'scoreboard', id: 7, title: 'Lobby wall' } }),
  )
  open('/displays/3/edit')
  const name = await screen.findByLabelText('Name')
  expect(name).toHaveValue('Bar left')
  expect(await screen.findByRole('combobox', { name: 'Board' })).toHaveValue('Lobby wall')
  fireEvent.change(name, { target: { value: 'Bar right' } })
  fireEvent.click(screen.getByRole('button', { name: 'Update TV' }))
  expect(await screen.findByText('Bar right updated')).toBeVisible()
  expect(server.sent('PUT', '/api/tv/3/')[0]!.body).toEqual({
    name: 'Bar right',
    board: { type: 'scoreboard', id: 7 },
    screen: { dim: null, safe_percent: null, claim_codes: false, sound: null },
  })
})

test('a TV that is not there, or another’s, leads back to the list', async () => {
  server.on('GET', '/api/tv/9/', () => new FakeAnswer(404, { detail: 'Item not found.' }))
  open('/displays/9/edit')
  expect(await screen.findByText('Item not found.')).toBeVisible()
})

test('TON-09 night dimming, safe area and claim codes are set in the form', async () => {
  const screenSet = { dim: { from: '23:00', until: '06:30', level: 20 }, safe_percent: 3, claim_codes: true }
  server
    .on('GET', '/api/tv/3/', () => makeTv({ screen: screenSet }))
    .on('GET', '/api/scoreboard/:id/bootstrap/', () => new FakeAnswer(503))
  server.on('PUT', '/api/tv/3/', ({ body }) =>
    makeTv({ ...(body as Tv), board: { type: 'scoreboard', id: 7, title: 'Lobby wall' } }),
  )
  open('/displays/3/edit')
  expect(await screen.findByLabelText('From')).toHaveValue('23:00')
  expect(screen.getByLabelText('Until')).toHaveValue('06:30')
  expect(screen.getByRole('switch', { name: /Claim codes/ })).toBeChecked()
  const level = screen.getByLabelText('Brightness in percent')
  fireEvent.change(level, { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: 'Update TV' }))
  expect((await screen.findAllByText('A whole number from 5 to 100')).length).toBeGreaterThan(0)
  fireEvent.change(level, { target: { value: '30' } })
  const safe = screen.getByLabelText('Safe area in percent')
  fireEvent.change(safe, { target: { value: '2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Update TV' }))
  expect(await screen.findByText('Bar left updated')).toBeVisible()
  expect(server.sent('PUT', '/api/tv/3/').at(-1)!.body).toMatchObject({
    screen: { dim: { from: '23:00', until: '06:30', level: 30 }, safe_percent: 2, claim_codes: true },
  })
})

test('TON-09 a safe area of 0 is shown as 0', async () => {
  server
    .on('GET', '/api/tv/3/', () => makeTv({ screen: { dim: null, safe_percent: 0, claim_codes: false } }))
    .on('GET', '/api/scoreboard/:id/bootstrap/', () => new FakeAnswer(503))
  open('/displays/3/edit')
  expect(await screen.findByLabelText('Safe area in percent')).toHaveValue('0')
})

test('TON-09 an emptied safe area is refused, not saved as 0', async () => {
  server
    .on('GET', '/api/tv/3/', () => makeTv({ screen: { dim: null, safe_percent: 3, claim_codes: false } }))
    .on('GET', '/api/scoreboard/:id/bootstrap/', () => new FakeAnswer(503))
  server.on('PUT', '/api/tv/3/', ({ body }) =>
    makeTv({ ...(body as Tv), board: { type: 'scoreboard', id: 7, title: 'Lobby wall' } }),
  )
  const user = userEvent.setup()
  open('/displays/3/edit')
  const safe = await screen.findByLabelText('Safe area in percent')
  await user.clear(safe)
  expect(safe).toHaveValue('')
  fireEvent.click(screen.getByRole('button', { name: 'Update TV' }))
  expect((await screen.findAllByText('A number from 0 to 10')).length).toBeGreaterThan(0)
  await user.type(safe, '2,5')
  fireEvent.click(screen.getByRole('button', { name: 'Update TV' }))
  expect(await screen.findByText('Bar left updated')).toBeVisible()
  expect(server.sent('PUT', '/api/tv/3/').at(-1)!.body).toMatchObject({ screen: { safe_percent: 2.5 } })
})

test('SND-04 SND-05 its sound is switched on, tried on the TV, and what a browser that forbids it needs is said', async () => {
  let isForbidden = true
  server
    .on('GET', '/api/tv/3/', () => makeTv({ is_sound_forbidden: isForbidden }))
    .on('GET', '/api/scoreboard/:id/bootstrap/', () => new FakeAnswer(503))
    .on('POST', '/api/tv/3/sound/', () => {
      isForbidden = false
      return new FakeAnswer(204)
    })
    .on('PUT', '/api/tv/3/', () => makeTv())
  const sentence =
    /^The browser of this TV forbids sound\. Tap the TV once, or start its browser with --autoplay-policy=/
  open('/displays/3/edit')
  expect(await screen.findByRole('radio', { name: 'Off' })).toBeChecked()
  expect(screen.queryByText(sentence)).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Medium' }))
  expect(screen.getByText(sentence)).toBeVisible()
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] })
  fireEvent.click(screen.getByRole('button', { name: 'Try the sound' }))
  await act(() => jest.advanceTimersByTimeAsync(3_000))
  jest.useRealTimers()
  expect(server.sent('POST', '/api/tv/3/sound/')[0]!.body).toEqual({ volume: 'medium' })
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  fireEvent.click(screen.getByRole('switch', { name: /Quiet hours/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Update TV' }))
  expect(await screen.findByText('Bar left updated')).toBeVisible()
  expect(server.sent('PUT', '/api/tv/3/')[0]!.body).toMatchObject({
    screen: { sound: { volume: 'medium', quiet: { from: '22:00', until: '07:00' } } },
  })
})
