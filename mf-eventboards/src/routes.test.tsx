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
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import EventboardsRoutes from './routes'

const settings = {
  headline: '',
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
beforeEach(() => {
  publishType(JSON.parse(readFileSync(path.join(__dirname, '../remote.json'), 'utf8')))
  server = new FakeServer()
    .on('GET', '/api/board/eventboard/', () => makeList(stored))
    .on('GET', '/api/board/eventboard/7/', () => stored)
    .on('GET', '/api/board/eventboard/7/scores/', () => makeCustomScores())
    .on('GET', '/api/venuemachine/', () => makeList(...machines))
    .on('GET', '/api/venuemachine/:id/', ({ params }) => machines.find(({ id }) => id === Number(params.id)))
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
