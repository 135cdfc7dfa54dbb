import { loadExpose } from '@multiball/shared/remotes'
import type { ApiToken, Login, SecurityEvent } from '@multiball/shared/schema'
import { FakeAnswer, FakeServer, makeList, makeProfile, makeUser } from '@multiball/shared/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closeShell, renderShell } from '../testing/renderShell'
import { reloadPage } from './reloadPage'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))
jest.mock('./reloadPage', () => ({ reloadPage: jest.fn() }))

const update = '/api/user_profile/update/'
const profile = makeProfile({
  display_name: 'Maria O.',
  first_name: 'Maria',
  last_name: 'Okonkwo',
  initials: 'MOK',
  ifpa_id: null,
})

let server: FakeServer
const field = (name: string | RegExp) => screen.getByRole('textbox', { name })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Update Profile' }))
const open = async () => {
  renderShell('/profile')
  await screen.findByRole('button', { name: 'Update Profile' })
}

const login = (fields: Partial<Login>): Login => ({
  id: 1,
  created_at: '2026-11-01T10:00:00.000Z',
  used_at: '2026-11-20T10:00:00.000Z',
  device: 'Firefox on Windows',
  is_current: false,
  ...fields,
})
let logins: Login[]
let tokens: ApiToken[]
const activity: SecurityEvent[] = [
  {
    id: 2,
    happened_at: '2026-11-20T10:00:00.000Z',
    event: 'login',
    refused: true,
    times: 2,
    device: 'Chrome on Android',
  },
  { id: 1, happened_at: '2026-11-19T10:00:00.000Z', event: 'device key made', refused: false, times: 1, device: '' },
]

beforeEach(() => {
  logins = [login({ is_current: true }), login({ id: 2, device: 'Safari on iPhone' }), login({ id: 3, device: '' })]
  tokens = [
    {
      id: 7,
      name: 'Home assistant',
      scopes: ['read', 'tvs'],
      created_at: '2026-11-01T10:00:00.000Z',
      used_at: '2026-11-20T10:00:00.000Z',
      expires_at: '2099-11-01T10:00:00.000Z',
    },
  ]
  server = new FakeServer()
    .on('GET', '/api/user_profile/get/', () => profile)
    .on('GET', '/api/scoreboard/', () => makeList())
    .on('GET', '/api/user/:id/', () => ({
      ...makeUser(),
      first_name: 'Maria',
      last_name: 'Okonkwo',
      display_name: '',
      user_roles: [],
      email: 'maria@example.com',
    }))
    .on('GET', '/api/account/logins/', () => makeList(...logins))
    .on('GET', '/api/token/', () => makeList(...tokens))
    .on('GET', '/api/account/activity/', () => makeList(...activity))
  jest.mocked(loadExpose).mockReset()
  jest.mocked(reloadPage).mockReset()
  URL.createObjectURL ??= () => 'blob:picture'
  URL.revokeObjectURL ??= () => {}
})
afterEach(() => {
  sessionStorage.clear()
  closeShell()
  server.close()
})

test('PRO-01 without a picture and without initials, those of the name stand in, as in the user menu', async () => {
  server.on('GET', '/api/user_profile/get/', () =>
    makeProfile({ initials: '', cached_display_name: 'Wilhelmina Hargreaves' }),
  )
  await open()
  expect(screen.getAllByText('WH')).toHaveLength(2)
})

test('PRO-02 shows the profile; required fields are marked', async () => {
  await open()
  expect(field(/^Display Name/)).toHaveValue('Maria O.')
  expect(field(/^Display Name/)).not.toBeRequired()
  expect(field(/^Federation player number/)).toHaveValue('')
  for (const name of [/^First Name/, /^Last Name/, /^Initials/]) expect(field(name)).toBeRequired()
})

