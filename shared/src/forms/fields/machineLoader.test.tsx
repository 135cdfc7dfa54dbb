import { configureApi } from '@multiball/shared/client'
import { FakeAnswer, FakeServer, makeList, makeVenueMachine } from '@multiball/shared/testing'
import { machineLoader } from './machineLoader'

const own = makeVenueMachine({ id: 30, machine: { id: 3, name: 'Kraken Bay' } })
const alsoOwn = makeVenueMachine({
  id: 31,
  machine: { id: 4, name: 'Moon Miner' },
  venue: { id: 6, name: 'The Back Room' },
})
const strange = makeVenueMachine({ id: 2, machine: { id: 3, name: 'Kraken Bay' }, venue: { id: 9, name: 'Elsewhere' } })

let server: FakeServer
const signal = new AbortController().signal
const ids = (machines: { id: number }[]) => machines.map(({ id }) => id)

beforeEach(() => {
  server = new FakeServer().on('GET', '/api/venuemachine/', ({ query }) =>
    query.owner ? makeList(own, alsoOwn) : makeList(strange, own),
  )
})
afterEach(() => {
  server.close()
  configureApi({})
})

test('SB-01 without text the owner’s own machines are offered, read once', async () => {
  const load = machineLoader(1)
  expect(ids(await load('', signal))).toEqual([30, 31])
  expect(ids(await load(' ', signal))).toEqual([30, 31])
  expect(server.requests.map(({ query }) => query)).toEqual([{ owner: '1', limit: '500' }])
})

test('SB-01 with text the own machines that it finds come first', async () => {
  expect(ids(await machineLoader(1)('kraken', signal))).toEqual([30, 2])
  expect(server.requests.map(({ query }) => query)).toContainEqual({ search: 'kraken', limit: '100' })
})

test('SB-01 an own machine is found by its venue', async () => {
  server.on('GET', '/api/venuemachine/', ({ query }) => (query.owner ? makeList(own, alsoOwn) : makeList()))
  expect(ids(await machineLoader(1)('back room', signal))).toEqual([31])
})

test('a failure is not remembered', async () => {
  const load = machineLoader(1)
  server.on('GET', '/api/venuemachine/', () => new FakeAnswer(500))
  await expect(load('', signal)).rejects.toMatchObject({ status: 500 })
  server.on('GET', '/api/venuemachine/', () => makeList(own))
  expect(ids(await load('', signal))).toEqual([30])
})
