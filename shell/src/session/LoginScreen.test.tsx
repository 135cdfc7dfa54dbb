import { loadExpose } from '@multiball/shared/remotes'
import { readToken } from '@multiball/shared/session'
import { FakeAnswer, FakeServer, makeList, makeProfile } from '@multiball/shared/testing'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { address, closeShell, renderShell } from '../testing/renderShell'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))

let server: FakeServer
const username = () => screen.getByRole('textbox', { name: 'Username' })
const password = () => screen.getByLabelText('Password')
const generalFailure = 'An error has occurred. Please refresh the page and try again.'

const logIn = async (secret = 'right') => {
  fireEvent.change(username(), { target: { value: 'maria' } })
  fireEvent.change(password(), { target: { value: secret } })
  await userEvent.type(password(), '{Enter}')
}

beforeEach(() => {
  server = new FakeServer()
    .on('POST', '/api/auth/', ({ body }) =>
      (body as { password: string }).password === 'right'
        ? { token: 'fresh' }
        : new FakeAnswer(400, { non_field_errors: ['Incorrect username or password!'] }),
    )
    .on('GET', '/api/user_profile/get/', () => makeProfile())
    .on('GET', '/api/scoreboard/', () => makeList())
  jest
    .mocked(loadExpose)
    .mockReset()
    .mockResolvedValue({ default: () => <h1>My Scoreboards</h1> })
})
afterEach(() => {
  sessionStorage.clear()
  jest.useRealTimers()
  closeShell()
  server.close()
})

describe('LOG-01 the history of modes', () => {
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const goBack = () => userEvent.click(screen.getByRole('button', { name: 'Browser back' }))

  test('Back from a mode leads to the login, on the same path, and what was typed is there again', async () => {
    renderShell('/scoreboards?privacy=public', { token: null })
    fireEvent.change(username(), { target: { value: 'maria' } })
    await press('Register')
    fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), { target: { value: 'maria@example.org' } })
    await goBack()
    expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(username()).toHaveValue('maria')
    expect(address()).toBe('/scoreboards?privacy=public')
    await press('Register')
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('maria@example.org')
    expect(screen.getByRole('heading', { name: 'Register' })).toHaveFocus()
  })

  test('a form that was sent is forgotten', async () => {
    server.on('POST', '/api/account/send-reset-password-link/', () => ({ detail: 'Sent.' }))
    renderShell('/', { token: null })
    await press('Forgot username or password')
    fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), { target: { value: 'maria@example.org' } })
    await press('Send link')
    await screen.findByText('Sent.')
    await press('Return to login')
    await press('Forgot username or password')
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('')
  })
})

