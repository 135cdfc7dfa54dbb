import { ApiError } from '@multiball/shared/client'
import { profileAtom } from '@multiball/shared/session'
import { makeProfile } from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { useState, type ReactNode } from 'react'
import { Unread } from './Unread'
import { prepareRead, useRead, type ReadKey } from './useRead'

type Answer = string | Error
let answers: Answer[]
let signals: AbortSignal[]
let store: ReturnType<typeof createStore>

const load = async (signal: AbortSignal) => {
  signals.push(signal)
  const answer = answers.shift()
  if (answer === undefined) return new Promise<string>(() => {})
  if (answer instanceof Error) throw answer
  return answer
}

function Page({ subject, ...options }: { subject: ReadKey; isKept?: boolean; keepsLast?: boolean; everyMs?: number }) {
  const read = useRead(subject, load, options)
  return (
    <>
      <Unread read={read} what="the news" />
      <output>{read.loaded.type === 'ready' ? read.loaded.value : read.loaded.type}</output>
      <button onClick={() => void read.refresh()}>Ask again</button>
      <button onClick={() => read.change((known) => `${known}, changed`)}>Change</button>
    </>
  )
}

function Door({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>Door</button>
      {isOpen && children}
    </>
  )
}

const open = (page: ReactNode) =>
  render(
    <Provider store={store}>
      <Door>{page}</Door>
    </Provider>,
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  answers = []
  signals = []
  store = createStore()
  store.set(profileAtom, { type: 'signed-in', profile: makeProfile() })
})
afterEach(() => jest.restoreAllMocks())

const refusal = (status: number) => new ApiError({ status })

test('LST-08 loading, then a failure with Retry, then the answer', async () => {
  answers = [refusal(500), 'news']
  open(<Page subject={['news', 1]} />)
  expect(screen.getByRole('progressbar', { name: 'Loading the news' })).toBeInTheDocument()
  expect(await screen.findByRole('alert')).toHaveTextContent('An error has occurred.')
  await press('Retry')
  expect(await screen.findByText('news')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('LST-08 without a network it says so, and asks by itself once there is one', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answers = [refusal(0)]
  open(<Page subject={['news', 1]} />)
  expect(await screen.findByRole('alert')).toHaveTextContent('You’re offline.')
  answers = ['news']
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('offline')))
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('news')).toBeVisible()
})

test('what is known stays while asking again fails; a 404 takes it away', async () => {
  answers = ['news', refusal(500), refusal(404)]
  open(<Page subject={['news', 1]} />)
  expect(await screen.findByText('news')).toBeVisible()
  await press('Ask again')
  expect(screen.getByText('news')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Ask again')
  expect(await screen.findByText('missing')).toBeVisible()
})

test('who leaves aborts the call; an answer is forgotten unless it is kept', async () => {
  open(<Page subject={['news', 1]} />)
  await press('Door')
  expect(signals[0]!.aborted).toBe(true)
  answers = ['kept news']
  await press('Door')
  expect(await screen.findByText('kept news')).toBeVisible()
})

test('what is kept is there at once, and asked for again; a change is seen before the server knows', async () => {
  answers = ['news']
  open(<Page subject={['news', 1]} isKept />)
  expect(await screen.findByText('news')).toBeVisible()
  await press('Change')
  expect(screen.getByText('news, changed')).toBeVisible()
  await press('Door')
  answers = ['newer news']
  await press('Door')
  expect(await screen.findByText('newer news')).toBeVisible()
  expect(signals).toHaveLength(2)
})

test('a change is not undone by an older answer that is still on its way, only by one that was asked for after it', async () => {
  answers = ['news']
  open(<Page subject={['news', 1]} isKept />)
  expect(await screen.findByText('news')).toBeVisible()
  let answer: (text: string) => void = () => {}
  answers = [new Promise<string>((resolve) => (answer = resolve)) as never]
  await press('Ask again')
  await press('Change')
  await act(async () => answer('older news'))
  expect(screen.getByText('older news, changed')).toBeVisible()
  answers = ['newer news']
  await press('Ask again')
  expect(await screen.findByText('newer news')).toBeVisible()
})

describe('what was prepared', () => {
  test('is waited for, or there at once, and asked for once only; from then on it is like all that is kept', async () => {
    answers = ['news']
    prepareRead(store, ['news', 1], load)
    prepareRead(store, ['news', 1], load)
    await act(async () => {})
    open(<Page subject={['news', 1]} isKept />)
    expect(screen.getByText('news')).toBeVisible()
    expect(signals).toHaveLength(1)
    await press('Door')
    answers = ['newer news']
    await press('Door')
    expect(await screen.findByText('newer news')).toBeVisible()
  })

  test('is asked for again when it could not be had, and when nobody came to see it for long', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(0)
    answers = [refusal(500), 'old rumours']
    prepareRead(store, ['news', 1], load)
    prepareRead(store, ['rumours', 1], load)
    await act(async () => {})
    jest.spyOn(Date, 'now').mockReturnValue(10_001)
    answers = ['news', 'rumours']
    open(
      <>
        <Page subject={['news', 1]} isKept />
        <Page subject={['rumours', 1]} isKept />
      </>,
    )
    expect(screen.getByText('old rumours')).toBeVisible()
    expect(await screen.findByText('news')).toBeVisible()
    expect(await screen.findByText('rumours')).toBeVisible()
  })
})

test('the answer for the last key stays until the new one arrives, where that is asked for', async () => {
  answers = ['news of May']
  const { rerender } = render(<Page subject={['news', 5]} keepsLast />)
  expect(await screen.findByText('news of May')).toBeVisible()
  rerender(<Page subject={['news', 6]} keepsLast />)
  expect(screen.getByText('news of May')).toBeVisible()
  rerender(<Page subject={['news', 7]} />)
  expect(screen.queryByText('news of May')).toBeNull()
})

test('ACC-09 another user starts with nothing of what was read', async () => {
  answers = ['news of Maria']
  open(<Page subject={['news', 1]} isKept keepsLast />)
  expect(await screen.findByText('news of Maria')).toBeVisible()
  act(() => store.set(profileAtom, { type: 'signed-in', profile: makeProfile({ id: 2 }) }))
  expect(screen.queryByText('news of Maria')).toBeNull()
  expect(screen.getByRole('progressbar', { name: 'Loading the news' })).toBeInTheDocument()
})
