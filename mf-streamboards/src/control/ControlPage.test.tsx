import {
  controlled,
  StreamboardConfig,
  type Streamboard,
  type StreamControl,
  type StreamControlChange,
} from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  fakeSockets,
  makeGame,
  makeList,
  makeUser,
  renderRoutes,
} from '@multiball/shared/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as v from 'valibot'
import { aBootstrap, someScores } from '../display/samples'
import StreamboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './ControlPage'

jest.mock('@multiball/shared/remotes', () => ({}))

const sockets = fakeSockets()
const user = userEvent.setup()
const two = v.parse(StreamboardConfig, { scoreboardsConfig: [{ numPlayers: 2, players: [] }] })
const board: Streamboard = {
  id: 51,
  title: 'Finals',
  is_public: true,
  moments: 'records',
  user_roles: [{ user: makeUser(), role: 'owner' }],
  scoreboard_items: [{ scoreboard: 7, order: 0 }],
  config_json: two,
}

let server: FakeServer
let control: StreamControl
/** as the server does */
const take = (change: StreamControlChange) => {
  const {
    is_hidden = control.is_hidden,
    is_frozen = control.is_frozen,
    holds_moments = control.holds_moments,
    matches = control.matches,
    match = control.match,
  } = change
  return (control = {
    revision: control.revision + 1,
    is_hidden,
    is_frozen,
    holds_moments,
    matches,
    match,
    config_json: controlled(control.config_json, change),
  })
}
const requests = () =>
  server
    .sent('PATCH', '/api/streamboard/51/control/')
    .map(({ body }) => body as StreamControlChange & { panel: { id: string; count: number } })
const sent = () => requests().map(({ panel: _, ...change }) => change)
const stateNow = () => ({
  ...someScores(makeGame([10, 20]), control.revision + 1),
  control: {
    revision: control.revision,
    is_hidden: control.is_hidden,
    holds_moments: control.holds_moments || control.is_frozen,
    config_json: control.config_json,
  },
})
/** the server tells all panels and overlays */
const tell = () => act(async () => sockets.last.say({ type: 'SCORES', name: 'streamboard:51:scores', ...stateNow() }))

beforeEach(() => {
  control = {
    revision: 0,
    is_hidden: false,
    is_frozen: false,
    holds_moments: false,
    matches: [],
    match: -1,
    config_json: two,
  }
  server = new FakeServer()
    .on('GET', '/api/streamboard/51/', () => board)
    .on('GET', '/api/streamboard/51/control/', () => control)
    .on('GET', '/api/streamboard/51/bootstrap/', () => ({ ...aBootstrap(two), scores: stateNow() }))
    .on('GET', '/api/streamboard/51/scores/', () => stateNow())
    .on('GET', '/api/streamboard/', () => makeList(board))
    .on('GET', '/api/user/', ({ query }) =>
      makeList(
        ...['Maria Okonkwo', 'Marta Silva']
          .filter((name) => name.startsWith(query.search!))
          .map((name, at) => ({
            ...makeUser({ id: at + 2, cached_display_name: name }),
            first_name: '',
            last_name: '',
            display_name: '',
            user_roles: [],
          })),
      ),
    )
    .on('PATCH', '/api/streamboard/51/control/', ({ body }) => take(body as StreamControlChange))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
  localStorage.clear()
})

