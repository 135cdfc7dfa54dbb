import { readFileSync } from 'node:fs'
import path from 'node:path'
import { FakeAnswer, FakeServer, makeCustomBoard, makeCustomScores, makeList, publishType, renderRoutes } from '@multiball/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import EventboardsRoutes from './routes'

const stored = makeCustomBoard({ id: 7, title: 'Friday', is_public: false, text: 'Free play', background_color: '#123456', display_title: true })
const open = (address: string) => renderRoutes(EventboardsRoutes, '/eventboards', address)
const title = () => screen.findByRole('textbox', { name: 'Title' })

let server: FakeServer
beforeEach(() => {
  publishType(JSON.parse(readFileSync(path.join(__dirname, '../remote.json'), 'utf8')))
  server = new FakeServer()
    .on('GET', '/api/board/eventboard/', () => makeList(stored))
    .on('GET', '/api/board/eventboard/7/', () => stored)
    .on('GET', '/api/board/eventboard/7/scores/', () => makeCustomScores())
    .on('POST', '/api/board/eventboard/', ({ body }) => new FakeAnswer(201, makeCustomBoard({ ...(body as object), id: 8 })))
    .on('PUT', '/api/board/eventboard/7/', ({ body }) => makeCustomBoard({ ...(body as object), id: 7 }))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
})

test('the list has the board, and how to add one', async () => {
  open('/eventboards')
  expect(await screen.findByRole('link', { name: 'Friday' })).toHaveAttribute('href', '/eventboards/7/edit')
  expect(screen.getByRole('link', { name: /^\+ Add/ })).toHaveAttribute('href', '/eventboards/add')
})

test('a new one is sent with its settings', async () => {
  open('/eventboards/add')
  const user = userEvent.setup()
  await user.type(await title(), 'Saturday')
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Tournament at eight')
  await user.click(screen.getByRole('switch', { name: 'Display title' }))
  await user.click(screen.getByRole('button', { name: /^Create/ }))
  expect(await screen.findByText('Saturday created!')).toBeVisible()
  expect(server.sent('POST', '/api/board/eventboard/')[0]?.body).toEqual({
    title: 'Saturday',
    is_public: false,
    text: 'Tournament at eight',
    background_color: '#000',
    display_title: false,
  })
})

test('the form opens with what is stored, and the preview shows it', async () => {
  open('/eventboards/7/edit')
  await waitFor(async () => expect(await title()).toHaveValue('Friday'))
  const preview = within(screen.getByRole('complementary', { name: 'Preview' }))
  expect(preview.getByText('Free play')).toBeInTheDocument()
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), ' until ten')
  expect(preview.getByText('Free play until ten')).toBeInTheDocument()
})

test('what the server says lands on its field', async () => {
  server.on('PUT', '/api/board/eventboard/7/', () => new FakeAnswer(400, { text: ['At most 120 characters'] }))
  open('/eventboards/7/edit')
  await userEvent.click(await screen.findByRole('button', { name: /^Update/ }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Text' })).toHaveAccessibleDescription('At most 120 characters'))
})
