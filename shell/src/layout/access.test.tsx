import { loadExpose, listRoutes } from '@multiball/shared/remotes'
import { useLocation, useNavigate } from '@multiball/shared/routing'
import { askForLogin, readToken } from '@multiball/shared/session'
import { FakeAnswer, FakeServer, makeList, makeProfile } from '@multiball/shared/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ListingPage } from '../testing/ListingPage'
import { address, closeShell, inlineConfig, renderShell } from '../testing/renderShell'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/user_profile/get/', () => makeProfile())
    .on('GET', '/api/scoreboard/', () => makeList())
    .on('POST', '/api/auth/logout/', () => new FakeAnswer(204))
  jest
    .mocked(loadExpose)
    .mockReset()
    .mockResolvedValue({ default: () => <h1>The page of a remote</h1> })
})
afterEach(() => {
  closeShell()
  server.close()
})

describe('without a login cookie', () => {
  test.each(['/', '/scoreboards', '/scoreboards/7/edit', '/profile', '/nowhere'])(
    'ACC-02 %s shows the login screen',
    async (path) => {
      renderShell(path, { token: null })
      expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
      expect(screen.queryByRole('navigation')).toBeNull()
      expect(address()).toBe(path)
      expect(server.requests).toEqual([])
    },
  )

  test('ACC-03 a viewer opens, without the frame of the dashboard', async () => {
    renderShell('/viewer/scoreboards/7', { token: null })
    expect(await screen.findByText('The page of a remote')).toBeVisible()
    expect(loadExpose).toHaveBeenCalledWith('mf-viewer', './routes')
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Log in' })).toBeNull()
  })
})

test('ACC-04 a spinner shows while the profile loads', async () => {
  let answer = (_profile: unknown) => {}
  server.on('GET', '/api/user_profile/get/', () => new Promise((resolve) => (answer = resolve)))
  renderShell('/')
  expect(screen.getByRole('progressbar', { name: 'Loading your profile' })).toBeInTheDocument()
  await waitFor(() => expect(server.requests).toHaveLength(1))
  await act(async () => answer(makeProfile()))
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
  expect(screen.queryByRole('progressbar', { name: 'Loading your profile' })).toBeNull()
})

test.each(['/nowhere', '/profile/nowhere', '/logout/nowhere'])(
  'ACC-05 %s is not found, with the frame around it',
  async (path) => {
    renderShell(path)
    expect(await screen.findByText('OH NO! 404 - The requested page does not exist.')).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible()
  },
)

test('who has logged in at /login is at home', async () => {
  renderShell('/login')
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
  expect(address()).toBe('/')
})

test('ACC-07 a 401 from any call clears the token and goes to the root page', async () => {
  server.on('GET', '/api/scoreboard/', () => new FakeAnswer(401, { detail: 'Invalid token.' }))
  jest.mocked(loadExpose).mockResolvedValue({ default: ListingPage })
  renderShell('/scoreboards', { token: 'revoked meanwhile' })
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
  await waitFor(() => expect(address()).toBe('/'))
  expect(readToken()).toBeUndefined()
})

test('ACC-08 a failed profile fetch clears the cookie and goes to /', async () => {
  server.on('GET', '/api/user_profile/get/', () => new FakeAnswer(500))
  renderShell('/scoreboards')
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
  await waitFor(() => expect(address()).toBe('/'))
  expect(readToken()).toBeUndefined()
})

describe('ACC-23 a page that its remote opens for anyone', () => {
  const Ask = () => {
    const { pathname, search } = useLocation()
    const navigate = useNavigate()
    return (
      <>
        <h1>Your score</h1>
        <button
          type="button"
          onClick={() =>
            void navigate({ pathname, search }, { state: askForLogin('register', 'This wall asks for an account.') })
          }
        >
          Register
        </button>
      </>
    )
  }
  const others = jest.mocked(listRoutes).getMockImplementation()
  beforeEach(() => {
    jest.mocked(listRoutes).mockImplementation(() => [
      {
        remote: 'mf-claims',
        label: 'My games',
        path: '/mine/*',
        expose: './mine',
        access: 'public',
        menu: { label: 'My games', icon: 'play' },
      },
    ])
    jest.mocked(loadExpose).mockResolvedValue({ default: Ask })
    server
      .on('POST', '/api/account/register/', () => new FakeAnswer(201, { id: 2 }))
      .on('POST', '/api/auth/', () => ({ token: 'fresh' }))
  })
  afterEach(() => void jest.mocked(listRoutes).mockImplementation(others!))

  test('has no owner’s navigation around it without a login, and a way to log in that leads back', async () => {
    renderShell('/mine/1?code=K7', { token: null })
    expect(await screen.findByRole('heading', { name: 'Your score' })).toBeVisible()
    expect(screen.queryByRole('navigation')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
    expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Username' }), { target: { value: 'maria' } })
    await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}')
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Your score' })).toBeVisible()
    expect(address()).toBe('/mine/1?code=K7')
  })

  test('ACC-24 a wrong password there is told on the login screen, and the page behind never shows in between', async () => {
    const shown: string[] = []
    const seen = new MutationObserver(() =>
      shown.push(...screen.queryAllByRole('heading').map((heading) => heading.textContent)),
    )
    let answer = () => new FakeAnswer(400, { detail: 'No.' }) as object
    server.on('POST', '/api/auth/', () => answer())
    renderShell('/mine/1?code=K7', { token: null })
    fireEvent.click(await screen.findByRole('button', { name: 'Log in' }))
    seen.observe(document.body, { subtree: true, childList: true })
    fireEvent.change(screen.getByRole('textbox', { name: 'Username' }), { target: { value: 'maria' } })
    await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect username or password!')
    expect(shown).not.toContain('Your score')
    seen.disconnect()
    answer = () => ({ token: 'fresh' })
    await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}')
    expect(await screen.findByRole('heading', { name: 'Your score' })).toBeVisible()
  })

  const register = async () => {
    renderShell('/mine/1?code=K7', { token: null })
    fireEvent.click(await screen.findByRole('button', { name: 'Register' }))
    expect(await screen.findByText('This wall asks for an account.')).toBeVisible()
    for (const [name, text] of [
      ['Username', 'jo'],
      ['Email', 'jo@example.org'],
      ['First name', 'Jo'],
      ['Last name', 'Lindqvist'],
    ] as const) {
      fireEvent.change(await screen.findByRole('textbox', { name: new RegExp(`^${name}`) }), {
        target: { value: text },
      })
    }
    for (const label of [/^Password/, /^Confirm password/])
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'Plunger-7-lane' } })
    fireEvent.click(screen.getByRole('button', { name: 'Register' }))
  }

  test('who registers on the way is signed in at once, back on the page, and told of the mail', async () => {
    await register()
    expect(await screen.findByText(/^Your account is ready\. Check your email/)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Your score' })).toBeVisible()
    expect([address(), readToken()]).toEqual(['/mine/1?code=K7', 'fresh'])
  })

  test('where the login after it fails, the username is typed already', async () => {
    server.on('POST', '/api/auth/', () => new FakeAnswer(503))
    await register()
    await screen.findByRole('heading', { name: 'Check your email' })
    fireEvent.click(screen.getByRole('button', { name: 'Return to login' }))
    expect(screen.getByRole('textbox', { name: 'Username' })).toHaveValue('jo')
  })

  test('ACC-10 stands in the user menu where its remote says so', async () => {
    renderShell('/')
    fireEvent.click(await screen.findByRole('button', { name: /^User menu of Maria Okonkwo/ }))
    await userEvent.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'My games' }))
    expect(address()).toBe('/mine')
  })
})

