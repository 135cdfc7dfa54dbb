import { getProfile } from '@multiball/shared/api'
import {
  listHelpRemotes,
  loadedExpose,
  loadExpose,
  newerRev,
  RemoteFailure,
  reportThrown,
  retryRemote,
} from '@multiball/shared/remotes'
import { FakeServer, makeList, makeProfile } from '@multiball/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { closeShell, renderShell } from '../testing/renderShell'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))

const renderFailure = 'Something has gone wrong! Please refresh the page and try again.'
const loading = jest.mocked(loadExpose)
const page = (words: string) => ({ default: () => <h1>{words}</h1> })
const timeout = () => new RemoteFailure('mf-scoreboards', '2.4.1', 'REMOTE_ENTRY_TIMEOUT')
const realError = console.error

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/user_profile/get/', () => makeProfile())
    .on('GET', '/api/scoreboard/', () => makeList())
  loading.mockReset()
  jest.mocked(loadedExpose).mockReset()
  jest.mocked(retryRemote).mockReset()
  jest.mocked(newerRev).mockReset().mockResolvedValue(undefined)
})
afterEach(() => {
  console.error = realError
  closeShell()
  server.close()
})

test('a remote is waited for by name, then shown', async () => {
  let arrive = (_module: unknown) => {}
  loading.mockReturnValue(new Promise((resolve) => (arrive = resolve)))
  renderShell('/scoreboards')
  expect(await screen.findByRole('progressbar', { name: 'Loading Scoreboards' })).toBeInTheDocument()
  expect(document.title).toBe('Scoreboards · Multiball')
  arrive(page('My Scoreboards'))
  expect(await screen.findByRole('heading', { name: 'My Scoreboards' })).toBeVisible()
  expect(loading).toHaveBeenCalledWith('mf-scoreboards', './routes')
})

test('a remote that is there already is drawn with the frame, not after it', async () => {
  const there = page('My Scoreboards')
  loading.mockResolvedValue(there)
  jest.mocked(loadedExpose).mockReturnValue(there)
  const awaited = jest.spyOn(document, 'title', 'set')
  renderShell('/scoreboards')
  expect(await screen.findByRole('heading', { name: 'My Scoreboards' })).toBeVisible()
  expect(awaited).not.toHaveBeenCalledWith('Scoreboards · Multiball')
  awaited.mockRestore()
})

