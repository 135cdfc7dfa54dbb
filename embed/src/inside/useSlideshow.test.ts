import { FakeServer, makeSlideshow } from '@multiball/shared/testing'
import { act, renderHook } from '@testing-library/react'
import { useSlideshow } from './useSlideshow'

beforeEach(() => {
  jest.useFakeTimers()
  jest.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

test('EMB-16 what asks while a slideshow is being read starts no second round of readings', async () => {
  const server = new FakeServer().on('GET', '/api/slideshow/3/', () => makeSlideshow({ id: 3 }))
  const { result } = renderHook(() => useSlideshow({ type: 'slideshow', id: 3 }))
  act(() => {
    result.current.ask()
    result.current.ask()
  })
  await act(() => jest.advanceTimersByTimeAsync(0))
  await act(() => jest.advanceTimersByTimeAsync(60_000))
  await act(() => jest.advanceTimersByTimeAsync(60_000))
  expect(server.sent('GET', '/api/slideshow/3/')).toHaveLength(3)
  server.close()
})