describe('login', () => {
  test('the page behind is asked for in a pause after a password, not between two keys', async () => {
    jest.useFakeTimers()
    renderShell('/scoreboards', { token: null })
    for (const typed of ['r', 'ri', 'rig']) {
      fireEvent.change(password(), { target: { value: typed } })
      await act(() => jest.advanceTimersByTimeAsync(400))
    }
    expect(loadExpose).not.toHaveBeenCalled()
    await act(() => jest.advanceTimersByTimeAsync(100))
    expect(loadExpose).toHaveBeenCalledWith('mf-scoreboards', './routes')
  })

  test('the page behind is asked for while the server looks at the password, also where a browser filled in the fields', async () => {
    renderShell('/scoreboards', { token: null })
    fireEvent.change(username(), { target: { value: 'maria' } })
    fireEvent.change(password(), { target: { value: 'wrong' } })
    expect(loadExpose).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    // Nobody is signed in, so nothing that is drawn has asked.
    await screen.findByText('Incorrect username or password!')
    expect(loadExpose).toHaveBeenCalledWith('mf-scoreboards', './routes')
  })

  test('what the page behind reads first is asked for once it is known who is signed in, before it is drawn', async () => {
    const seen: unknown[][] = []
    const Page = () => {
      seen.push(['drawn'])
      return <h1>My Scoreboards</h1>
    }
    jest.mocked(loadExpose).mockResolvedValue({
      default: Object.assign(Page, {
        prepare: (owner: number, pathname: string) => void seen.push([owner, pathname]),
      }),
    })
    renderShell('/scoreboards', { token: null })
    await logIn('wrong')
    await screen.findByText('Incorrect username or password!')
    expect(seen).toEqual([])
    await logIn()
    await screen.findByRole('heading', { name: 'My Scoreboards' })
    expect(seen[0]).toEqual([makeProfile().id, '/scoreboards'])
  })

  test('LOG-02 has username, password and links to Register, Forgot username or password, Resend verification Email', () => {
    renderShell('/', { token: null })
    expect(username()).toHaveAttribute('autocomplete', 'username')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    expect(screen.getByRole('button', { name: 'Log in' })).toBeVisible()
    for (const name of ['Register', 'Forgot username or password', 'Resend verification Email'])
      expect(screen.getByRole('button', { name })).toBeVisible()
  })

  test('ACC-02 signing in shows the page that was asked for', async () => {
    renderShell('/scoreboards?privacy=public', { token: null })
    await logIn()
    expect(await screen.findByRole('heading', { name: 'My Scoreboards' })).toBeVisible()
    expect(address()).toBe('/scoreboards?privacy=public')
    expect(readToken()).toBe('fresh')
    expect(server.sent('POST', '/api/auth/')[0]?.body).toEqual({ username: 'maria', password: 'right' })
  })

  test('the page behind takes the focus', async () => {
    renderShell('/', { token: null })
    await logIn()
    expect(await screen.findByRole('heading', { name: 'Home' })).toHaveFocus()
  })

  test.each([400, 401])('LOG-03 a %s says so, clears the password and keeps the username', async (status) => {
    server.on('POST', '/api/auth/', () => new FakeAnswer(status, { detail: 'No.' }))
    renderShell('/', { token: null })
    await logIn('wrong')
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect username or password!')
    expect(password()).toHaveValue('')
    expect(password()).toHaveFocus()
    expect(username()).toHaveValue('maria')
    expect(readToken()).toBeUndefined()
  })

  test('an account that is switched off is told what to do', async () => {
    const sentence = 'Please confirm your email address: ask for a new verification email.'
    server.on('POST', '/api/auth/', () => new FakeAnswer(400, { non_field_errors: [sentence] }))
    renderShell('/', { token: null })
    await logIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(password()).toHaveValue('')
  })

  test('a server that cannot be asked is not a wrong password', async () => {
    server.on('POST', '/api/auth/', () => new FakeAnswer(503))
    renderShell('/', { token: null })
    await logIn('right')
    expect(await screen.findByRole('alert')).toHaveTextContent(generalFailure)
    expect(password()).toHaveValue('right')
  })

  test('pressing twice asks once', async () => {
    server.on('POST', '/api/auth/', () => new Promise(() => {}))
    renderShell('/', { token: null })
    await logIn()
    await userEvent.type(password(), '{Enter}')
    expect(server.sent('POST', '/api/auth/')).toHaveLength(1)
  })
})

