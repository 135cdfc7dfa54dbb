import { loadExpose } from '@multiball/shared/remotes'
import { clearToken } from '@multiball/shared/session'
import { FakeAnswer, FakeServer, makeList, makeProfile } from '@multiball/shared/testing'
import { draftKey } from '@multiball/shared/ui'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ListingPage } from '../testing/ListingPage'
import { address, closeShell, renderShell } from '../testing/renderShell'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))

let server: FakeServer
const page = '/scoreboards/add?from=list'
const ended = () => screen.queryByText(/^Your login has ended\./)?.textContent
const loginScreen = async () => {
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
  await waitFor(() => expect(address()).toBe('/'))
}
const logIn = async (password: string) => {
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  await userEvent.type(screen.getByLabelText('Password'), '{Enter}')
}
/** What a form of this page would have kept. */
const keepDraft = () => sessionStorage.setItem(draftKey(1, '/scoreboards/add'), '{"title":"Half done"}')
const refuse = () => server.on('GET', '/api/scoreboard/', () => new FakeAnswer(401, { detail: 'Invalid token.' }))

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/user_profile/get/', () => makeProfile())
    .on('GET', '/api/scoreboard/', () => makeList())
    .on('GET', '/api/leaderboard/', () => makeList())
    .on('POST', '/api/auth/logout/', () => new FakeAnswer(204))
    .on('POST', '/api/auth/', ({ body }) =>
      (body as { password: string }).password === 'right'
        ? { token: 'fresh' }
        : new FakeAnswer(400, { non_field_errors: ['Incorrect username or password!'] }),
    )
  jest.mocked(loadExpose).mockReset().mockResolvedValue({ default: ListingPage })
})
afterEach(() => {
  closeShell()
  server.close()
  sessionStorage.clear()
})

test.each([
  ['and what was typed is kept', keepDraft, 'Your login has ended. What you typed is kept.'],
  ['and no more where nothing is', () => {}, 'Your login has ended.'],
])(
  'ACC-07 who is refused in the middle of something is told that the login has ended, %s, and comes back to the page',
  async (_what, stage, words) => {
    stage()
    refuse()
    renderShell(page, { token: `ended ${words}` })
    await loginScreen()
    expect(ended()).toBe(words)
    expect(screen.getByRole('heading', { name: 'Log in' })).toHaveFocus()
    server.on('GET', '/api/scoreboard/', () => makeList())
    fireEvent.change(screen.getByRole('textbox', { name: 'Username' }), { target: { value: 'maria' } })
    await logIn('wrong')
    expect(await screen.findByText('Incorrect username or password!')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Username' })).toHaveValue('maria')
    expect(ended()).toBeUndefined()
    await logIn('right')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Log in' })).toBeNull())
    expect(address()).toBe(page)
  },
)

test('ACC-07 the way back is kept through other modes of the login screen', async () => {
  refuse()
  renderShell(page, { token: 'ended on the way' })
  await loginScreen()
  server.on('GET', '/api/scoreboard/', () => makeList())
  fireEvent.click(screen.getByRole('button', { name: 'Forgot username or password' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Return to login' }))
  expect(ended()).toBeUndefined()
  fireEvent.change(screen.getByRole('textbox', { name: 'Username' }), { target: { value: 'maria' } })
  await logIn('right')
  await waitFor(() => expect(address()).toBe(page))
})

test('ACC-08 a login that is refused at the start is nothing to be told of; the page that was asked for comes after the next one', async () => {
  server.on('GET', '/api/user_profile/get/', () => new FakeAnswer(401, { detail: 'Invalid token.' }))
  renderShell(page, { token: 'of last year' })
  await loginScreen()
  expect(ended()).toBeUndefined()
  server.on('GET', '/api/user_profile/get/', () => makeProfile())
  fireEvent.change(screen.getByRole('textbox', { name: 'Username' }), { target: { value: 'maria' } })
  await logIn('right')
  await waitFor(() => expect(address()).toBe(page))
})

/** This tab is looked at again after another one has signed out. */
async function signOutElsewhere() {
  renderShell(page)
  await screen.findByRole('navigation', { name: 'Main' })
  clearToken()
  act(() => void window.dispatchEvent(new Event('focus')))
  await loginScreen()
}

test.each([
  ['comes back to what was typed and is told that it is kept', keepDraft, 'What you typed is kept.', page],
  ['is told nothing and comes to Home where nothing was typed', () => {}, undefined, '/'],
])('ACC-09 who was signed out in another tab %s', async (_what, stage, words, comesTo) => {
  stage()
  await signOutElsewhere()
  expect(screen.queryByText('What you typed is kept.')?.textContent).toBe(words)
  fireEvent.change(screen.getByRole('textbox', { name: 'Username' }), { target: { value: 'maria' } })
  await logIn('right')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Log in' })).toBeNull())
  expect(address()).toBe(comesTo)
})

test.each([
  ['comes for the first time', async () => void renderShell('/', { token: null })],
  ['signed out here', async () => void renderShell('/logout')],
  ['signed out in another tab', signOutElsewhere],
])('ACC-09 who %s is not told that a login has ended', async (_who, come) => {
  keepDraft()
  await come()
  await loginScreen()
  expect(ended()).toBeUndefined()
})
