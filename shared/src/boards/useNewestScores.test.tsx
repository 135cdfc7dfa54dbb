import { FakeAnswer, FakeServer, makeGame, makeScores } from '@multiball/shared/testing'
import { act, renderHook, waitFor } from '@testing-library/react'
import { useNewestScores } from './useNewestScores'

let server: FakeServer
beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true })
  server = new FakeServer().on('GET', '/api/scoreboard/7/scores/', () => makeScores(makeGame([11_000])))
})
afterEach(() => {
  server.close()
  jest.useRealTimers()
})

const nextRound = () => act(() => jest.advanceTimersByTimeAsync(60_000))

test('OFF-02 the last scores stay while nobody answers, and go with a board that is gone', async () => {
  const { result } = renderHook(() => useNewestScores([{ id: 7 }], 'scoreboard'))
  await waitFor(() => expect(result.current.get(7)?.data).toHaveLength(1))
  server.on('GET', '/api/scoreboard/7/scores/', () => {
    throw new TypeError('fetch failed')
  })
  await nextRound()
  expect(server.requests.length).toBeGreaterThan(1)
  expect(result.current.get(7)?.data).toHaveLength(1)
  server.on('GET', '/api/scoreboard/7/scores/', () => new FakeAnswer(404))
  await nextRound()
  expect(result.current.get(7)).toBeUndefined()
})

test('LST-02 a round that takes long is waited for: never more than a few reads at once', async () => {
  jest.useFakeTimers()
  let underWay = 0
  let mostAtOnce = 0
  server.on('GET', '/api/scoreboard/:id/scores/', async () => {
    mostAtOnce = Math.max(mostAtOnce, (underWay += 1))
    await new Promise((resolve) => setTimeout(resolve, 9000))
    underWay -= 1
    return makeScores(makeGame([11_000]))
  })
  const boards = Array.from({ length: 20 }, (_, id) => ({ id: id + 200 }))
  renderHook(() => useNewestScores(boards, 'scoreboard'))
  for (let second = 0; second < 70; second += 1) await act(() => jest.advanceTimersByTimeAsync(1000))
  expect(mostAtOnce).toBe(4)
  // The next one comes.
  expect(server.requests.length).toBeGreaterThan(20)
})

test('LST-02 the answers of a long list are taken in together: its rows are drawn a few times, not once for each', async () => {
  jest.useFakeTimers()
  server.on('GET', '/api/scoreboard/:id/scores/', async () => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    return makeScores(makeGame([11_000]))
  })
  const boards = Array.from({ length: 40 }, (_, id) => ({ id: id + 100 }))
  const drawn = new Set<unknown>()
  const { result } = renderHook(() => {
    const scores = useNewestScores(boards, 'scoreboard')
    drawn.add(scores)
    return scores
  })
  for (let ms = 0; ms < 500; ms += 10) await act(() => jest.advanceTimersByTimeAsync(10))
  expect(boards.every(({ id }) => result.current.get(id))).toBe(true)
  expect(drawn.size).toBeLessThanOrEqual(4)
})
