import { FakeAnswer, FakeServer, makeList, makeUser, renderRoutes } from '@multiball/shared/testing'
import type { ListedMachine } from '@multiball/shared/schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import VenuesRoutes from './routes'
// Read before the tests, whose time is for pages.
import './import/ImportPage'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  loadExpose: () => Promise.reject(new Error('no registry')),
}))

const bar = { id: 5, name: 'Flipper Bar', user_roles: [{ user: makeUser(), role: 'owner' }] }
const listed = (more: Partial<ListedMachine>): ListedMachine => ({
  listed: more.name ?? '',
  name: '',
  manufacturer: 'Bally',
  year: 1992,
  machine: null,
  is_here: false,
  ...more,
})
const machines = [
  listed({ name: 'The Addams Family', listed: 'TAF', machine: 1 }),
  listed({ name: 'High Speed', machine: 2 }),
  listed({ name: 'Barn Brawl', manufacturer: '', year: null }),
  listed({ name: 'Godzilla (Pro)', machine: 3, is_here: true }),
]
let server: FakeServer
const lists = () => server.sent('POST', '/api/venue/5/machine_list/').map(({ body }) => body)
const open = () => renderRoutes(VenuesRoutes, '/venues', '/venues/5/machines/import')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/venue/5/', () => bar)
    .on('GET', '/api/venue/', () => makeList(bar))
    .on('GET', '/api/venuemachine/', () => makeList())
    .on('GET', '/api/bridge/', () => ({ bridges: [] }))
    .on('POST', '/api/venue/5/machine_list/', () => ({ machines }))
    .on('POST', '/api/venue/5/machines/', () => ({ added: 2 }))
})
afterEach(() => server.close())

test('CAT-40 a location’s machines: what is known is ticked, what is here is not offered, and one tap adds what is ticked', async () => {
  open()
  const field = await screen.findByRole('textbox', { name: 'Pinball Map address or number' })
  fireEvent.change(field, { target: { value: 'https://example.com/7' } })
  await press('Find machines')
  expect(field).toHaveAccessibleDescription(/Enter the location’s address on pinballmap.com, or its number/)
  expect(lists()).toEqual([])
  fireEvent.change(field, { target: { value: '12345' } })
  await press('Find machines')
  const group = async (name: RegExp) => within(await screen.findByRole('list', { name }))
  expect(lists()).toEqual([{ location: '12345' }])
  expect((await group(/^Found 2$/)).getByText('Bally · 1992 · listed as “TAF”')).toBeVisible()
  expect((await group(/^Already at Flipper Bar 1$/)).queryByRole('checkbox')).toBeNull()
  const tick = (name: RegExp) => screen.getByRole('checkbox', { name })
  expect(tick(/^Barn Brawl/)).not.toBeChecked()
  await userEvent.click(tick(/^Barn Brawl/))
  await userEvent.click(tick(/^High Speed/))
  await press('Add 2 machines')
  expect(await screen.findByText('2 machines added!')).toBeVisible()
  expect(screen.getByLabelText('Address')).toHaveTextContent('/venues')
  expect(server.sent('POST', '/api/venue/5/machines/')[0]!.body).toEqual({
    machines: [{ machine: 1 }, { name: 'Barn Brawl', manufacturer: '', year: null }],
  })
})

test('CAT-41 a list is pasted, or chosen as a file', async () => {
  open()
  await userEvent.click(await screen.findByRole('textbox', { name: 'Your own list' }))
  await userEvent.paste('TAF\nHigh Speed')
  await press('Read the list')
  await press('Another list')
  await userEvent.upload(screen.getByLabelText('File'), new File(['TAF'], 'bar.csv', { type: 'text/csv' }))
  expect(await screen.findByText('4 machines in this list.')).toBeVisible()
  expect(lists()).toEqual([{ text: 'TAF\nHigh Speed' }, { file: btoa('TAF') }])
})

test('CAT-44 what is wrong stands at what it came by, and what was typed stays', async () => {
  open()
  const refuse = (fields: object) => server.on('POST', '/api/venue/5/machine_list/', () => new FakeAnswer(400, fields))
  const [location, text] = [
    await screen.findByRole('textbox', { name: 'Pinball Map address or number' }),
    screen.getByRole('textbox', { name: 'Your own list' }),
  ]
  await press('Read the list')
  expect(text).toHaveAccessibleDescription(/Paste a list first/)
  refuse({ location: ['Pinball Map has no location 7. Check the number.'] })
  fireEvent.change(location, { target: { value: '7' } })
  await press('Find machines')
  await waitFor(() => expect(location).toHaveAccessibleDescription(/Pinball Map has no location 7/))
  refuse({ text: ['This is a web page, not a list.'] })
  fireEvent.change(text, { target: { value: '<html>' } })
  await press('Read the list')
  await waitFor(() => expect(text).toHaveAccessibleDescription(/This is a web page/))
  await userEvent.upload(screen.getByLabelText('File'), new File([new Uint8Array(300_000)], 'photo.csv'))
  expect(screen.getByText('photo.csv is too large for a list of machines')).toBeVisible()
  expect([location, text].map((one) => (one as HTMLInputElement).value)).toEqual(['7', '<html>'])
})

test('CAT-43 adding that failed is tried again with what is ticked', async () => {
  open()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Pinball Map address or number' }), '7')
  await press('Find machines')
  const sentence = 'You can have 5000 machines, removed ones included: there is room for 1 more, not for 2'
  server.on('POST', '/api/venue/5/machines/', () => new FakeAnswer(400, { non_field_errors: [sentence] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 machines' }))
  expect(await screen.findByText(sentence)).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: /^High Speed/ }))
  server.on('POST', '/api/venue/5/machines/', () => ({ added: 1 }))
  await press('Add 1 machine')
  expect(await screen.findByText('1 machine added!')).toBeVisible()
})
