import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  FakeAnswer,
  FakeServer,
  makeCustomBoard,
  makeCustomScores,
  makeList,
  makeTonight,
  makeVenueMachine,
  publishType,
  renderRoutes,
} from '@multiball/shared/testing'
import type { Follow, Follows } from '@multiball/shared/schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import EventboardsRoutes from './routes'

const settings = {
  headline: '',
  match_play: '',
  layout: 'wall',
  machines: [] as object[],
  early_games: false,
  show_matches: true,
  show_standings: true,
  show_queue: true,
  show_bracket: true,
  show_projection: true,
  page_seconds: 10,
  background_color: '#000',
  accent_color: '#ffc629',
}
const machines = [
  makeVenueMachine({ id: 11, machine: { id: 1, name: 'Moon Miner' } }),
  makeVenueMachine({ id: 12, machine: { id: 2, name: 'Neon Harbor' } }),
]
const stored = makeCustomBoard({
  id: 7,
  title: 'Friday',
  is_public: false,
  ...settings,
  machines: [{ venuemachine: 11, arena: '' }],
})
const open = (address: string) => renderRoutes(EventboardsRoutes, '/eventboards', address)

let server: FakeServer
let follows: Follows
beforeEach(() => {
  follows = { has_token: false, boards: [] }
  publishType(JSON.parse(readFileSync(path.join(__dirname, '../remote.json'), 'utf8')))
  server = new FakeServer()
    .on('GET', '/api/board/eventboard/', () => makeList(stored))
    .on('GET', '/api/board/eventboard/7/', () => stored)
    .on('GET', '/api/board/eventboard/7/scores/', () => makeCustomScores())
    .on('GET', '/api/venuemachine/', () => makeList(...machines))
    .on('GET', '/api/venuemachine/:id/', ({ params }) => machines.find(({ id }) => id === Number(params.id)))
    .on('GET', '/api/matchplay/', () => follows)
    .on('GET', '/api/tonight/', () => makeTonight({ machines: 2 }))
    .on(
      'POST',
      '/api/board/eventboard/',
      ({ body }) => new FakeAnswer(201, makeCustomBoard({ ...(body as object), id: 8 })),
    )
    .on('PUT', '/api/board/eventboard/7/', ({ body }) => makeCustomBoard({ ...(body as object), id: 7 }))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
})

test('EVT-01 a new one needs nothing but its title', async () => {
  open('/eventboards/add')
  fireEvent.change(await screen.findByRole('textbox', { name: 'Title' }), { target: { value: 'Saturday' } })
  fireEvent.click(screen.getByRole('radio', { name: 'Lower third' }))
  fireEvent.click(screen.getByRole('switch', { name: /^Show the bracket/ }))
  fireEvent.click(screen.getByRole('button', { name: /^Create/ }))
  expect(await screen.findByText('Saturday created!')).toBeVisible()
  expect(server.sent('POST', '/api/board/eventboard/')[0]?.body).toEqual({
    ...settings,
    title: 'Saturday',
    is_public: false,
    moments: 'records',
    layout: 'lower third',
    show_bracket: false,
  })
})

test('EVT-01 all own machines are added at once, each once, and one of two alike gets its name', async () => {
  open('/eventboards/7/edit')
  fireEvent.click(await screen.findByRole('button', { name: 'Add all my machines' }))
  expect(await screen.findByText('1 added.')).toBeVisible()
  fireEvent.click(screen.getByRole('switch', { name: /^Set the tournament’s names for machines/ }))
  const names = screen.getAllByRole('textbox', { name: 'In the tournament' })
  expect(names).toHaveLength(2)
  fireEvent.change(names[1]!, { target: { value: 'Neon left' } })
  fireEvent.click(screen.getByRole('button', { name: /^Update/ }))
  await waitFor(() => expect(server.sent('PUT', '/api/board/eventboard/7/')).toHaveLength(1))
  expect(server.sent('PUT', '/api/board/eventboard/7/')[0]?.body).toMatchObject({
    machines: [
      { venuemachine: 11, arena: '' },
      { venuemachine: 12, arena: 'Neon left' },
    ],
  })
})

