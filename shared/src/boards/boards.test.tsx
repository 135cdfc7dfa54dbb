import { loadExpose, remoteForDisplay, RemoteFailure, retryRemote } from '@multiball/shared/remotes'
import { FakeAnswer, FakeServer, fakeSockets, makeGame, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { BoardTile, loadDisplay, renderBoard, type BoardDisplay, type DisplayProps } from './index'

jest.mock('@multiball/shared/remotes', () => ({
  ...jest.requireActual<object>('@multiball/shared/remotes'),
  loadExpose: jest.fn(),
  remoteForDisplay: jest.fn(),
  remoteVersion: () => '1.2.0',
  retryRemote: jest.fn(),
}))

const loading = jest.mocked(loadExpose)
const score = (props: DisplayProps<'scoreboard'>) => props.scores?.data[0]?.scores[0]?.score
const display: BoardDisplay<'scoreboard'> = {
  type: 'scoreboard',
  Display: (props) => <p>{`${props.bootstrap.title} ${score(props)} ${props.layout}`}</p>,
}

fakeSockets()
let server: FakeServer

beforeEach(() => {
  server = new FakeServer().on('GET', '/api/scoreboard/:id/bootstrap/', ({ params }) =>
    makeScoreboardBootstrap({
      title: `Board ${params.id}`,
      scores: { data: [makeGame([4200])], epoch: 'one', seq: 1 },
    }),
  )
  jest.mocked(remoteForDisplay).mockReturnValue('mf-scoreboards')
  loading.mockReset().mockResolvedValue({ display })
  jest.mocked(retryRemote).mockReset()
})
afterEach(() => {
  server.close()
  jest.useRealTimers()
})

const show = (...ids: number[]) => {
  const tiles = ids.map((id) => renderBoard({ type: 'scoreboard', id }))
  return render(<Provider store={createStore()}>{tiles}</Provider>)
}
const failure = (code: ConstructorParameters<typeof RemoteFailure>[2]) =>
  new RemoteFailure('mf-scoreboards', '1.2.3', code)

describe('loadDisplay', () => {
  test('answers the display of the type', async () => expect(await loadDisplay('scoreboard')).toBe(display))

  test.each([
    ['no remote shows the type', () => jest.mocked(remoteForDisplay).mockReturnValue(undefined), 'REMOTE_UNKNOWN'],
    ['the remote exposes no display', () => loading.mockResolvedValue({}), 'REMOTE_MODULE_FAILED'],
    [
      'it is the display of another type',
      () => loading.mockResolvedValue({ display: { ...display, type: 'leaderboard' } }),
      'REMOTE_MODULE_FAILED',
    ],
  ])('refuses when %s', async (_name, prepare, code) => {
    prepare()
    await expect(loadDisplay('scoreboard')).rejects.toMatchObject({ code })
  })
})

describe('a tile', () => {
  test('VSS-01 with the whole screen it stands on a stage of its own, without a foot unless one is wanted', async () => {
    const { rerender } = render(<BoardTile address={{ type: 'scoreboard', id: 509 }} layout="screen" />)
    expect(screen.getByText('Waiting for data...').closest('.stage')).toHaveClass('screen')
    const board = await screen.findByText('Board 509 4200 screen')
    expect(board.closest('.stage')).toHaveClass('screen')
    expect(document.querySelectorAll('.stage')).toHaveLength(1)
    expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument()
    rerender(<BoardTile address={{ type: 'scoreboard', id: 509 }} layout="screen" hasFoot />)
    expect(screen.getByRole('contentinfo')).toHaveTextContent('Powered by Multiball')
  })

  test('VSS-01 renderBoard draws a cell or a screen', async () => {
    render(
      <>{[renderBoard({ type: 'scoreboard', id: 510 }), renderBoard({ type: 'scoreboard', id: 511 }, 'screen')]}</>,
    )
    expect(await screen.findByText('Board 510 4200 cell')).toBeInTheDocument()
    expect(await screen.findByText('Board 511 4200 screen')).toBeInTheDocument()
  })

  test('VSB-11 with the whole screen a missing board is a sentence on it', async () => {
    server.on('GET', '/api/scoreboard/512/bootstrap/', () => new FakeAnswer(404, { detail: 'Not found.' }))
    render(<BoardTile address={{ type: 'scoreboard', id: 512 }} layout="screen" />)
    expect((await screen.findByText('Item not found.')).closest('.stage')).toHaveClass('screen')
  })

  test("VSB-11 says 'Waiting for data...' and then shows the board", async () => {
    show(501)
    expect(screen.getByText('Waiting for data...')).toBeInTheDocument()
    expect(await screen.findByText('Board 501 4200 cell')).toBeInTheDocument()
  })

  test('VSB-11 shows the error of a board that is not there', async () => {
    server.on('GET', '/api/scoreboard/502/bootstrap/', () => new FakeAnswer(404, { detail: 'Not found.' }))
    show(502)
    expect(await screen.findByText('Item not found.')).toBeInTheDocument()
  })

  test('VSB-11 a failing network is told, as text', async () => {
    server.on('GET', '/api/scoreboard/503/bootstrap/', () => new FakeAnswer(500))
    show(503)
    expect(await screen.findByText('An error has occurred. Please refresh the page and try again.')).toBeInTheDocument()
  })

  test('FED a display that throws costs its own tile only', async () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => {})
    let isBroken = true
    const Display = (props: DisplayProps<'scoreboard'>) => {
      if (props.bootstrap.title === 'Board 504' && isBroken) throw new Error('broken')
      return <p>{props.bootstrap.title}</p>
    }
    loading.mockResolvedValue({ display: { type: 'scoreboard', Display } })
    show(504, 505)
    expect(await screen.findByText(/DISPLAY_THREW/)).toHaveTextContent('mf-scoreboards 1.2.0DISPLAY_THREW')
    expect(screen.getByText('Board 505')).toBeInTheDocument()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.getByText('Board 504')).toBeInTheDocument()
    quiet.mockRestore()
  })

  test('FED a dead remote leaves a card with remote, version, code and Retry', async () => {
    loading.mockRejectedValueOnce(failure('REMOTE_ENTRY_FAILED'))
    show(506)
    expect(await screen.findByText(/REMOTE_ENTRY_FAILED/)).toHaveTextContent('mf-scoreboards 1.2.3REMOTE_ENTRY_FAILED')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Board 506 4200 cell')).toBeInTheDocument()
    expect(retryRemote).toHaveBeenCalledWith('mf-scoreboards')
  })

  test('FED a page that cannot read its registry says so, and Retry leaves the card', async () => {
    loading.mockRejectedValue(new Error('startRemotes has not been called'))
    show(508)
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(screen.getByText(/DISPLAY_NOT_LOADED/)).toBeInTheDocument()
    expect(retryRemote).not.toHaveBeenCalled()
  })

  test.each([
    ['REMOTE_ENTRY_FAILED', /^Parts of it did not arrive\. Check this screen’s internet connection/],
    ['REMOTE_CHUNK_FAILED', /^Parts of it did not arrive/],
    ['REMOTE_MODULE_FAILED', /^It does not fit this page\. Reload the page/],
    ['REMOTE_DISABLED', /has switched it off/],
  ] as const)('KIO-13 %s is explained in a sentence, with what to do', async (code, sentence) => {
    loading.mockRejectedValue(failure(code))
    show(510)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByText(new RegExp(code))).toBeVisible()
  })

  test.each(['REMOTE_DISABLED', 'REMOTE_UNKNOWN'] as const)(
    'BTY-40 %s: nothing is broken, the board is not available now',
    async (code) => {
      loading.mockRejectedValue(failure(code))
      show(509)
      expect(await screen.findByRole('heading', { name: 'Not available now' })).toBeVisible()
    },
  )

  test.each([
    ['REMOTE_ENTRY_TIMEOUT', 1],
    ['REMOTE_ENTRY_FAILED', 1],
    ['REMOTE_MODULE_FAILED', 0],
    ['REMOTE_DISABLED', 0],
  ] as const)('FED %s is tried again by itself after 30 s: %i times', async (code, times) => {
    jest.useFakeTimers()
    loading.mockRejectedValue(failure(code))
    const { unmount } = show(507)
    await act(() => jest.advanceTimersByTimeAsync(0))
    await act(() => jest.advanceTimersByTimeAsync(29_000))
    expect(retryRemote).not.toHaveBeenCalled()
    await act(() => jest.advanceTimersByTimeAsync(2000))
    expect(retryRemote).toHaveBeenCalledTimes(times)
    unmount()
    expect(jest.getTimerCount()).toBe(0)
  })
})