test('PRO-02 what is wrong is told at its field and not sent', async () => {
  await open()
  // From the last to the first, on which the focus is then.
  for (const [name, value, message] of [
    [/^Initials/, 'WXYZ', 'Initials must less than 4 characters'],
    [/^Initials/, '', 'Initials must less than 4 characters'],
    [/^Last Name/, '', 'Last name should not be empty'],
    [/^First Name/, '', 'First name should not be empty'],
  ] as const) {
    fireEvent.change(field(name), { target: { value } })
    await submit()
    expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(field(name)).toHaveFocus()
  }
  expect(server.sent('PATCH', update)).toHaveLength(0)
})

test('PRO-03 sends PATCH form data, then the page reloads', async () => {
  server.on('PATCH', update, () => profile)
  await open()
  await userEvent.clear(field(/^Display Name/))
  await userEvent.type(field(/^Federation player number/), '12345')
  await submit()
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(server.sent('PATCH', update)[0]?.body).toEqual({
    display_name: '',
    first_name: 'Maria',
    last_name: 'Okonkwo',
    initials: 'MOK',
    ifpa_id: '12345',
    prefer_initials: 'false',
  })
})

test('PRO-05 a switch has boards show the initials; a changed one is not lost to a link without a question', async () => {
  server.on('PATCH', update, () => profile)
  await open()
  const initials = screen.getByRole('switch', { name: /^Show my initials on boards/ })
  expect(initials).not.toBeChecked()
  await userEvent.click(initials)
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  await submit()
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(server.sent('PATCH', update)[0]?.body).toMatchObject({ initials: 'MOK', prefer_initials: 'true' })
})

test('PRO-03 a failure shows the server’s error as it is, and keeps what was typed', async () => {
  server.on('PATCH', update, () => new FakeAnswer(400, { non_field_errors: ['The picture store is full.'] }))
  await open()
  await userEvent.type(field(/^Display Name/), ' II')
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('The picture store is full.')
  expect(field(/^Display Name/)).toHaveValue('Maria O. II')
  expect(reloadPage).not.toHaveBeenCalled()
})

test('PRO-03 what the server says of a field stands at it', async () => {
  server.on(
    'PATCH',
    update,
    () => new FakeAnswer(400, { ifpa_id: ['A federation number has digits only, 10 at most'] }),
  )
  await open()
  await submit()
  expect(await screen.findByText('A federation number has digits only, 10 at most')).toBeVisible()
  expect(field(/^Federation player number/)).toHaveFocus()
})