describe('register', () => {
  const open = async () => {
    renderShell('/', { token: null })
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  }
  const fill = () => {
    const values = {
      Username: 'jens',
      Email: 'jens@example.com',
      'First name': 'Jens',
      'Last name': 'Ravn',
      Password: 'Multiball-1',
      'Confirm password': 'Multiball-1',
    }
    for (const [label, value] of Object.entries(values))
      fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
  }
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Register' }))

  test.each([
    ['ACE', 'ACE'],
    ['LONGER', ''],
  ])('CLM-06 the letters of a guest, %s, are the initials it begins with: “%s”', async (initials, shown) => {
    renderShell('/', {
      token: null,
      state: { mode: 'register', reason: 'With an account you can take your games along.', initials },
    })
    expect(await screen.findByLabelText('Initials')).toHaveValue(shown)
  })

  test('LOG-01 LOG-04 what is wrong stands at its field, and nothing is sent; a link leads back to login', async () => {
    await open()
    expect(screen.getByRole('heading', { name: 'Register' })).toHaveFocus()
    await submit()
    expect(screen.getByLabelText(/^Email/)).toHaveAccessibleDescription('Email should not be empty')
    expect(screen.getByLabelText(/^Email/)).toHaveFocus()
    expect(screen.getByLabelText(/^First name/)).toHaveAccessibleDescription('First name should not be empty')
    expect(username()).not.toBeInvalid()
    expect(server.requests).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Return to login' }))
    expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
  })

  test('LOG-04 a field is checked when it is left, then with every key', async () => {
    await open()
    const email = screen.getByLabelText(/^Email/)
    await userEvent.click(email)
    await userEvent.paste('jens')
    expect(email).not.toHaveAccessibleDescription()
    await userEvent.tab()
    expect(email).toHaveAccessibleDescription('Please input correct email')
    await userEvent.click(email)
    await userEvent.paste('@example.com')
    expect(email).not.toHaveAccessibleDescription()
  })

  test('ACC-15 an address with letters that cannot be used is told which can, beside its refusal', async () => {
    await open()
    const email = screen.getByLabelText(/^Email/)
    await userEvent.click(email)
    await userEvent.paste('josé@example.com')
    await userEvent.tab()
    expect(email).toHaveAccessibleDescription(/Please input correct email/)
    expect(email).toHaveAccessibleDescription(/Only the letters a to z can be used/)
  })

  test('LOG-05 of what the server refuses the first message of the first field is shown at it', async () => {
    server.on(
      'POST',
      '/api/account/register/',
      () => new FakeAnswer(400, { username: ['This name is taken', 'and short'], email: ['Also taken'] }),
    )
    await open()
    fill()
    await submit()
    await screen.findByText('This name is taken')
    expect(username()).toHaveAccessibleDescription(expect.stringContaining('This name is taken'))
    expect(username()).toHaveFocus()
    expect(screen.getByLabelText(/^Email/)).not.toBeInvalid()
  })

  test('LOG-05 a network failure is an error of no field', async () => {
    await open()
    fill()
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent(generalFailure)
    expect(screen.getByLabelText(/^Email/)).toHaveValue('jens@example.com')
  })

  describe('ACC-32 after an answer that was lost, Register', () => {
    const registerAgain = async () => {
      server.on('POST', '/api/account/register/', () => new FakeAnswer(502))
      await open()
      fill()
      await submit()
      expect(await screen.findByRole('alert')).toHaveTextContent(generalFailure)
      server.on(
        'POST',
        '/api/account/register/',
        () => new FakeAnswer(400, { username: ['This username is already taken'] }),
      )
      await submit()
    }

    test('opens the account that it has made already', async () => {
      server.on('POST', '/api/auth/', () => ({ token: 'fresh' }))
      await registerAgain()
      expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
      expect(server.sent('POST', '/api/auth/')[0]?.body).toEqual({ username: 'jens', password: 'Multiball-1' })
    })

    test('says that the name is taken where it is somebody else’s', async () => {
      server.on(
        'POST',
        '/api/auth/',
        () => new FakeAnswer(400, { non_field_errors: ['Incorrect username or password!'] }),
      )
      await registerAgain()
      expect(await screen.findByText('This username is already taken')).toBeVisible()
    })
  })

  test('LOG-01 a reload keeps what was typed, except the passwords, until the account is made', async () => {
    await open()
    fill()
    cleanup()
    await open()
    expect(username()).toHaveValue('jens')
    expect(screen.getByLabelText(/^Last name/)).toHaveValue('Ravn')
    expect(screen.getByLabelText(/^Password/)).toHaveValue('')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Multiball-1')
    server.on('POST', '/api/account/register/', () => new FakeAnswer(201, { id: 2 }))
    fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'Multiball-1' } })
    fireEvent.change(screen.getByLabelText(/^Confirm password/), { target: { value: 'Multiball-1' } })
    await submit()
    await screen.findByText(/Check your email for a verification link/)
    cleanup()
    await open()
    expect(username()).toHaveValue('')
    expect(screen.getByLabelText(/^Last name/)).toHaveValue('')
  })

  test.each([
    [
      'full or forbidden',
      () => {
        for (const method of ['getItem', 'setItem'] as const)
          jest.spyOn(Storage.prototype, method).mockImplementation(() => {
            throw new Error('QuotaExceededError')
          })
      },
    ],
    ['broken', () => sessionStorage.setItem('mb-typed:register', '{"username":3}')],
  ])('LOG-01 a storage that is %s costs nothing else', async (_what, stage) => {
    stage()
    await open()
    fireEvent.change(username(), { target: { value: 'jens' } })
    await userEvent.click(screen.getByRole('button', { name: 'Return to login' }))
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
    expect(username()).toHaveValue('jens')
    jest.restoreAllMocks()
  })

  test('LOG-06 success tells to check the email for the link that keeps the account active', async () => {
    server.on('POST', '/api/account/register/', () => new FakeAnswer(201, { id: 2 }))
    await open()
    fill()
    await submit()
    expect(
      await screen.findByText(
        /Check your email for a verification link: click it within 7 days for your account to remain active/,
      ),
    ).toBeVisible()
    expect(server.sent('POST', '/api/account/register/')[0]?.body).toEqual({
      username: 'jens',
      email: 'jens@example.com',
      first_name: 'Jens',
      last_name: 'Ravn',
      display_name: '',
      initials: '',
      password: 'Multiball-1',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Return to login' }))
    expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(username()).toHaveValue('jens')
  })

  test('TON-04 who has registered goes on with one press, and types nothing again', async () => {
    server
      .on('POST', '/api/account/register/', () => new FakeAnswer(201, { id: 2 }))
      .on('POST', '/api/auth/', () => ({ token: 'fresh' }))
    await open()
    fill()
    await submit()
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
    expect(server.sent('POST', '/api/auth/')[0]?.body).toEqual({ username: 'jens', password: 'Multiball-1' })
  })
})

