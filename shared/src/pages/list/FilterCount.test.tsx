import { act, render, screen } from '@testing-library/react'
import { FilterCount } from './FilterCount'

afterEach(() => jest.useRealTimers())

test('LST-09 the count of a filter is said once it is no longer being changed', () => {
  jest.useFakeTimers()
  const { rerender } = render(<FilterCount count={undefined} />)
  const said = () => screen.getByRole('status').textContent
  for (const shown of [40, 20, 10]) {
    rerender(<FilterCount count={{ shown, all: 301 }} />)
    act(() => jest.advanceTimersByTime(400))
    expect(said()).toBe('')
  }
  act(() => jest.advanceTimersByTime(100))
  expect(said()).toBe('10 of 301')
  rerender(<FilterCount count={undefined} />)
  act(() => jest.advanceTimersByTime(500))
  expect(said()).toBe('')
})
