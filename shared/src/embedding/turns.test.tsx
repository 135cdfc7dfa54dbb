import { act, render } from '@testing-library/react'
import { InTurn } from './InTurn'
import { Turns, TurnsContext } from './turns'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const Cells = ({ turns, names }: { turns: Turns; names: readonly string[] }) => (
  <TurnsContext value={turns}>
    {names.map((name) => (
      <InTurn key={name}>
        <p>{name}</p>
      </InTurn>
    ))}
  </TurnsContext>
)
const drawn = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent).join(' ')
const task = () => act(async () => void (await jest.advanceTimersToNextTimerAsync()))

test('cells are drawn one after the other, each in a task of its own and seen once it is laid out', async () => {
  const turns = new Turns()
  let isOver = false
  render(<Cells turns={turns} names={['one', 'two', 'three']} />)
  void turns.noneWaits().then(() => (isOver = true))
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
  const turns = new Turns()
  const { rerender } = render(<Cells turns={turns} names={['one', 'two', 'three']} />)
  rerender(<Cells turns={turns} names={['three']} />)
  await task()
  await task()
  expect(drawn()).toBe('three')
  await turns.noneWaits()
})