describe('a dead remote', () => {
  beforeEach(() => loading.mockRejectedValue(timeout()))

  test('shows remote, version and code; navigation stays', async () => {
    renderShell('/scoreboards')
    expect(await screen.findByRole('heading', { name: 'This section did not load' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Scoreboards' })).toBeVisible()
    for (const detail of ['mf-scoreboards', '2.4.1', 'REMOTE_ENTRY_TIMEOUT'])
      expect(screen.getByText(detail)).toBeVisible()
    await userEvent.click(screen.getAllByRole('link', { name: 'Home' })[0]!)
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
  })

  test('LST-08 OFF-02 says that there is no network, and comes by itself with the network', async () => {
    renderShell('/scoreboards')
    await screen.findByRole('heading', { name: 'This section did not load' })
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText('You’re offline. This page loads as soon as you’re back online.')).toBeVisible()
    loading.mockResolvedValue(page('My Scoreboards'))
    act(() => void window.dispatchEvent(new Event('online')))
    // A network is no server: the next answer says that it is back.
    expect(loading).toHaveBeenCalledTimes(1)
    await act(async () => void (await getProfile()))
    expect(await screen.findByRole('heading', { name: 'My Scoreboards' })).toBeVisible()
  })

  test('Retry asks again and shows it, without a reload', async () => {
    renderShell('/scoreboards')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    loading.mockResolvedValue(page('My Scoreboards'))
    await userEvent.click(retry)
    expect(await screen.findByRole('heading', { name: 'My Scoreboards' })).toBeVisible()
    expect(retryRemote).toHaveBeenCalledWith('mf-scoreboards')
  })

  test('a second failure is the same card', async () => {
    renderShell('/scoreboards')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByRole('heading', { name: 'This section did not load' })).not.toHaveFocus()
    await userEvent.click(retry)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'This section did not load' })).toHaveFocus())
    expect(loading).toHaveBeenCalledTimes(2)
  })

  test('ACC-21 where another version runs by now, Retry says that only a reload brings it', async () => {
    renderShell('/scoreboards')
    jest.mocked(newerRev).mockResolvedValue(8)
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'This section has a newer version' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    expect(newerRev).toHaveBeenCalledWith(['mf-scoreboards'])
    // What it had to load was tried all the same.
    expect(loading).toHaveBeenCalledTimes(2)
  })

  test('ACC-21 one that is switched off says so', async () => {
    loading.mockRejectedValue(new RemoteFailure('mf-scoreboards', '2.4.1', 'REMOTE_DISABLED'))
    renderShell('/scoreboards')
    expect(await screen.findByRole('heading', { name: 'This section is switched off' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Scoreboards' })).toBeVisible()
    expect(screen.getByText('REMOTE_DISABLED')).toBeVisible()
  })

  test('ACC-21 what arrived and does not work asks for a reload, and whom to tell', async () => {
    loading.mockRejectedValue(new RemoteFailure('mf-scoreboards', '2.4.1', 'REMOTE_MODULE_FAILED'))
    renderShell('/scoreboards')
    expect(
      await screen.findByText(
        /Reload the page; if that does not help, copy the details for whoever runs this Multiball/,
      ),
    ).toBeVisible()
  })

  test('what support needs is copied', async () => {
    const user = userEvent.setup()
    renderShell('/scoreboards')
    await user.click(await screen.findByRole('button', { name: 'Copy details' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(
      `Remote: mf-scoreboards\nVersion: 2.4.1\nCode: REMOTE_ENTRY_TIMEOUT\nReason: REMOTE_ENTRY_TIMEOUT\nPage: ${location.href}`,
    )
  })
})

describe('a remote that fails while rendering', () => {
  let isBroken = true
  const Fragile = () => {
    if (isBroken) throw new Error('render')
    return <h1>Mended</h1>
  }
  beforeEach(() => {
    isBroken = true
    // React reports what a boundary caught.
    console.error = () => {}
    loading.mockImplementation((remote) =>
      Promise.resolve(remote === 'mf-scoreboards' ? { default: Fragile } : page('Another')),
    )
  })

  test('ACC-06 says so in its own panel; the rest of the shell stays usable', async () => {
    renderShell('/scoreboards')
    expect(await screen.findByText(renderFailure)).toBeVisible()
    expect(screen.getByText('mf-scoreboards 2.4.1 REMOTE_THREW')).toBeVisible()
    await userEvent.click(screen.getAllByRole('link', { name: 'Leaderboards' })[0]!)
    expect(await screen.findByRole('heading', { name: 'Another' })).toBeVisible()
    expect(screen.queryByText(renderFailure)).toBeNull()
  })

  test('SHP-10 names the file that did not come, or came changed', async () => {
    const error = Object.assign(
      new Error('Loading chunk 359 failed.\n(error: https://a.example/r/mf-scoreboards/2.4.1/359.20adf28f.js?retry=1)'),
      { name: 'ChunkLoadError' },
    )
    const Late = () => {
      throw error
    }
    loading.mockImplementation(() => Promise.resolve({ default: Late }))
    renderShell('/scoreboards')
    expect(await screen.findByText('mf-scoreboards 2.4.1 REMOTE_CHUNK_FAILED 359.20adf28f.js')).toBeVisible()
  })

  test('ACC-21 Retry says it where another version runs by now', async () => {
    renderShell('/scoreboards')
    await screen.findByText(renderFailure)
    jest.mocked(newerRev).mockResolvedValue(8)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'This section has a newer version' })).toBeVisible()
    expect(screen.getByText('REMOTE_THREW')).toBeVisible()
  })

  test('ACC-20 a throw while it is left is told, and the next section is there', async () => {
    const Leaving = () => {
      useEffect(
        () => () => {
          throw new Error('cleanup')
        },
        [],
      )
      return <h1>Leaving</h1>
    }
    loading.mockImplementation((remote) =>
      Promise.resolve(remote === 'mf-scoreboards' ? { default: Leaving } : page('Another')),
    )
    jest.mocked(reportThrown).mockReset()
    renderShell('/scoreboards')
    await screen.findByRole('heading', { name: 'Leaving' })
    await userEvent.click(screen.getAllByRole('link', { name: 'Leaderboards' })[0]!)
    expect(await screen.findByRole('heading', { name: 'Another' })).toBeVisible()
    expect(screen.queryByText(renderFailure)).toBeNull()
    expect(reportThrown).toHaveBeenCalledWith(new Error('cleanup'))
  })

  test('ACC-06 Retry renders it again', async () => {
    renderShell('/scoreboards')
    await screen.findByText(renderFailure)
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Mended' })).toBeVisible()
  })
})

test('MAC-40 Help has the sections that remotes bring along', async () => {
  jest.mocked(listHelpRemotes).mockReturnValue([{ remote: 'mf-venues', label: 'Venues' }])
  loading.mockResolvedValue(page('What can I connect?'))
  renderShell('/help')
  expect(await screen.findByRole('heading', { name: 'What can I connect?' })).toBeVisible()
  expect(loading).toHaveBeenCalledWith('mf-venues', './help')
})