describe('ACC-09 /logout', () => {
  test('clears the login cookie and goes to /', async () => {
    renderShell('/logout')
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(address()).toBe('/')
    expect(readToken()).toBeUndefined()
    await waitFor(() => expect(server.sent('POST', '/api/auth/logout/')).toHaveLength(1))
  })

  test('without a login is the login screen at /', async () => {
    renderShell('/logout', { token: null })
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(address()).toBe('/')
  })
})

describe('ACC-10 user menu', () => {
  const open = async () => {
    renderShell('/')
    fireEvent.click(await screen.findByRole('button', { name: /^User menu of Maria Okonkwo/ }))
    return within(screen.getByRole('menu'))
  }

  test('says who is signed in and leads to Profile, Account, Help, main site, Sign out', async () => {
    inlineConfig({
      links: { account: 'https://account.example/', help: 'https://help.example/', mainSite: 'https://main.example/' },
    })
    const menu = await open()
    expect(menu.getByText(/Signed in as/)).toHaveTextContent('Signed in as Maria Okonkwo')
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Profile',
      'Account',
      'Help',
      'Main site',
      'Sign out',
    ])
    for (const [name, href] of [
      ['Account', 'https://account.example/'],
      ['Help', 'https://help.example/'],
      ['Main site', 'https://main.example/'],
    ]) {
      expect(menu.getByRole('menuitem', { name })).toHaveAttribute('href', href)
      expect(menu.getByRole('menuitem', { name })).toHaveAttribute('target', '_blank')
    }
  })

  test('closes when Back takes the page below it away', async () => {
    await open()
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  test('links that the deployment has not are not shown', async () => {
    const menu = await open()
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Profile', 'Sign out'])
  })

  test('Profile shows what the server knows', async () => {
    const menu = await open()
    await userEvent.click(menu.getByRole('menuitem', { name: 'Profile' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toHaveFocus()
    expect(screen.getByRole('textbox', { name: /^Initials/ })).toHaveValue('MOK')
  })

  test('Sign out signs out', async () => {
    const menu = await open()
    await userEvent.click(menu.getByRole('menuitem', { name: 'Sign out' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(readToken()).toBeUndefined()
  })

  test('the theme is chosen there', async () => {
    const menu = await open()
    await userEvent.click(menu.getByRole('menuitemradio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
  })
})

describe('ACC-11 primary navigation', () => {
  const names = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')

  test('has the five sections, each with its icon, and says where one is', async () => {
    renderShell('/leaderboards/add')
    await screen.findByRole('navigation', { name: 'Main' })
    expect(names().map((link) => link.textContent)).toEqual([
      'Home',
      'Scoreboards',
      'Leaderboards',
      'Comboboards',
      'Slideshows',
      'Streamboards',
    ])
    expect(names().every((link) => link.querySelector('svg'))).toBe(true)
    expect(
      names()
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map((link) => link.textContent),
    ).toEqual(['Leaderboards'])
  })

  test('a section that the configuration disables is gone, its pages too', async () => {
    inlineConfig({ disabledSections: ['slideshows'] })
    renderShell('/slideshows')
    expect(await screen.findByText('OH NO! 404 - The requested page does not exist.')).toBeVisible()
    expect(names().map((link) => link.textContent)).not.toContain('Slideshows')
    expect(loadExpose).not.toHaveBeenCalled()
  })

  test('the first stop of the keyboard leads past it', async () => {
    renderShell('/')
    await screen.findByRole('navigation', { name: 'Main' })
    await userEvent.tab()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('main')).toHaveFocus()
    expect(address()).toBe('/')
  })
})
