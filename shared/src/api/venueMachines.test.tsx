import { FakeAnswer, FakeServer, makeGame, makeList, makeVenueMachine } from '@multiball/shared/testing'
import { getCurrentGame, listHotMachines } from './venueMachines'

let server: FakeServer
beforeEach(() => (server = new FakeServer()))
afterEach(() => server.close())

test('API-04 the machines where something is going on, and the game on one of them', async () => {
  server
    .on('GET', '/api/venuemachine_hot/', () => makeList(makeVenueMachine({ id: 21 })))
    .on('GET', '/api/venuemachine/21/current/', () => makeGame([777]))
  expect(await listHotMachines()).toEqual([makeVenueMachine({ id: 21 })])
  expect(await getCurrentGame(21)).toEqual(makeGame([777]))
})

test.each([404, 503])('API-04 a %i is tried once: who watches asks again by a clock of its own', async (status) => {
  server
    .on('GET', '/api/venuemachine_hot/', () => new FakeAnswer(status))
    .on('GET', '/api/venuemachine/21/current/', () => new FakeAnswer(status))
  await expect(listHotMachines()).rejects.toMatchObject({ status })
  await expect(getCurrentGame(21)).rejects.toMatchObject({ status })
  expect(server.requests).toHaveLength(2)
})
