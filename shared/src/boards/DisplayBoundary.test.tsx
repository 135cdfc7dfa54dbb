import { reportClientError } from '@multiball/shared/client'
import { reportThrown } from '@multiball/shared/remotes'
import { act, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { DisplayBoundary } from './DisplayBoundary'

jest.mock('@multiball/shared/remotes', () => ({ reportThrown: jest.fn(), remoteVersion: () => '1.2.3' }))
jest.mock('@multiball/shared/client', () => ({
  ...jest.requireActual<object>('@multiball/shared/client'),
  reportClientError: jest.fn(),
}))

const realError = console.error
beforeEach(() => {
  jest.useFakeTimers()
  jest.mocked(reportThrown).mockReset()
  // React says what a boundary caught.
  console.error = () => {}
})
afterEach(() => {
  jest.useRealTimers()
  console.error = realError
})

let drawn = 0
/** Cannot draw this one score. */
function Score({ score }: { score: number }) {
  drawn += 1
  if (score === 13) throw new Error('13')
  return <p>{score}</p>
}
const Board = ({ score }: { score: number }) => (
  <DisplayBoundary state={score} fallback={() => <p>card</p>}>
    <Score score={score} />
  </DisplayBoundary>
)

test('KIO-09 a display that throws at one state draws the next one, at most every two seconds', () => {
  const { rerender, container } = render(<Board score={12} />)
  rerender(<Board score={13} />)
  expect(container).toHaveTextContent('card')
  rerender(<Board score={14} />)
  expect(container).toHaveTextContent('card')
  jest.advanceTimersByTime(2000)
  rerender(<Board score={15} />)
  expect(container).toHaveTextContent('15')
})

test.each([
  [
    'of its remote, with message and stack',
    'leaderboard',
    [
      {
        remote: 'mf-leaderboards',
        version: '1.2.3',
        code: 'DISPLAY_THREW',
        message: '13',
        cause: expect.any(Error) as Error,
      },
    ],
    0,
  ],
  ['of the remote whose script threw it where it is no display', undefined, [], 1],
] as const)('PLT-03 what was thrown and stays is told %s', (_how, type, told, toldByStack) => {
  jest.mocked(reportClientError).mockReset()
  render(
    <DisplayBoundary type={type} fallback={() => <p>card</p>}>
      <Score score={13} />
    </DisplayBoundary>,
  )
  expect(screen.getByText('card')).toBeInTheDocument()
  expect(jest.mocked(reportClientError).mock.calls.flat()).toEqual(told)
  expect(reportThrown).toHaveBeenCalledTimes(toldByStack)
})

test('a display that throws at all of them is not drawn 20 times a second', () => {
  const { rerender } = render(<Board score={13} />)
  drawn = 0
  for (let turn = 0; turn < 100; turn += 1) {
    jest.advanceTimersByTime(50)
    // A state is a new object each time.
    rerender(
      <DisplayBoundary state={turn} fallback={() => <p>card</p>}>
        {<Score score={13} />}
      </DisplayBoundary>,
    )
  }
  expect(screen.getByText('card')).toBeInTheDocument()
  expect(drawn).toBeLessThan(10)
})

function Leaving({ name }: { name: string }) {
  useEffect(
    () => () => {
      if (name === 'first') throw new Error('cleanup')
    },
    [name],
  )
  return <p>{name}</p>
}

test('KIO-10 a screen that throws while it is taken away does not cost the one after it, and is told', () => {
  const wall = (name: string) => (
    <DisplayBoundary fallback={() => <p>card</p>}>
      <Leaving key={name} name={name} />
    </DisplayBoundary>
  )
  const { rerender, container } = render(wall('first'))
  act(() => rerender(wall('second')))
  expect(container).toHaveTextContent('second')
  expect(reportThrown).toHaveBeenCalledTimes(1)
})
