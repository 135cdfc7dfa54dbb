import { configureApi } from '@multiball/shared/client'
import { FakeAnswer, FakeServer, makeVenueMachine } from '@multiball/shared/testing'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { useVenueMachine } from './useVenueMachine'

let server: FakeServer
beforeEach(() => {
  server = new FakeServer()
})
afterEach(() => {
  jest.useRealTimers()
  server.close()
  configureApi({})
})

test.each([
  ['a failure', 500, 'Dragon’s Keep'],
  ['one that is gone', 404, 'Machine 11'],
])(
  'FRM-06 a machine that could not be read stands as a number meanwhile, and %s is read again or not',
  async (_what, status, last) => {
    jest.useFakeTimers({ advanceTimers: true })
    let answer: () => unknown = () => new FakeAnswer(status)
    server.on('GET', '/api/venuemachine/11/', () => answer())
    const store = createStore()
    const names: (string | undefined)[] = []
    renderHook(
      () => {
        const [machine] = useVenueMachine(11)
        names.push(machine?.machine.name)
      },
      { wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider> },
    )
    await waitFor(() => expect(names.at(-1)).toBe('Machine 11'))
    answer = () => makeVenueMachine()
    const from = names.length
    await act(() => jest.advanceTimersByTimeAsync(10_000))
    await waitFor(() => expect(names.at(-1)).toBe(last))
    expect(names.slice(from)).not.toContain(undefined)
    expect(server.requests).toHaveLength(status === 500 ? 2 : 1)
  },
)
