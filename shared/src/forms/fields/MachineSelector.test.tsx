import type { VenueMachine } from '@multiball/shared/schema'
import { FakeServer, makeList, makeVenueMachine } from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MachineSelector } from './MachineSelector'

const own = makeVenueMachine({ id: 30, machine: { id: 3, name: 'Kraken Bay' } })
const strange = (id: number, name: string) =>
  makeVenueMachine({ id, machine: { id, name }, venue: { id: 9, name: 'Elsewhere' } })

let server: FakeServer
const searched = () => server.requests.flatMap(({ query }) => (query.search === undefined ? [] : [query.search]))
const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const box = () => screen.getByRole('combobox', { name: 'Machine' })
const offered = () => screen.queryAllByRole('option').map((option) => option.textContent)
const chosen = jest.fn()

function Field() {
  const [machine, setMachine] = useState<VenueMachine | null>(null)
  return (
    <MachineSelector
      name="machine"
      owner={1}
      value={machine}
      onChange={(choice) => {
        chosen(choice)
        setMachine(choice)
      }}
    />
  )
}

beforeEach(() => {
  jest.useFakeTimers()
  chosen.mockClear()
  server = new FakeServer().on('GET', '/api/venuemachine/', ({ query }) =>
    query.owner ? makeList(own) : makeList(strange(2, 'Kraken Two'), own),
  )
  render(<Field />)
})
afterEach(() => {
  server.close()
  jest.useRealTimers()
})

test('SB-01 offers the own machines before anything is typed, and takes one', async () => {
  await user.click(box())
  await pass(0)
  expect(offered()).toEqual([expect.stringContaining('Kraken Bay')])
  await user.click(screen.getByRole('option'))
  expect(chosen).toHaveBeenCalledWith(own)
  expect(box()).toHaveValue('Kraken Bay')
})

test('SB-01 searches 500 ms after the last key, own machines first', async () => {
  await user.click(box())
  await user.keyboard('kra')
  await pass(499)
  expect(searched()).toEqual([])
  await user.keyboard('ken')
  await pass(499)
  expect(searched()).toEqual([])
  await pass(1)
  await pass(0)
  expect(searched()).toEqual(['kraken'])
  expect(offered()).toEqual([expect.stringContaining('Kraken Bay'), expect.stringContaining('Kraken Two')])
})

test('SB-01 an answer that comes too late is dropped', async () => {
  let answerFirst = (_: unknown) => {}
  server.on('GET', '/api/venuemachine/', ({ query }) => {
    if (query.owner) return makeList()
    return query.search === 'old' ? new Promise((resolve) => (answerFirst = resolve)) : makeList(strange(4, 'Newer'))
  })
  await user.click(box())
  await user.keyboard('old')
  await pass(500)
  await user.clear(box())
  await user.keyboard('new')
  await pass(500)
  await pass(0)
  answerFirst(makeList(strange(5, 'Older')))
  await pass(0)
  expect(offered()).toEqual([expect.stringContaining('Newer')])
})