test.each([
  [new File(['x'], 'notes.txt', { type: 'text/plain' }), 'Only PNG, JPEG and WebP pictures can be used'],
  [
    Object.defineProperty(new File(['x'], 'huge.png', { type: 'image/png' }), 'size', { value: 80 * 1024 * 1024 }),
    'A picture may have at most 10 MB',
  ],
])('PRO-01 a file that cannot be a picture is refused at once (%#)', async (file, message) => {
  await open()
  await userEvent.upload(screen.getByLabelText('Profile picture'), file, { applyAccept: false })
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('PRO-01 a picture opens the crop editor with a zoom from 1 to 5 in steps of 0.05, Save and Cancel', async () => {
  await open()
  await userEvent.upload(screen.getByLabelText('Profile picture'), new File(['x'], 'me.png', { type: 'image/png' }))
  expect(await screen.findByRole('dialog', { name: 'Crop your picture' })).toBeVisible()
  const zoom = screen.getByRole('slider', { name: /Zoom/ })
  expect([zoom.getAttribute('min'), zoom.getAttribute('max'), zoom.getAttribute('step')]).toEqual(['1', '5', '0.05'])
  expect(screen.getByRole('button', { name: 'Save' })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('PRO-03 what was changed is not lost to a link without a question, and a saved change is not asked for', async () => {
  server.on('PATCH', update, () => profile)
  const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await open()
  expect(closing()).toBe(false)
  await userEvent.type(field(/^Display Name/), '!')
  expect(closing()).toBe(true)
  fireEvent.click(screen.getAllByRole('link', { name: 'Scoreboards' })[0]!)
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect(field(/^Display Name/)).toHaveValue('Maria O.!')
  await submit()
  await waitFor(() => expect(reloadPage).toHaveBeenCalled())
  expect(closing()).toBe(false)
})

describe('PRO-04 what belongs to the account rather than to the profile', () => {
  const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
  const part = (name: string) => within(screen.getByRole('region', { name }))

  test('another address: the password, a link to the new one, and what to do next', async () => {
    server.on('POST', '/api/account/change-email/', () => ({ detail: 'Open the link in the mail.' }))
    await open()
    expect(await screen.findByText('maria@example.com')).toBeVisible()
    await press('Change email address')
    await userEvent.type(field(/^New email address/), 'maria@example')
    await press('Send link')
    expect(field(/^New email address/)).toHaveAccessibleDescription(
      expect.stringContaining('Please input correct email'),
    )
    await userEvent.type(field(/^New email address/), '.org')
    fireEvent.change(screen.getByLabelText(/^Your password/), { target: { value: 'Multiball-1' } })
    await press('Send link')
    expect(await part('Email address').findByRole('status')).toHaveTextContent('Open the link in the mail.')
    expect(screen.getByRole('button', { name: 'Change email address' })).toHaveFocus()
    expect(server.sent('POST', '/api/account/change-email/')[0]?.body).toEqual({
      email: 'maria@example.org',
      password: 'Multiball-1',
    })
  })

  test('another password: a wrong one before is said at its field; then the other logins are gone', async () => {
    let answer: () => FakeAnswer = () => new FakeAnswer(400, { password: ['Incorrect password!'] })
    server.on('POST', '/api/account/change-password/', () => answer())
    await open()
    await press('Change password')
    expect(part('Password').getByLabelText(/^Your password/)).toHaveFocus()
    await press('Cancel')
    expect(screen.getByRole('button', { name: 'Change password' })).toHaveFocus()
    await press('Change password')
    const form = part('Password')
    fireEvent.change(form.getByLabelText(/^Your password/), { target: { value: 'Multiball-0' } })
    fireEvent.change(form.getByLabelText(/^New password/), { target: { value: 'Multiball-2' } })
    fireEvent.change(form.getByLabelText(/^Confirm password/), { target: { value: 'Multiball-2' } })
    fireEvent.click(form.getByRole('button', { name: 'Change password' }))
    expect(await form.findByText('Incorrect password!')).toBeVisible()
    await waitFor(() => expect(form.getByLabelText(/^Your password/)).toHaveFocus())

    answer = () => {
      logins = logins.slice(0, 1)
      return new FakeAnswer(204)
    }
    fireEvent.click(form.getByRole('button', { name: 'Change password' }))
    expect(await form.findByRole('status')).toHaveTextContent(
      'You are logged out everywhere else. Your API tokens have ended, too.',
    )
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  })

  test('logins: this one cannot be ended here, another one can, and all others', async () => {
    server.on('DELETE', '/api/account/logins/:id/', ({ params }) => {
      logins = logins.filter(({ id }) => String(id) !== params.id)
      return new FakeAnswer(204)
    })
    server.on('DELETE', '/api/account/logins/', () => {
      logins = logins.slice(0, 1)
      return new FakeAnswer(204)
    })
    await open()
    const row = async (device: string) => within((await screen.findByText(device)).closest('li') as HTMLElement)
    expect((await row('Firefox on Windows')).getByText(/^This login/)).toBeVisible()
    expect((await row('Firefox on Windows')).queryByRole('button')).toBeNull()
    fireEvent.click((await row('Safari on iPhone')).getByRole('button', { name: /^Log out Safari on iPhone/ }))
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
    expect(screen.getByText('Unknown device')).toBeVisible()
    const heading = screen.getByRole('heading', { name: 'Logins' })
    await waitFor(() => expect(heading).toHaveFocus())

    await press('Log out everywhere else')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(heading).toHaveFocus())
  })
})

describe('TOK-10 API tokens', () => {
  const part = () => within(screen.getByRole('region', { name: 'API tokens' }))
  const openForm = async () => {
    await open()
    await part().findByText('Home assistant')
    fireEvent.click(part().getByRole('button', { name: 'Make an API token' }))
  }

  test('one is made with a name, what it may do and an end; it is shown once', async () => {
    server.on('POST', '/api/token/', ({ body }) => {
      const { name, scopes, expires_at } = body as Pick<ApiToken, 'name' | 'scopes' | 'expires_at'>
      const made = { id: 8, name, scopes, expires_at, created_at: '2026-11-29T10:00:00.000Z', used_at: null }
      tokens = [made, ...tokens]
      return new FakeAnswer(201, { ...made, token: 'multiball_secret' })
    })
    await openForm()
    expect(field(/^Name/)).toHaveFocus()
    expect(part().getByRole('switch', { name: 'Read' })).toBeChecked()
    expect(part().getByRole('radio', { name: 'A year' })).toBeChecked()
    fireEvent.click(part().getByRole('switch', { name: 'Read' }))
    fireEvent.click(part().getByRole('button', { name: 'Make the token' }))
    expect(await part().findByText('Please enter a name, such as the program that uses it')).toBeVisible()
    expect(part().getByText('Choose what the token may do')).toBeVisible()
    fireEvent.change(field(/^Name/), { target: { value: 'Cron' } })
    fireEvent.click(part().getByRole('switch', { name: 'Scores' }))
    fireEvent.click(part().getByRole('radio', { name: 'No end' }))
    fireEvent.click(part().getByRole('button', { name: 'Make the token' }))
    expect(await part().findByLabelText('API token')).toHaveTextContent('multiball_secret')
    expect(server.sent('POST', '/api/token/').map(({ body }) => body)).toEqual([
      { name: 'Cron', scopes: ['scores'], expires_at: null },
    ])
    expect((await part().findByText('Cron')).closest('li')).toHaveTextContent('Scores. Never used. No end')
    fireEvent.click(part().getByRole('button', { name: 'I have stored it' }))
    expect(screen.queryByText('multiball_secret')).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'API tokens' })).toHaveFocus())
  })

  test('what the server refuses is said, and the form stays', async () => {
    server.on(
      'POST',
      '/api/token/',
      () => new FakeAnswer(400, { non_field_errors: ['You have 50 API tokens, which is the most allowed'] }),
    )
    await openForm()
    fireEvent.change(field(/^Name/), { target: { value: 'Cron' } })
    fireEvent.click(part().getByRole('button', { name: 'Make the token' }))
    expect(await part().findByText('You have 50 API tokens, which is the most allowed')).toBeVisible()
    expect(field(/^Name/)).toHaveValue('Cron')
  })

  test('each says what it may do, its last use and its end, and is revoked after a question', async () => {
    server.on('DELETE', '/api/token/:id/', () => {
      tokens = []
      return new FakeAnswer(204)
    })
    await open()
    const row = (await part().findByText('Home assistant')).closest('li')!
    expect(row).toHaveTextContent(/Reads, TVs\. Last used .*2026\. Ends .*2099/)
    fireEvent.click(within(row).getByRole('button', { name: 'Revoke Home assistant' }))
    const question = await screen.findByRole('alertdialog', { name: 'Revoke Home assistant?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(screen.queryByText('Home assistant')).toBeNull())
    expect(server.sent('DELETE', '/api/token/7/')).toHaveLength(1)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'API tokens' })).toHaveFocus())
  })
})