describe.each([
  {
    id: 'LOG-07',
    link: 'Resend verification Email',
    submit: 'Send email',
    path: '/api/account/send-verification-email/',
    sentence: 'If your user at email (jens@example.com) exists, you will receive a new verification email.',
  },
  {
    id: 'LOG-08',
    link: 'Forgot username or password',
    submit: 'Send link',
    path: '/api/account/send-reset-password-link/',
    sentence: 'If your user at email (jens@example.com) exists, you will receive a link.',
  },
])('$link', ({ id, link, submit, path, sentence }) => {
  const open = async () => {
    renderShell('/', { token: null })
    await userEvent.click(screen.getByRole('button', { name: link }))
  }
  const email = () => screen.getByLabelText(/^Email/)
  const send = async (address: string) => {
    fireEvent.change(email(), { target: { value: address } })
    await userEvent.click(screen.getByRole('button', { name: submit }))
  }

  test(`LOG-01 ${id} no address and one that is none are not sent; a link leads back to login`, async () => {
    await open()
    for (const [address, message] of [
      ['', 'Email should not be empty'],
      ['jens', 'Please input correct email'],
    ] as const) {
      await send(address)
      expect(email()).toHaveAccessibleDescription(message)
      expect(email()).toHaveFocus()
    }
    expect(server.requests).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Return to login' }))
    expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
  })

  test(`LOG-01 ${id} the address is sent in small letters, the server's sentence shown, and a link leads back`, async () => {
    server.on('POST', path, () => ({ detail: sentence }))
    await open()
    await send(' Jens@Example.com')
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(server.sent('POST', path)[0]?.body).toEqual({ email: 'jens@example.com' })
    await userEvent.click(screen.getByRole('button', { name: 'Return to login' }))
    expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
  })

  test('LST-10 too many are said, with how long to wait, and the address stays', async () => {
    server.on('POST', path, () => new FakeAnswer(429, { detail: 'Too many requests' }, { 'retry-after': '1500' }))
    await open()
    await send('jens@example.com')
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests. Try again in 25 minutes.')
    expect(email()).toHaveValue('jens@example.com')
  })
})

