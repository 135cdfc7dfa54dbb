import { configureApi } from '@multiball/shared/client'
import { FakeAnswer, FakeServer } from '@multiball/shared/testing'
import { machineCalls } from './games'

let server: FakeServer
const onUnauthorized = jest.fn()
beforeEach(() => {
  server = new FakeServer()
  configureApi({ token: () => 'of the person', onUnauthorized })
})
afterEach(() => {
  server.close()
  configureApi({})
})

const entry = { session_uuid: 'ab'.repeat(16), session_sequence: 1, active: true, current_p1_score: 5 }

test('an entry goes with the machine’s key, whoever is signed in', async () => {
  server.on('POST', '/api/entry/', () => ({ scores: [{ position: 1, player: null }] }))
  await machineCalls.entry('of the machine', entry)
  expect(server.requests[0]!.headers.get('authorization')).toBe('Token of the machine')
  expect(server.requests[0]!.body).toEqual(entry)
})

test('a key that was revoked signs nobody out, and is not tried again', async () => {
  server.on('POST', '/api/entry/', () => new FakeAnswer(401, { detail: 'Invalid token.' }))
  await expect(machineCalls.entry('revoked', entry)).rejects.toMatchObject({ status: 401 })
  expect(onUnauthorized).not.toHaveBeenCalled()
  expect(server.requests).toHaveLength(1)
})
