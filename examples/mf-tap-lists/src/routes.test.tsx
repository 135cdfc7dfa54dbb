import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  FakeAnswer,
  FakeServer,
  makeCustomBoard,
  makeCustomScores,
  makeList,
  publishType,
  renderRoutes,
} from '@multiball/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import TapListRoutes from './routes'

const settings = {
  headline: 'On tap',
  columns: 'one',
  currency: '€',
  background_color: '#000',
  accent_color: '#ffc629',
}
const stored = makeCustomBoard({ id: 7, title: 'Bar', is_public: false, ...settings })
const open = (address: string) => renderRoutes(TapListRoutes, '/tap-lists', address)

let server: FakeServer
beforeEach(() => {
  publishType(JSON.parse(readFileSync(path.join(__dirname, '../remote.json'), 'utf8')))
  server = new FakeServer()
    .on('GET', '/api/board/taplist/', () => makeList(stored))
    .on('GET', '/api/board/taplist/7/', () => stored)
    .on('GET', '/api/board/taplist/7/scores/', () => makeCustomScores())
    .on(
      'POST',
      '/api/board/taplist/',
      ({ body }) => new FakeAnswer(201, makeCustomBoard({ ...(body as object), id: 8 })),
    )
    .on('PUT', '/api/board/taplist/7/', ({ body }) => makeCustomBoard({ ...(body as object), id: 7 }))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
})

test('a new one is sent with its settings', async () => {
  open('/tap-lists/add')
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Garden')
  await user.type(screen.getByRole('textbox', { name: 'Headline' }), 'Outside')
  await user.click(screen.getByRole('radio', { name: 'Two' }))
  await user.click(screen.getByRole('button', { name: /^Create/ }))
  expect(await screen.findByText('Garden created!')).toBeVisible()
  expect(server.sent('POST', '/api/board/taplist/')[0]?.body).toEqual({
    ...settings,
    title: 'Garden',
    is_public: false,
    headline: 'Outside',
    columns: 'two',
  })
})

test('the preview shows the draft with sample beers', async () => {
  open('/tap-lists/7/edit')
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  expect(await preview.findByText('Skill Shot')).toBeInTheDocument()
  await userEvent.type(screen.getByRole('textbox', { name: 'Headline' }), ' tonight')
  expect(await preview.findByRole('heading', { name: 'On tap tonight' })).toBeInTheDocument()
})

test('what the server says lands on its field', async () => {
  server.on('PUT', '/api/board/taplist/7/', () => new FakeAnswer(400, { currency: ['At most 6 characters'] }))
  open('/tap-lists/7/edit')
  await userEvent.click(await screen.findByRole('button', { name: /^Update/ }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Currency' })).toHaveAccessibleDescription(/At most 6 characters/),
  )
})