describe('LOG-09 the mailed links', () => {
  beforeEach(() => void server.on('GET', '/api/account/reset-password/abc/', () => ({ username: 'jens' })))

  /** The link is read again, and is used up by now. */
  const networkIsBack = async (path: string) => {
    server.on('GET', path, () => new FakeAnswer(404, { detail: 'Item not found.' }))
    await act(async () => {
      for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event))
    })
    await waitFor(() => expect(server.sent('GET', path)).toHaveLength(2))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  }

  test('who opened the reset link by mistake gets back to the login', async () => {
    renderShell('/reset-password/abc', { token: null })
    await userEvent.click(await screen.findByRole('button', { name: 'Return to login' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(address()).toBe('/')
  })

  test('a verification link confirms by a button', async () => {
    server
      .on('GET', '/api/account/verify/abc/', () => ({ username: 'jens' }))
      .on('POST', '/api/account/verify/abc/', () => ({ detail: 'Done' }))
    renderShell('/verify/abc', { token: null })
    expect(await screen.findByText(/belongs to the account jens/)).toBeVisible()
    expect(server.sent('POST', '/api/account/verify/abc/')).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByRole('heading', { name: 'Email address confirmed' })).toBeVisible()
  })

  test('ACC-32 a verification link whose answer was lost confirms when it is pressed again', async () => {
    server
      .on('GET', '/api/account/verify/abc/', () => ({ username: 'jens' }))
      .on('POST', '/api/account/verify/abc/', () => new FakeAnswer(502))
    renderShell('/verify/abc', { token: null })
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(generalFailure)
    server.on('POST', '/api/account/verify/abc/', () => ({ username: 'jens' }))
    await networkIsBack('/api/account/verify/abc/')
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByRole('heading', { name: 'Email address confirmed' })).toBeVisible()
  })

  test('a link that is used up says what to do', async () => {
    server.on('GET', '/api/account/verify/abc/', () => new FakeAnswer(404, { detail: 'Item not found.' }))
    renderShell('/verify/abc', { token: null })
    expect(await screen.findByText(/already been used or has expired/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to Multiball' })).toHaveAttribute('href', '/')
  })

  test('a reset link that is used up says so before anything is typed', async () => {
    server.on('GET', '/api/account/reset-password/abc/', () => new FakeAnswer(404, { detail: 'Item not found.' }))
    renderShell('/reset-password/abc', { token: null })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This link has already been used or has expired. Request a new one on the login screen.',
    )
    expect(screen.queryByLabelText(/^New password/)).not.toBeInTheDocument()
  })

  const choose = async (password: string, confirmation = password) => {
    fireEvent.change(await screen.findByLabelText(/^New password/), { target: { value: password } })
    fireEvent.change(screen.getByLabelText(/^Confirm password/), { target: { value: confirmation } })
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  }

  test('a reset link sets a new password', async () => {
    server.on('POST', '/api/account/reset-password/', () => ({ detail: 'Done' }))
    renderShell('/reset-password/abc', { token: null })
    expect(await screen.findByText('It will be the password of the account jens.')).toBeVisible()
    await choose('Multiball-2')
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeVisible()
    expect(server.sent('POST', '/api/account/reset-password/')[0]?.body).toEqual({
      token: 'abc',
      password: 'Multiball-2',
    })
  })

  test.each([
    ['weak', 'weak', /^New password/, /at least 8 characters long/],
    ['Multiball-2', 'Multiball-3', /^Confirm password/, /Please check password/],
  ])('the new password %s, confirmed as %s, is not sent', async (password, confirmation, label, message) => {
    renderShell('/reset-password/abc', { token: null })
    await choose(password, confirmation)
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message)
    expect(screen.getByLabelText(label)).toHaveFocus()
    expect(server.sent('POST', '/api/account/reset-password/')).toEqual([])
  })

  describe('ACC-32 after an answer that was lost, Change password', () => {
    const chooseAgain = async () => {
      server.on('POST', '/api/account/reset-password/', () => new FakeAnswer(502))
      renderShell('/reset-password/abc', { token: null })
      await choose('Multiball-2')
      expect(await screen.findByRole('alert')).toHaveTextContent(generalFailure)
      server.on('POST', '/api/account/reset-password/', () => new FakeAnswer(400, { token: ['No'] }))
      await networkIsBack('/api/account/reset-password/abc/')
      await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    }

    test('opens the account whose password it has changed already', async () => {
      server.on('POST', '/api/auth/', () => ({ token: 'fresh' }))
      await chooseAgain()
      expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
      expect(server.sent('POST', '/api/auth/')[0]?.body).toEqual({ username: 'jens', password: 'Multiball-2' })
    })

    test('says that the link is used up where another password was set', async () => {
      await chooseAgain()
      expect(await screen.findByText(/already been used or has expired/)).toBeVisible()
      expect(server.sent('POST', '/api/auth/')).toHaveLength(1)
    })
  })

  test('a reset link that is used up meanwhile keeps what was typed', async () => {
    server.on('POST', '/api/account/reset-password/', () => new FakeAnswer(400, { token: ['No'] }))
    renderShell('/reset-password/abc', { token: null })
    await choose('Multiball-2')
    expect(await screen.findByRole('alert')).toHaveTextContent(/already been used or has expired/)
    expect(screen.getByLabelText(/^New password/)).toHaveValue('Multiball-2')
  })
})
