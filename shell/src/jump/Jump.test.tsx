import { listCommandRemotes, loadExpose } from '@multiball/shared/remotes'
import type { Command, Commands } from '@multiball/shared/schema'
import { FakeServer, makeList, makeProfile } from '@multiball/shared/testing'
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { address, closeShell, renderShell } from '../testing/renderShell'
import type * as Dialogs from './dialogs'
import { useRemoteCommands } from './useRemoteCommands'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))
/** until when the code of the dialogs is on its way */
let mockArrival: Promise<void> = Promise.resolve()
jest.mock('./dialogs', () => {
  const actual = jest.requireActual<typeof Dialogs>('./dialogs')
  return {
    __esModule: true,
    get JumpDialog() {
      return mockArrival.then(() => actual.JumpDialog)
    },
    KeysDialog: actual.KeysDialog,
  }
})

let server: FakeServer
let modules: Record<string, Commands>

const board = (id: number, label: string): Command => ({
  id: `scoreboard ${id}`,
  group: 'Boards',
  label,
  detail: 'Scoreboard',
  to: `/scoreboards/${id}/edit`,
})
const Page = () => (
  <>
    <h1>A page</h1>
    <label>
      Title <input />
    </label>
  </>
)

beforeEach(() => {
  localStorage.clear()
  server = new FakeServer()
    .on('GET', '/api/user_profile/get/', () => makeProfile())
    .on('GET', '/api/scoreboard/', () => makeList())
  modules = { 'mf-scoreboards': async () => [board(7, 'Lobby wall'), board(8, 'House records')] }
  jest
    .mocked(listCommandRemotes)
    .mockImplementation(() =>
      Object.keys(modules).map((remote) => ({ remote, label: remote === 'mf-scoreboards' ? 'Scoreboards' : 'Venues' })),
    )
  jest
    .mocked(loadExpose)
    .mockReset()
    .mockImplementation(
      async (remote, expose) => (expose === './commands' ? { commands: modules[remote] } : { default: Page }) as never,
    )
})
afterEach(() => {
  closeShell()
  server.close()
})

async function start(path = '/scoreboards') {
  renderShell(path)
  await screen.findByRole('heading', { name: 'A page' })
  return userEvent.setup()
}
const field = () => screen.findByRole('combobox', { name: 'Jump to' })
const options = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent)

// The first one: once the code is there, it stays.
test('JMP-01 code that does not come is said and asked for again; what is typed meanwhile is its first text', async () => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => {})
  mockArrival = Promise.reject(new Error('Loading chunk 12 failed'))
  mockArrival.catch(() => {})
  const user = await start()
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Jump couldn’t load. Try again.')
  expect(screen.getByRole('button', { name: 'Jump to' })).toBeVisible()
  complaints.mockRestore()

  let arrive = () => {}
  mockArrival = new Promise((resolve) => (arrive = resolve))
  const title = screen.getByRole('textbox', { name: 'Title' })
  await user.click(title)
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.keyboard('lo')
  act(() => title.blur())
  await user.keyboard('gl')
  expect(address()).toBe('/scoreboards')
  expect(title).toHaveValue('')
  arrive()
  expect(await field()).toHaveValue('logl')
  expect(await field()).toHaveFocus()
  await user.keyboard('x')
  expect(await field()).toHaveValue('loglx')

  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  expect(await field()).toHaveValue('')
})

test('JMP-01 Ctrl K opens it, also while something is typed, and closes it; so does the button', async () => {
  const user = await start()
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Lob')
  await user.keyboard('{Control>}k{/Control}')
  expect(await field()).toHaveFocus()
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Lob')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Jump to' }))
  expect(await field()).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('JMP-02 by keyboard alone: typed, chosen, gone there; the next time it is among the recent ones', async () => {
  const user = await start()
  await user.keyboard('{Control>}k{/Control}')
  const input = await field()
  await screen.findByRole('option', { name: /Lobby wall/ })
  await user.type(input, 'rec hou')
  expect(options()).toEqual(['House recordsScoreboard'])
  const chosen = screen.getByRole('option', { selected: true })
  expect(input).toHaveAttribute('aria-activedescendant', chosen.id)
  expect(screen.getByRole('group', { name: 'Boards' })).toContainElement(chosen)
  expect(screen.getByText('1 result.')).toBeInTheDocument()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/scoreboards/8/edit'))
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.keyboard('{Control>}k{/Control}')
  await field()
  await waitFor(() =>
    expect(
      within(screen.getByRole('group', { name: 'Recent' })).getByRole('option', { name: /House records/ }),
    ).toHaveAttribute('aria-selected', 'true'),
  )
})

test('JMP-03 what remotes bring stands in the order of the navigation, whichever answers first', async () => {
  const own = modules['mf-scoreboards']!
  let answer = () => {}
  modules = {
    'mf-scoreboards': (question) => new Promise((resolve) => (answer = () => resolve(own(question)))),
    'mf-venues': async () => [1, 2, 3, 4].map((id) => board(id, `Venue wall ${id}`)),
  }
  const user = await start()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('option', { name: /Venue wall 4/ })
  answer()
  await screen.findByRole('option', { name: /Lobby wall/ })
  const boards = within(screen.getByRole('group', { name: 'Boards' }))
    .getAllByRole('option')
    .map((option) => option.textContent)
  expect(boards).toEqual(
    ['Lobby wall', 'House records', 'Venue wall 1', 'Venue wall 2'].map((label) => `${label}Scoreboard`),
  )
})

