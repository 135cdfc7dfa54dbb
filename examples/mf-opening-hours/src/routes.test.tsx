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
import * as v from 'valibot'
import OpeningHoursRoutes from './routes'
import { settings } from './settings'

const stored = makeCustomBoard({
  id: 7,
  title: 'Door',
  is_public: false,
  ...v.parse(settings, { friday: '17:00-03:00', tonight: [{ time: '20:00', text: 'Matchplay' }] }),
})
const open = (address: string) => renderRoutes(OpeningHoursRoutes, '/opening-hours', address)

let server: FakeServer
beforeEach(() => {
  publishType(JSON.parse(readFileSync(path.join(__dirname, '../remote.json'), 'utf8')))
  server = new FakeServer()
    .on('GET', '/api/board/openinghours/', () => makeList(stored))
    .on('GET', '/api/board/openinghours/7/', () => stored)
    .on('GET', '/api/board/openinghours/7/scores/', () => makeCustomScores())
    .on(
      'POST',
      '/api/board/openinghours/',
      ({ body }) => new FakeAnswer(201, makeCustomBoard({ ...(body as object), id: 8 })),
    )
    .on('PUT', '/api/board/openinghours/7/', ({ body }) => makeCustomBoard({ ...(body as object), id: 7 }))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
})

test('a new one is sent with its hours and its programme', async () => {
  open('/opening-hours/add')
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Side door')
  await user.type(screen.getByRole('textbox', { name: 'Monday' }), '17:00-01:00')
  await user.click(screen.getByRole('button', { name: 'Add item' }))
  await user.type(screen.getByRole('textbox', { name: 'Time 1' }), '20:30')
  await user.type(screen.getByRole('textbox', { name: 'What 1' }), 'Quiz')
  await user.click(screen.getByRole('button', { name: /^Create/ }))
  expect(await screen.findByText('Side door created!')).toBeVisible()
  expect(server.sent('POST', '/api/board/openinghours/')[0]?.body).toMatchObject({
    monday: '17:00-01:00',
    tuesday: '',
    tonight: [{ time: '20:30', text: 'Quiz' }],
  })
})

test('an item can be removed', async () => {
  open('/opening-hours/7/edit')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove item 1' }))
  expect(screen.queryByRole('textbox', { name: 'What 1' })).toBeNull()
})

test('hours that are none are refused on their field, before anything is sent', async () => {
  open('/opening-hours/7/edit')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Sunday' }), 'noon')
  await userEvent.click(screen.getByRole('button', { name: /^Update/ }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Sunday' })).toHaveAccessibleDescription(/Write hours as 17:00-01:00/),
  )
  expect(server.sent('PUT', '/api/board/openinghours/7/')).toEqual([])
})

test('the preview shows the draft', async () => {
  open('/opening-hours/7/edit')
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  expect(await preview.findByText('Matchplay')).toBeInTheDocument()
  await userEvent.type(screen.getByRole('textbox', { name: 'What 1' }), ' finals')
  expect(await preview.findByText('Matchplay finals')).toBeInTheDocument()
})

test('what the server says lands on its field', async () => {
  server.on('PUT', '/api/board/openinghours/7/', () => new FakeAnswer(400, { tonight: ['At most 12 items'] }))
  open('/opening-hours/7/edit')
  await userEvent.click(await screen.findByRole('button', { name: /^Update/ }))
  expect(await screen.findByRole('group', { name: 'Tonight' })).toHaveAccessibleDescription(/At most 12 items/)
})
