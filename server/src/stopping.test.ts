import { Stopping } from './stopping'

const codes: number[] = []
const stop = jest.fn(async () => {})
beforeEach(() => {
  codes.length = 0
  stop.mockClear()
})
const make = () => new Stopping((code) => codes.push(code))

test.each([
  [[1], 1],
  [[0], 0],
  [[1, 0], 1],
  [[0, 1], 1],
])('told %j while it starts, it stops once that is through, with %j', async (asked, code) => {
  const stopping = make()
  for (const one of asked) await stopping.stop(one)
  expect(codes).toEqual([])
  expect(await stopping.goesOn({ stop })).toBe(false)
  expect([stop.mock.calls.length, codes]).toEqual([1, [code]])
})

test('a failure while it stops counts', async () => {
  const stopping = make()
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  expect(await stopping.goesOn({ stop: () => ended })).toBe(true)
  const both = [stopping.stop(0), stopping.stop(1)]
  end()
  await Promise.all(both)
  expect(codes[0]).toBe(1)
})

test('where stopping fails, the process ends all the same, with 1', async () => {
  const stopping = make()
  const printed = jest.spyOn(console, 'error').mockImplementation(() => {})
  await stopping.goesOn({ stop: () => Promise.reject(new Error('gone')) })
  await stopping.stop(0)
  expect([codes, printed.mock.calls.length]).toEqual([[1], 1])
  printed.mockRestore()
})