test('ACC-26 recent activity: what, how often it was refused, and from which device', async () => {
  await open()
  const rows = within(await screen.findByRole('region', { name: 'Recent activity' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Failed login, 2 times within an hour.*, Chrome on Android$/),
    expect.stringMatching(/^Device key created.*2026/),
  ])
})

test('ACC-26 who has all of the activity shown reads on at the first of it that was not shown', async () => {
  const many = Array.from({ length: 7 }, (_, at): SecurityEvent => ({
    ...activity[0]!,
    id: 100 - at,
    device: `Phone ${at}`,
  }))
  server.on('GET', '/api/account/activity/', ({ query }) => ({
    ...makeList(...many.slice(0, Number(query.limit))),
    count: many.length,
  }))
  await open()
  const part = within(await screen.findByRole('region', { name: 'Recent activity' }))
  fireEvent.click(await part.findByRole('button', { name: 'Show more' }))
  expect(part.getByText(/Phone 4/)).toBeVisible()
  expect((await part.findByText(/Phone 5/)).closest('li')).toHaveFocus()
})

test('ACC-27 the account is deleted with the password, after the page has said what goes; nobody is signed in then', async () => {
  let answer = () => new FakeAnswer(400, { password: ['Incorrect password!'] })
  server
    .on('POST', '/api/account/delete/', () => answer())
    .on('GET', '/api/counts/', () => ({ boards: { scoreboard: 2, leaderboard: 1 }, venues: 1, tvs: 0 }))
  await open()
  const part = within(screen.getByRole('region', { name: 'Delete account' }))
  await userEvent.click(part.getByRole('button', { name: 'Delete account' }))
  expect(await part.findByText(/your account, your 3 boards and 1 venue, your machines/)).toBeVisible()
  await userEvent.click(part.getByRole('button', { name: 'Delete for good' }))
  expect(part.getByLabelText(/^Your password/)).toHaveAccessibleDescription(
    expect.stringContaining('Please type your password'),
  )
  expect(server.sent('POST', '/api/account/delete/')).toHaveLength(0)
  fireEvent.change(part.getByLabelText(/^Your password/), { target: { value: 'Multiball-1' } })
  await userEvent.click(part.getByRole('button', { name: 'Delete for good' }))
  expect(await part.findByText('Incorrect password!')).toBeVisible()
  answer = () => new FakeAnswer(204)
  await userEvent.click(part.getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
  expect(screen.queryByText(/^Your login has ended/)).toBeNull()
  expect(server.sent('POST', '/api/account/delete/').at(-1)?.body).toEqual({ password: 'Multiball-1' })
})

test('ACC-28 the own data is downloaded as a file; too often within an hour, the page says so', async () => {
  let answer: unknown = { any: 'bytes' }
  server.on('GET', '/api/account/export/', () => answer)
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const revoked = jest.spyOn(URL, 'revokeObjectURL')
  renderShell('/profile')
  const part = within(await screen.findByRole('region', { name: 'Your data' }))
  fireEvent.click(part.getByRole('button', { name: 'Download your data' }))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('multiball-data.zip')
  answer = new FakeAnswer(429, { detail: 'Too many requests' })
  fireEvent.click(part.getByRole('button', { name: 'Download your data' }))
  expect(await part.findByRole('alert')).toHaveTextContent('Too many requests')
  expect(saved).toHaveBeenCalledTimes(1)
  // An iPhone still asks whether it is wanted.
  expect(revoked).not.toHaveBeenCalled()
  saved.mockRestore()
  revoked.mockRestore()
})

test('PRO-02 ACC-07 a login that ends in the middle loses nothing of what was typed, and what was saved does not come back', async () => {
  server
    .on('PUT', update, () => new FakeAnswer(401, { detail: 'Invalid token.' }))
    .on('PATCH', update, () => new FakeAnswer(401, { detail: 'Invalid token.' }))
  const { unmount } = renderShell('/profile', { token: 'ending' })
  await screen.findByRole('button', { name: 'Update Profile' })
  fireEvent.change(field(/^Display Name/), { target: { value: 'Mia' } })
  await submit()
  expect(await screen.findByText('Your login has ended. What you typed is kept.')).toBeVisible()
  unmount()
  closeShell()
  server.on('PUT', update, () => profile).on('PATCH', update, () => profile)
  await open()
  expect(await screen.findByText('We restored your unsaved changes.')).toBeVisible()
  expect(field(/^Display Name/)).toHaveValue('Mia')
  expect(field(/^First Name/)).toHaveValue('Maria')
  await submit()
  await waitFor(() => expect(reloadPage).toHaveBeenCalled())
  expect(sessionStorage).toHaveLength(0)
})
