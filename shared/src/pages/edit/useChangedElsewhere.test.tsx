import { FakeAnswer, FakeServer, makeScoreboard, makeUser } from '@multiball/shared/testing'
import { renderHook } from '@testing-library/react'
import { changedElsewhere, useChangedElsewhere } from './useChangedElsewhere'

const opened = makeScoreboard({ id: 7, title: 'Lobby wall' })
const sentence = changedElsewhere('scoreboard')

let server: FakeServer

beforeEach(() => (server = new FakeServer().on('GET', '/api/scoreboard/7/', () => opened)))
afterEach(() => server.close())

const guardOf = () => renderHook(() => useChangedElsewhere('scoreboard', opened, 'scoreboard')).result.current

test.each([
  ['is as it was', () => opened],
  [
    'has a new key and an owner of another name',
    () => ({
      ...opened,
      viewer_key: 'new',
      user_roles: [{ user: makeUser({ cached_display_name: 'M.' }), role: 'owner' }],
    }),
  ],
  ['cannot be read', () => new FakeAnswer(500)],
])('FRM-01 nothing is against saving a board that %s', async (_, answer) => {
  server.on('GET', '/api/scoreboard/7/', answer)
  expect(await guardOf()()).toBeUndefined()
})

test('FRM-01 a board that was saved somewhere else is told of once, and again when it changed again', async () => {
  const guard = guardOf()
  server.on('GET', '/api/scoreboard/7/', () => ({ ...opened, title: 'Window' }))
  expect(await guard()).toBe(sentence)
  expect(await guard()).toBeUndefined()
  server.on('GET', '/api/scoreboard/7/', () => ({ ...opened, title: 'Door' }))
  expect(await guard()).toBe(sentence)
})

test('FRM-01 what is to be saved and is stored already is nobody else’s change: the answer to the last attempt was lost', async () => {
  const values = { title: 'Window', is_public: opened.is_public, venuemachine_items: opened.venuemachine_items }
  server.on('GET', '/api/scoreboard/7/', () => ({ ...opened, title: 'Window' }))
  expect(await guardOf()(values)).toBeUndefined()
  expect(await guardOf()({ ...values, title: 'Door' })).toBe(sentence)
})
