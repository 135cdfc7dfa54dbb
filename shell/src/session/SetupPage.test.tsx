import { loadExpose } from '@multiball/shared/remotes'
import { readToken } from '@multiball/shared/session'
import { FakeAnswer, FakeServer, makeList, makeProfile } from '@multiball/shared/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { address, closeShell, inlineConfig, renderShell } from '../testing/renderShell'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))

let server: FakeServer
let state: { is_open: boolean; public_url: string | null }

beforeEach(() => {
  jest
    .mocked(loadExpose)
    .mockReset()
    .mockResolvedValue({ default: () => null })
  state = { is_open: true, public_url: location.origin }
  server = new FakeServer()
    .on('GET', '/api/setup/', () => state)
    .on('POST', '/api/setup/', ({ body }) =>
      (body as { code: string }).code === 'AB' ? { id: 1 } : new FakeAnswer(400, { code: ['This is not the code'] }),
    )
    .on('POST', '/api/auth/', () => ({ token: 'fresh' }))
    .on('GET', '/api/user_profile/get/', () => makeProfile())
    .on('GET', '/api/scoreboard/', () => makeList())
})
afterEach(() => {
  closeShell()
  server.close()
})

const all = {
  Code: 'AB',
  Username: 'maria',
  Email: 'm@example.org',
  'First name': 'Maria',
  'Last name': 'Okonkwo',
  Password: 'Plunger-7-lane',
  'Confirm password': 'Plunger-7-lane',
}
const fill = (fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }))

test('ACC-25 the first account is made with the code, and its owner is signed in', async () => {
  renderShell('/setup', { token: null })
  await screen.findByRole('button', { name: 'Create account' })
  await submit()
  expect(screen.getByLabelText(/^Code/)).toHaveAccessibleDescription(expect.stringContaining('Please type the code'))
  fill({ ...all, Code: 'X' })
  await submit()
  expect(await screen.findByText('This is not the code')).toBeVisible()
  fill({ Code: 'AB' })
  await submit()
  await waitFor(() => expect(address()).toBe('/'))
  expect(readToken()).toBe('fresh')
  expect(server.sent('POST', '/api/setup/').at(-1)?.body).toEqual({
    code: 'AB',
    username: 'maria',
    email: 'm@example.org',
    first_name: 'Maria',
    last_name: 'Okonkwo',
    display_name: '',
    initials: '',
    password: 'Plunger-7-lane',
  })
})

test('LOG-11 where the browser keeps no cookie, the login says so after the account was made', async () => {
  renderShell('/setup', { token: null })
  await screen.findByRole('button', { name: 'Create account' })
  fill(all)
  const cookie = jest.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  await submit()
  expect(await screen.findByText(/Allow cookies for this site/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
  cookie.mockRestore()
})

test.each([
  ['opens the account that it has made already', 'fresh'],
  ['refuses the code where the account is somebody else’s', undefined],
])('ACC-32 after an answer that was lost, Create account %s', async (_what, token) => {
  server
    .on('POST', '/api/setup/', () => new FakeAnswer(502))
    .on('POST', '/api/auth/', () => (token ? { token } : new FakeAnswer(400, { non_field_errors: ['No.'] })))
  renderShell('/setup', { token: null })
  await screen.findByRole('button', { name: 'Create account' })
  fill(all)
  await submit()
  expect(await screen.findByText(/^An error has occurred/)).toBeVisible()
  server.on('POST', '/api/setup/', () => new FakeAnswer(400, { code: ['This is not the code'] }))
  await submit()
  if (token) await waitFor(() => expect([address(), readToken()]).toEqual(['/', token]))
  else expect(await screen.findByText('This is not the code')).toBeVisible()
})

test.each([
  ['not known', null, /has not been told its address.*PUBLIC_URL=http:\/\/localhost/],
  [
    'another one',
    'https://boards.example.com',
    /address is set to https:\/\/boards\.example\.com.*PUBLIC_URL=http:\/\/localhost/,
  ],
])('ACC-31 the public address is %s: the page says what to set', async (_what, public_url, sentence) => {
  state.public_url = public_url
  renderShell('/setup', { token: null })
  expect(await screen.findByRole('region', { name: 'Before others come' })).toHaveTextContent(sentence)
})

test('ACC-25 where all is well it says nothing more; a server that is set up says that', async () => {
  const { unmount } = renderShell('/setup', { token: null })
  await screen.findByRole('button', { name: 'Create account' })
  expect(screen.queryByRole('region', { name: 'Before others come' })).toBeNull()
  unmount()
  closeShell()
  state.is_open = false
  renderShell('/setup', { token: null })
  expect(await screen.findByText('This server asks for no setup code. Log in, or register an account.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
})

test('ACC-25 the login leads to the setup while the server waits for its first account', async () => {
  inlineConfig({ awaitsAccount: true })
  renderShell('/', { token: null })
  fireEvent.click(await screen.findByRole('link', { name: 'set it up' }))
  expect(await screen.findByRole('heading', { name: 'Set up Multiball' })).toBeVisible()
})

test('ACC-25 where the account was made meanwhile, or none was waited for, the login says nothing of it', async () => {
  state.is_open = false
  inlineConfig({ awaitsAccount: true })
  const { unmount } = renderShell('/', { token: null })
  await waitFor(() => expect(server.sent('GET', '/api/setup/')).toHaveLength(1))
  expect(screen.queryByRole('link', { name: 'set it up' })).toBeNull()
  unmount()
  closeShell()
  renderShell('/', { token: null })
  await screen.findByRole('button', { name: 'Log in' })
  expect(server.sent('GET', '/api/setup/')).toHaveLength(1)
})
