import { WindowLimit } from './limits'

const clock = { now: 0 }
const limit = () => new WindowLimit(2, 1_000, () => clock.now)

beforeEach(() => {
  clock.now = 5_000
})

test('so many calls of one key within a window, each refused one told when the next is let through', () => {
  const calls = limit()
  const takes = [0, 300, 400, 999, 1_000, 1_001, 1_002].map((at) => {
    clock.now = 5_000 + at
    return calls.take('a')
  })
  expect(takes).toEqual([0, 0, 600, 1, 0, 0, 998])
})

test('what is forgotten does not count', () => {
  const calls = limit()
  for (let count = 0; count < 10; count += 1) {
    expect(calls.take('a')).toBe(0)
    calls.forget('a')
  }
  expect([calls.take('a'), calls.take('a'), calls.take('a') > 0]).toEqual([0, 0, true])
})

test('RUN-03 a clock that is set back by a day makes no window longer', () => {
  const calls = new WindowLimit(1, 1_000)
  calls.take('a')
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000)
  expect(calls.take('a')).toBeLessThanOrEqual(1_000)
  now.mockRestore()
})

test('keys do not hold each other up', () => {
  const calls = limit()
  calls.take('a')
  calls.take('a')
  expect([calls.take('a') > 0, calls.take('b')]).toEqual([true, 0])
})

test('however many keys, memory stays bounded: the oldest are forgotten, the youngest ten thousand never', () => {
  const calls = limit()
  let others = 0
  const seeOthers = () => {
    for (let count = 0; count < 9_999; count += 1) calls.take(`other ${(others += 1)}`)
  }
  for (const key of ['old', 'old']) calls.take(key)
  seeOthers()
  for (const key of ['young', 'young']) calls.take(key)
  seeOthers()
  expect(calls.take('young')).toBeGreaterThan(0)
  seeOthers()
  expect(calls.take('old')).toBe(0)
})
