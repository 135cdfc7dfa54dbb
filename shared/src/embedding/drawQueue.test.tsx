import { act, render } from '@testing-library/react'
import { QueuedCell } from './QueuedCell'
import { DrawQueue, DrawQueueContext } from './drawQueue'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const Cells = ({ queue, names }: { queue: DrawQueue; names: readonly string[] }) => (
  <DrawQueueContext value={queue}>
    {names.map((name) => (
      <QueuedCell key={name}>
        <p>{name}</p>
      </QueuedCell>
    ))}
  </DrawQueueContext>
)
const drawn = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent).join(' ')
const task = () => act(async () => void (await jest.advanceTimersToNextTimerAsync()))

test('cells are drawn one after the other, each in a task of its own and seen once it is laid out', async () => {
  const queue = new DrawQueue()
  let isOver = false
  render(<Cells queue={queue} names={['one', 'two', 'three']} />)
  void queue.noneWaits().then(() => (isOver = true))
  const after: string[] = [drawn()]
  for (let count = 0; count < 3; count += 1) {
    expect(isOver).toBe(false)
    await task()
    after.push(drawn())
  }
  expect(after).toEqual(['', 'one', 'one two', 'one two three'])
  expect(isOver).toBe(true)
  expect(document.querySelector('.folded')).toBeNull()
})

test('a cell that is taken away keeps nobody waiting', async () => {
  const queue = new DrawQueue()
  const { rerender } = render(<Cells queue={queue} names={['one', 'two', 'three']} />)
  rerender(<Cells queue={queue} names={['three']} />)
  await task()
  await task()
  expect(drawn()).toBe('three')
  await queue.noneWaits()
})