test('JMP-02 arrows go through all groups and round', async () => {
  const user = await start()
  await user.keyboard('{Control>}k{/Control}')
  await field()
  await screen.findByRole('option', { name: /Lobby wall/ })
  const selected = () => screen.getByRole('option', { selected: true }).textContent
  expect(selected()).toBe('Lobby wallScoreboard')
  await user.keyboard('{ArrowDown}')
  expect(selected()).toBe('House recordsScoreboard')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(selected()).toBe(options().at(-1))
})

test('JMP-08 a remote that fails, answers nonsense or hangs is left out with a word, and holds nobody up', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  try {
    modules['mf-venues'] = () => new Promise(() => {})
    await start()
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    expect(await screen.findByRole('option', { name: /Lobby wall/ })).toBeInTheDocument()
    expect(screen.queryByText(/didn’t respond/)).toBeNull()
    await act(() => jest.advanceTimersByTimeAsync(5_000))
    expect(screen.getByText(/Venues didn’t respond, so some results may be missing/)).toBeInTheDocument()
  } finally {
    jest.useRealTimers()
  }
})

test.each<[string, Commands]>([
  ['fails', () => Promise.reject(new Error('no'))],
  [
    'throws',
    () => {
      throw new Error('no')
    },
  ],
  ['answers nonsense', async () => [{ id: 'x', group: 'Toys', label: 'X', to: 'https://elsewhere.example' }] as never],
])('JMP-03 one that %s', async (_what, commands) => {
  modules['mf-venues'] = commands
  const user = await start()
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByText(/Venues didn’t respond/)).toBeInTheDocument()
  expect(screen.getByRole('option', { name: /Lobby wall/ })).toBeInTheDocument()
})

test('JMP-04 something to do is done, said, and taken back', async () => {
  const undo = jest.fn(async () => {})
  modules['mf-scoreboards'] = async () => [
    {
      id: 'show',
      group: 'Actions',
      label: 'Show House records on Over the bar',
      run: async () => ({ text: 'Over the bar shows House records.', undo }),
    },
  ]
  const user = await start()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'bar house')
  await screen.findByRole('option', { name: /Over the bar/ })
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Over the bar shows House records.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledTimes(1)
  expect(await screen.findByText('Undone.')).toBeVisible()
})

test('JMP-04 what goes wrong is said', async () => {
  modules['mf-scoreboards'] = async () => [
    { id: 'show', group: 'Actions', label: 'Show it', run: () => Promise.reject(new TypeError('x')) },
  ]
  const user = await start()
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('option', { name: 'Show it' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'An error has occurred. Please refresh the page and try again.',
  )
})

test('JMP-05 ? lists the keys, g and a letter go to a section, neither while something is typed', async () => {
  const user = await start()
  const title = screen.getByRole('textbox', { name: 'Title' })
  await user.type(title, 'g?gl')
  expect(title).toHaveValue('g?gl')
  expect(address()).toBe('/scoreboards')
  expect(screen.queryByRole('dialog')).toBeNull()

  act(() => title.blur())
  await user.keyboard('?')
  const keys = within(await screen.findByRole('dialog', { name: 'Keys' }))
  expect(keys.getByText('Leaderboards')).toBeVisible()
  // What one letter does, nobody has to have.
  await user.click(keys.getByRole('switch', { name: /^Single keys/ }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('gl')
  expect(address()).toBe('/scoreboards')
  localStorage.clear()
  await user.keyboard('gl')
  expect(address()).toBe('/leaderboards')
})

test('JMP-05 the letter after g is none of the keys that the page has itself', async () => {
  const acts: string[] = []
  const press = ({ key, defaultPrevented }: KeyboardEvent) => void (defaultPrevented || acts.push(key))
  document.addEventListener('keydown', press)
  const user = await start()
  await user.keyboard('lgl')
  expect(address()).toBe('/leaderboards')
  expect(acts).toEqual(['l', 'g'])
  document.removeEventListener('keydown', press)
})

test('JMP-05 Jump leads to the list of keys, which stays', async () => {
  const user = await start()
  await user.keyboard('{Control>}k{/Control}')
  await field()
  await user.click(screen.getByRole('button', { name: 'Keys' }))
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeVisible()
  await waitFor(() => expect(history.state).toMatchObject({ overlay: true }))
  expect(screen.getByRole('dialog', { name: 'Keys' })).toBeVisible()
})

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
  fireEvent[type](document.body, { touches: type === 'touchEnd' ? [] : [{ clientX: x, clientY: y }] })

test.each<[string, [number, number][], boolean]>([
  [
    'far enough down',
    [
      [100, 60],
      [102, 150],
      [104, 230],
    ],
    true,
  ],
  [
    'a little',
    [
      [100, 60],
      [100, 120],
    ],
    false,
  ],
  [
    'down and back up',
    [
      [100, 60],
      [100, 230],
      [100, 90],
    ],
    false,
  ],
  [
    'aside first',
    [
      [100, 60],
      [150, 70],
      [160, 260],
    ],
    false,
  ],
])('JMP-06 a page at its top on a phone, pulled %s', async (_how, [first, ...way], opens) => {
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => ({ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} }) as never,
    )
  await start()
  touch('touchStart', ...first!)
  for (const point of way) touch('touchMove', ...point)
  touch('touchEnd', 0, 0)
  if (opens) expect(await field()).toHaveFocus()
  else expect(screen.queryByRole('dialog')).toBeNull()
  jest.restoreAllMocks()
})

test('JMP-03 what the remotes said to one owner is not listed to the next', async () => {
  const { result, rerender } = renderHook(({ owner }) => useRemoteCommands(true, owner), { initialProps: { owner: 1 } })
  await waitFor(() => expect(result.current.commands).toHaveLength(2))
  modules = { 'mf-scoreboards': () => new Promise(() => {}) }
  rerender({ owner: 2 })
  expect(result.current.commands).toEqual([])
})