const open = async () => {
  const view = renderRoutes(StreamboardRoutes, '/streamboards', '/streamboards/51/control')
  await screen.findByRole('heading', { level: 1, name: 'Control Finals' })
  await screen.findByLabelText('Player 1', { selector: 'input' })
  await waitFor(() => expect(sockets.open.length).toBeGreaterThan(0))
  await act(async () => sockets.last.accept())
  return view
}
const nameOf = (player: number) => screen.getByLabelText<HTMLInputElement>(`Player ${player}`, { selector: 'input' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const stage = () => within(screen.getByRole('complementary', { name: 'On the stream' }))

test('CTL-02 CTL-10 a typed name is sent without a save, shown at once, and can be picked among users', async () => {
  await open()
  await user.type(nameOf(2), 'Ma ')
  expect(nameOf(2)).toHaveValue('Ma ')
  expect(stage().getByText('Ma')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Marta Silva' }))
  expect(nameOf(2)).toHaveValue('Marta Silva')
  expect(screen.queryByRole('button', { name: 'Maria Okonkwo' })).toBeNull()
  await waitFor(() =>
    expect(sent().at(-1)).toEqual({ players: [{ station: 0, player: 1, playerName: 'Marta Silva' }] }),
  )
  expect(await screen.findByText('On the stream. Changes show at once.')).toBeInTheDocument()
})

test('CTL-03 what is sent is numbered in the order of the fingers, when it is tried again and when the panel is opened again too', async () => {
  let failures = 1
  server.on('PATCH', '/api/streamboard/51/control/', ({ body }) =>
    failures-- > 0 ? new FakeAnswer(503, {}) : take(body as StreamControlChange),
  )
  const { unmount } = await open()
  await user.click(button('Hide overlay'))
  await waitFor(() => expect(control.is_hidden).toBe(true))
  unmount()
  await open()
  await user.click(button('Freeze scores'))
  await waitFor(() => expect(control.is_frozen).toBe(true))
  const panels = requests().map(({ panel }) => panel)
  expect(panels).toEqual([0, 1, 2].map((more) => ({ id: panels[0]!.id, count: panels[0]!.count + more })))
  expect(panels[0]!.id).toMatch(/^[\da-f]{20}$/)
})

test('CTL-04 CTL-05 hide and freeze say so in the panel', async () => {
  await open()
  await user.click(button('Hide overlay'))
  await user.click(button('Freeze scores'))
  expect(button('Show overlay')).toBeVisible()
  expect(stage().getByText('Hidden')).toBeInTheDocument()
  expect(stage().getByText('Scores frozen')).toBeInTheDocument()
  expect(await screen.findByText('Overlay: hidden, scores frozen.')).toBeInTheDocument()
  await user.click(button('Unfreeze scores'))
  await waitFor(() => expect(control).toMatchObject({ is_hidden: true, is_frozen: false }))
})

test('MOM-44 moments are held back and let go, and the panel says so', async () => {
  await open()
  const hold = screen.getByRole('switch', { name: /Hold back moments/ })
  await user.click(hold)
  expect(hold).toBeChecked()
  expect(await screen.findByText('Overlay: moments held back.')).toBeInTheDocument()
  await user.click(hold)
  await waitFor(() => expect(sent()).toEqual([{ holds_moments: true }, { holds_moments: false }]))
})

test('CTL-03 another panel changes it: fields, freeze and queue follow', async () => {
  await open()
  take({
    players: [{ station: 0, player: 0, playerName: 'Zoë' }],
    is_frozen: true,
    matches: [['Ann', 'Bob']],
    layout: 'OneCam',
  })
  await tell()
  expect(nameOf(1)).toHaveValue('Zoë')
  expect(screen.getByRole('radio', { name: 'One Cam' })).toBeChecked()
  expect(await screen.findByRole('button', { name: 'Unfreeze scores' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Queue' })).toHaveValue('Ann vs Bob')
})

test('CTL-09 JMP-05 the list turns single keys off in this browser, and on again', async () => {
  await open()
  const turn = async () => {
    await user.click(screen.getByRole('button', { name: 'Keys' }))
    await user.click(await screen.findByRole('switch', { name: /Single keys/ }))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await turn()
  await user.keyboard('1hf?')
  expect([document.activeElement?.tagName, screen.queryByRole('dialog')]).toEqual(['BUTTON', null])
  await turn()
  await user.keyboard('1')
  expect(nameOf(1)).toHaveFocus()
  expect(control).toMatchObject({ is_hidden: false, is_frozen: false })
})

test('CTL-06 CTL-09 a queue by keys; while typing, letters are letters', async () => {
  await open()
  await user.click(screen.getByRole('textbox', { name: 'Queue' }))
  await user.paste('Ann, Bob\nCy, Di')
  await user.keyboard('n')
  expect(screen.getByRole('textbox', { name: 'Queue' })).toHaveValue('Ann, Bob\nCy, Din')
  await user.tab()
  await user.keyboard('n')
  expect([nameOf(1).value, nameOf(2).value]).toEqual(['Ann', 'Bob'])
  await user.keyboard('nbs')
  expect([nameOf(1).value, nameOf(2).value]).toEqual(['Bob', 'Ann'])
  await user.keyboard('2')
  expect(nameOf(2)).toHaveFocus()
  await user.keyboard('h')
  expect(nameOf(2)).toHaveValue('h')
  await user.keyboard('{Escape}')
  await user.keyboard('{Control>}f{/Control}4?')
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeVisible()
  expect(control.is_frozen).toBe(false)
})

test('CTL-08 a server that is away: it is said, and sent again with what came meanwhile, after a reload too', async () => {
  server.on('PATCH', '/api/streamboard/51/control/', () => new FakeAnswer(503, { detail: 'away' }))
  const { unmount } = await open()
  await user.type(nameOf(1), 'Ann')
  expect(await screen.findByText('Not sent yet. Trying again…')).toBeInTheDocument()
  expect(nameOf(1)).toHaveValue('Ann')
  unmount()
  server.on('PATCH', '/api/streamboard/51/control/', ({ body }) => take(body as StreamControlChange))
  await open()
  await waitFor(() => expect(control.config_json.scoreboardsConfig[0]!.players[0]).toMatchObject({ playerName: 'Ann' }))
  expect(nameOf(1)).toHaveValue('Ann')
  expect(sessionStorage).toHaveLength(0)
})

test('CTL-08 what could not be sent ten minutes ago is not sent into the show of now', async () => {
  server.on('PATCH', '/api/streamboard/51/control/', () => new FakeAnswer(503, { detail: 'away' }))
  const { unmount } = await open()
  await user.type(nameOf(1), 'Ann')
  expect(await screen.findByText('Not sent yet. Trying again…')).toBeInTheDocument()
  unmount()
  const now = Date.now()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 11 * 60_000)
  await open()
  clock.mockRestore()
  expect(nameOf(1)).toHaveValue('')
  expect(screen.getByText('On the stream. Changes show at once.')).toBeInTheDocument()
})

test('CTL-08 what was changed last before the panel is left is sent all the same, and not once more when it is opened again', async () => {
  const answers: (() => void)[] = []
  server.on('PATCH', '/api/streamboard/51/control/', async ({ body }) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return take(body as StreamControlChange)
  })
  const { unmount } = await open()
  await user.click(button('Hide overlay'))
  await user.type(nameOf(1), 'Ann')
  unmount()
  await waitFor(() => expect(answers).toHaveLength(2))
  await act(async () => answers.forEach((answer) => answer()))
  await waitFor(() =>
    expect(control).toMatchObject({
      is_hidden: true,
      config_json: { scoreboardsConfig: [{ players: [{ playerName: 'Ann' }] }] },
    }),
  )
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  // Somebody else goes on with the show.
  take({ is_hidden: false, players: [{ station: 0, player: 0, playerName: 'Zoë' }] })
  await open()
  await waitFor(() => expect(nameOf(1)).toHaveValue('Zoë'))
  expect([button('Hide overlay'), requests().length]).toEqual([expect.anything(), 2])
})

test('CTL-08 CTL-11 what is refused is said and stays; a colour is sent once it is one', async () => {
  server.on('PATCH', '/api/streamboard/51/control/', () => new FakeAnswer(400, { players: ['At most 256 characters'] }))
  await open()
  await user.type(nameOf(1), 'A')
  expect(await screen.findByRole('alert')).toHaveTextContent('Not sent: At most 256 characters')
  expect(nameOf(1)).toHaveValue('A')
  server.on('PATCH', '/api/streamboard/51/control/', ({ body }) => take(body as StreamControlChange))
  const before = sent().length
  const colour = screen.getByRole('textbox', { name: 'Highlight colour' })
  fireEvent.change(colour, { target: { value: '#0f' } })
  expect(sent()).toHaveLength(before)
  await user.type(colour, '0')
  await waitFor(() =>
    expect(control.config_json).toMatchObject({ highlightColor: '#0f0', scoreboardsConfig: [{ players: [] }] }),
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Not sent: At most 256 characters')
  expect(screen.getByText('Not all was sent. See what is wrong above.')).toBeInTheDocument()
  await user.type(nameOf(1), 'nn')
  await waitFor(() =>
    expect(control.config_json).toMatchObject({ scoreboardsConfig: [{ players: [{ playerName: 'Ann' }] }] }),
  )
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('CTL-01 it is reached from the list; others are sent back to theirs', async () => {
  renderRoutes(StreamboardRoutes, '/streamboards', '/streamboards')
  await user.click(await screen.findByRole('button', { name: 'More for Finals' }))
  await user.click(screen.getByRole('menuitem', { name: 'Control panel' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Control Finals' })).toBeVisible()
})

test('CTL-01 one of somebody else is not shown', async () => {
  server.on('GET', '/api/streamboard/51/', () => ({
    ...board,
    user_roles: [{ user: makeUser({ id: 9 }), role: 'owner' }],
  }))
  renderRoutes(StreamboardRoutes, '/streamboards', '/streamboards/51/control')
  expect(await screen.findByText('You do not authorized to edit the requested resource.')).toBeVisible()
  expect(server.sent('GET', '/api/streamboard/51/control/')).toEqual([])
})
