import { FakeAnswer, FakeServer, makeList, makeUser, renderRoutes } from '@multiball/shared/testing'
import type { Hook, HookDelivery } from '@multiball/shared/schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import VenuesRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './HooksPage'
import { outcomeOf, statusOf } from './words'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  loadExpose: () => Promise.reject(new Error('no registry')),
}))

const venue = { id: 5, name: 'Flipper Bar', user_roles: [{ user: makeUser(), role: 'owner' }] }
const makeHook = (fields: Partial<Hook> = {}): Hook => ({
  id: 1,
  venue: { id: 5, name: 'Flipper Bar' },
  board: null,
  url: 'https://example.com/hook',
  shape: 'multiball',
  created_at: '2026-11-29T10:00:00.000Z',
  waiting: 0,
  failing_since: null,
  paused_at: null,
  old_secret_until: null,
  ...fields,
})
const makeDelivery = (fields: Partial<HookDelivery> = {}): HookDelivery => ({
  id: 'a',
  moment: null,
  state: 'delivered',
  created_at: new Date().toISOString(),
  attempts: 1,
  status: 200,
  answer: 'thanks',
  trouble: null,
  duration_ms: 41,
  next_attempt_at: null,
  ...fields,
})

let server: FakeServer
let hooks: Hook[]
let deliveries: HookDelivery[]

beforeEach(() => {
  hooks = [makeHook()]
  deliveries = []
  server = new FakeServer()
    .on('GET', '/api/venue/', () => makeList(venue))
    .on('GET', '/api/hook/', () => makeList(...hooks))
    .on('GET', '/api/hook/:id/delivery/', () => ({ results: deliveries }))
})
afterEach(() => {
  sessionStorage.clear()
  server.close()
})

const open = () => renderRoutes(VenuesRoutes, '/venues', '/venues/webhooks?venue=5')
const section = async (name: string) => within(await screen.findByRole('region', { name: new RegExp(name) }))

test('HOK-13 one is added for the venue whose menu led here; its secret is shown once', async () => {
  hooks = []
  server.on('POST', '/api/hook/', ({ body }) => {
    const { url, shape } = body as Pick<Hook, 'url' | 'shape'>
    if (url.startsWith('http:')) return new FakeAnswer(400, { url: ['Only https is called'] })
    hooks = [makeHook({ url, shape })]
    return new FakeAnswer(201, { ...hooks[0], secret: 'a-secret' })
  })
  open()
  const form = within(await screen.findByRole('form', { name: 'Add a webhook' }))
  expect(form.getByRole('combobox', { name: /^Tells of/ })).toHaveValue('Flipper Bar')
  const address = form.getByRole('textbox', { name: /^Address/ })
  const add = () => fireEvent.click(form.getByRole('button', { name: 'Add webhook' }))
  add()
  expect(form.getByText('Please enter an address')).toBeVisible()
  fireEvent.change(address, { target: { value: 'http://example.com/' } })
  add()
  expect(await form.findByText('Only https is called')).toBeVisible()
  fireEvent.change(address, { target: { value: 'https://example.com/hook' } })
  add()
  const made = await section('Flipper Bar')
  expect(made.getByLabelText('Secret')).toHaveTextContent('a-secret')
  expect(server.sent('POST', '/api/hook/').at(-1)?.body).toEqual({
    venue: 5,
    url: 'https://example.com/hook',
    shape: 'multiball',
  })
  fireEvent.click(made.getByRole('button', { name: 'I have stored it' }))
  expect(screen.queryByText('a-secret')).toBeNull()
})

test('HOK-13 a test is sent, and what was answered is shown', async () => {
  hooks = [makeHook(), makeHook({ id: 2, venue: { id: 6, name: 'Other Bar' } })]
  server.on('POST', '/api/hook/:id/test/', () => {
    deliveries = [makeDelivery()]
    return new FakeAnswer(204)
  })
  open()
  const own = await section('Flipper Bar')
  fireEvent.click(own.getByRole('button', { name: 'Send a test' }))
  expect(await own.findByText('Delivered: 200 after 41 ms')).toBeVisible()
  expect(own.getByLabelText('Answer')).toHaveTextContent('thanks')
  expect((await section('Other Bar')).queryByRole('list', { name: 'Last deliveries' })).toBeNull()
})

test('HOK-13 one is removed after a question', async () => {
  server.on('DELETE', '/api/hook/:id/', () => {
    hooks = []
    return new FakeAnswer(204)
  })
  open()
  fireEvent.click((await section('Flipper Bar')).getByRole('button', { name: 'More for the webhook of Flipper Bar' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Webhook removed!')).toBeVisible()
  await waitFor(() => expect(server.sent('DELETE', '/api/hook/1/')).toHaveLength(1))
})

test.each([
  [{}, 'On'],
  [{ waiting: 3 }, 'On, 3 waiting'],
  [{ failing_since: '2026-11-29T11:30:00Z', waiting: 1 }, /^Failing since .*2026.*, 1 waiting$/],
  [
    { paused_at: '2026-11-29T11:58:00Z', failing_since: '2026-11-28T11:30:00Z' },
    /^Paused since .*2026.*, after a day of failures$/,
  ],
])('HOK-13 a webhook says how it is: %j', (fields, words) => {
  expect(statusOf(makeHook(fields)).words).toEqual(typeof words === 'string' ? words : expect.stringMatching(words))
})

test.each([
  [{}, 'Delivered: 200 after 41 ms'],
  [{ attempts: 3 }, 'Delivered: 200 after 41 ms, attempt 3'],
  [{ state: 'waiting', attempts: 0, status: null, duration_ms: null }, 'Waiting'],
  [{ state: 'waiting', trouble: 'No answer came in time.' }, 'No answer came in time. It is tried again.'],
  [
    { state: 'failed', attempts: 9, trouble: 'It answered with status 500.' },
    'It answered with status 500. (9 attempts)',
  ],
] as const)('HOK-13 a delivery says what came of it: %j', (fields, words) => {
  expect(outcomeOf(makeDelivery(fields))).toBe(words)
})