test('EVT-01 what is changed while the machines are read is kept', async () => {
  open('/eventboards/7/edit')
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Add all my machines' })
  let answer = (_list: unknown) => {}
  server.on('GET', '/api/venuemachine/', () => new Promise((resolve) => (answer = resolve)))
  fireEvent.click(screen.getByRole('button', { name: 'Add all my machines' }))
  await user.click(screen.getByRole('button', { name: 'Delete machine 1' }))
  answer(makeList(makeVenueMachine({ id: 12 })))
  expect(await screen.findByText('1 added.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: /^Update/ }))
  await waitFor(() => expect(server.sent('PUT', '/api/board/eventboard/7/')).toHaveLength(1))
  expect(server.sent('PUT', '/api/board/eventboard/7/')[0]?.body).toMatchObject({
    machines: [{ venuemachine: 12, arena: '' }],
  })
})

test('EVT-01 the preview shows the draft with a sample tournament', async () => {
  open('/eventboards/7/edit')
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  expect(await preview.findByRole('heading', { name: 'Friday Flippers' })).toBeInTheDocument()
  fireEvent.change(screen.getByRole('textbox', { name: 'Headline' }), { target: { value: 'Club night' } })
  expect(await preview.findByRole('heading', { name: 'Club night' })).toBeInTheDocument()
})

test('EVT-01 what is wrong lands on its field', async () => {
  server.on('PUT', '/api/board/eventboard/7/', () => new FakeAnswer(400, { headline: ['At most 80 characters'] }))
  open('/eventboards/7/edit')
  const seconds = await screen.findByRole('textbox', { name: 'Seconds per page' })
  fireEvent.change(seconds, { target: { value: '1' } })
  fireEvent.click(screen.getByRole('button', { name: /^Update/ }))
  await waitFor(() => expect(seconds).toHaveAccessibleDescription(/Please enter 5 to 120 seconds/))
  fireEvent.change(seconds, { target: { value: '15' } })
  fireEvent.click(screen.getByRole('button', { name: /^Update/ }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Headline' })).toHaveAccessibleDescription(/At most 80 characters/),
  )
})

const heard = (more: Partial<Follow> = {}): Follow => ({
  type: 'eventboard',
  id: 7,
  tournament: 4711,
  name: 'Tuesday Flip Off',
  status: 'playing',
  since: '2026-11-20T19:31:00Z',
  heard_at: '2026-11-20T20:00:00Z',
  trouble: null,
  trouble_since: null,
  ...more,
})
const following = { ...stored, match_play: 'https://app.matchplay.events/tournaments/4711' }

test('MPB-15 what is no tournament’s address on Match Play is refused', async () => {
  open('/eventboards/add')
  fireEvent.change(await screen.findByRole('textbox', { name: 'Title' }), { target: { value: 'Saturday' } })
  const field = screen.getByRole('textbox', { name: 'Match Play address or number' })
  for (const wrong of [
    'https://example.com/tournaments/4711',
    'https://app.matchplay.events.example.com/tournaments/4711',
    'https://example.com/?https://app.matchplay.events/tournaments/4711',
    'https://app.matchplay.events/series/4711',
    '-4711',
    '99999999999',
  ]) {
    fireEvent.change(field, { target: { value: wrong } })
    fireEvent.click(screen.getByRole('button', { name: /^Create/ }))
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(/Enter the tournament’s address on app.matchplay.events/),
    )
  }
  expect(server.sent('POST', '/api/board/eventboard/')).toEqual([])
  fireEvent.change(field, { target: { value: ' https://app.matchplay.events/tournaments/4711/standings ' } })
  fireEvent.click(screen.getByRole('button', { name: /^Create/ }))
  expect(await screen.findByText('Saturday created!')).toBeVisible()
  expect(server.sent('POST', '/api/board/eventboard/')[0]?.body).toMatchObject({
    match_play: 'https://app.matchplay.events/tournaments/4711/standings',
  })
})

test('MPB-40 below the field stands what a typed tournament is before it is saved, or why that is not known', async () => {
  let found: object = { name: 'Friday Night Flip', status: 'playing', players: 24, trouble: null }
  server.on('GET', '/api/matchplay/tournament/', ({ query }) => ({ tournament: Number(query.address), ...found }))
  open('/eventboards/add')
  const field = await screen.findByRole('textbox', { name: 'Match Play address or number' })
  await userEvent.type(field, 'https://app.matchplay.events/tournaments/4711')
  expect(await screen.findByText('Friday Night Flip · 24 players · playing')).toBeVisible()
  found = { name: null, status: null, players: null, trouble: 'unknown' }
  await userEvent.clear(field)
  expect(screen.queryByText(/^Friday Night Flip/)).toBeNull()
  await userEvent.type(field, '4712')
  expect(await screen.findByText(/^Match Play has no tournament 4712/)).toBeVisible()
  found = { ...found, trouble: 'away' }
  await userEvent.type(field, '3')
  expect(await screen.findByText(/^Match Play does not answer at the moment\. You can save the number/)).toBeVisible()
  expect(server.sent('GET', '/api/matchplay/tournament/').map(({ query }) => query.address)).toEqual([
    '4711',
    '4712',
    '47123',
  ])
})

test.each<[string, Partial<Follow>, RegExp]>([
  ['it is followed', {}, /^Tuesday Flip Off · playing · followed since 20 Nov, \d\d:31$/],
  ['nothing is known yet', { name: null, status: null }, /^Asking Match Play for tournament 4711…$/],
  [
    'there is none',
    { trouble: 'unknown', trouble_since: '2026-11-20T20:05:00Z' },
    /^Since 20 Nov, \d\d:05: Match Play has no tournament 4711, or it was deleted/,
  ],
  ['it is private', { trouble: 'private' }, /^Tournament 4711 is private/],
  ['a token is asked for', { trouble: 'token' }, /^Match Play asks for a token/],
  [
    'Match Play is away',
    { trouble: 'away', trouble_since: '2026-11-20T20:05:00Z' },
    /not answered since 20 Nov, \d\d:05/,
  ],
  ['there are too many', { trouble: 'many' }, /^Not followed/],
])('MPB-16 the form and the list say that %s', async (_what, more, said) => {
  follows = { has_token: false, boards: [heard(more)] }
  server.on('GET', '/api/board/eventboard/', () => makeList(following))
  server.on('GET', '/api/board/eventboard/7/', () => following)
  const { unmount } = open('/eventboards')
  expect(await screen.findByText(said)).toBeVisible()
  unmount()
  open('/eventboards/7/edit')
  expect(await screen.findByText(said)).toBeVisible()
})

test('MPB-17 a token is kept from the form, and never shown again', async () => {
  server.on('GET', '/api/board/eventboard/7/', () => following)
  server.on('PUT', '/api/matchplay/token/', ({ body }) => {
    if ((body as { token: string }).token.includes(' '))
      return new FakeAnswer(400, { token: ['Copy the token as it is'] })
    follows = { ...follows, has_token: true }
    return { has_token: true }
  })
  open('/eventboards/7/edit')
  fireEvent.click(await screen.findByRole('button', { name: 'Add a Match Play token' }))
  const token = screen.getByLabelText('Match Play token')
  fireEvent.change(token, { target: { value: 'two words' } })
  fireEvent.click(screen.getByRole('button', { name: 'Keep the token' }))
  await waitFor(() => expect(token).toHaveAccessibleDescription(/Copy the token as it is/))
  fireEvent.change(token, { target: { value: '12|secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Keep the token' }))
  expect(await screen.findByText('Your Match Play token is kept.')).toBeVisible()
  expect(document.body.innerHTML).not.toContain('secret')
})

test('EVF-03 tables that are dropped are on the board, and what is wrong with one is said', async () => {
  const sent: object[] = []
  server.on('PUT', '/api/board/eventboard/7/feed/event/files/', ({ body }) => {
    sent.push(body as object)
    return sent.length === 3 ? new FakeAnswer(400, { files: ['matches, line 2: there is none.'] }) : { sequence: 1 }
  })
  open('/eventboards/7/edit')
  const place = await screen.findByRole('group', { name: 'Files' })
  const file = (name: string, text: string) => new File([text], name)
  const drop = (...files: File[]) => fireEvent.drop(place, { dataTransfer: { files } })
  drop(file('a.csv', 'sep=;\nPlace;Name\n1;Ann'), file('b.csv', 'machine,player1\nTaxi,Ann'))
  expect(await screen.findByText('On the board: standings of a.csv, matches of b.csv.')).toBeVisible()
  fireEvent.click(screen.getByRole('switch', { name: /^The tournament is over/ }))
  await waitFor(() => expect(sent).toHaveLength(2))
  drop(file('c.csv', 'player1\nBob'))
  expect(await screen.findByText(/^matches, line 2: there is none\. The board stays as it is\.$/)).toBeVisible()
  drop(file('d.csv', 'place,name\n1,Bob'))
  await waitFor(() => expect(sent).toHaveLength(4))
  expect(sent).toMatchObject([
    {
      name: 'Friday',
      is_finished: false,
      standings: btoa('sep=;\nPlace;Name\n1;Ann'),
      matches: btoa('machine,player1\nTaxi,Ann'),
    },
    { is_finished: true },
    { matches: btoa('player1\nBob') },
    { standings: btoa('place,name\n1,Bob'), matches: btoa('machine,player1\nTaxi,Ann') },
  ])
})
