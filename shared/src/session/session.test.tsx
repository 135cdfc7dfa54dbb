import { scoreboards } from '@multiball/shared/api'
import { ApiError, configureApi } from '@multiball/shared/client'
import { FakeAnswer, FakeServer, makeProfile } from '@multiball/shared/testing'
import { createStore } from 'jotai'
import {
  clearToken,
  connectSession,
  profileAtom,
  readToken,
  signIn,
  signOut,
  storeToken,
  type SessionStore,
} from './index'

let server: FakeServer
let store: SessionStore
let disconnect: () => void
const state = () => store.get(profileAtom)
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

const connect = () => {
  disconnect = connectSession(store)
}

beforeEach(() => {
  store = createStore()
  server = new FakeServer().on('GET', '/api/user_profile/get/', () => makeProfile())
})
afterEach(() => {
  disconnect()
  server.close()
  clearToken()
  configureApi({})
})

test('without a cookie nobody is asked for', () => {
  connect()
  expect(state()).toEqual({ type: 'anonymous' })
  expect(server.requests).toEqual([])
})

test('ACC-04 a token from an earlier visit is taken up; the profile is loading until it is there', async () => {
  storeToken('abc')
  connect()
  expect(state().type).toBe('loading')
  await settled()
  expect(state()).toEqual({ type: 'signed-in', profile: makeProfile() })
  expect(server.requests[0]?.headers.get('authorization')).toBe('Token abc')
})

test('signing in keeps the token and reads the profile', async () => {
  connect()
  server.on('POST', '/api/auth/', () => ({ token: 'fresh' }))
  await signIn({ username: 'maria', password: 'secret' }, store)
  expect(readToken()).toBe('fresh')
  expect(state().type).toBe('signed-in')
})

test('LOG-11 a browser that keeps no cookie is told apart from a login that worked', async () => {
  connect()
  server.on('POST', '/api/auth/', () => ({ token: 'fresh' }))
  const cookie = jest.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  await expect(signIn({ username: 'maria', password: 'secret' }, store)).rejects.toThrow(
    'Your browser did not keep the login. Allow cookies for this site, then log in again.',
  )
  cookie.mockRestore()
  expect(state().type).toBe('anonymous')
})

test('refused credentials leave everything as it was', async () => {
  connect()
  server.on('POST', '/api/auth/', () => new FakeAnswer(400, { non_field_errors: ['No.'] }))
  await expect(signIn({ username: 'maria', password: 'wrong' }, store)).rejects.toBeInstanceOf(ApiError)
  expect(readToken()).toBeUndefined()
  expect(state().type).toBe('anonymous')
})

test.each([
  ['a refusal', () => new FakeAnswer(401, { detail: 'Invalid token.' })],
  ['a broken server', () => new FakeAnswer(500)],
  ['a broken profile', () => ({ id: 'seven' })],
])('ACC-08 a failed profile fetch clears the cookie: %s', async (_name, answer) => {
  storeToken('abc')
  server.on('GET', '/api/user_profile/get/', answer)
  connect()
  await settled()
  expect(readToken()).toBeUndefined()
  expect(state()).toEqual({ type: 'anonymous' })
})

test.each([
  ['ACC-07 a 401 from any call clears the token and ends the session', 401, 'refused later', undefined, 'anonymous'],
  ['another refusal ends nothing', 403, 'other', 'other', 'signed-in'],
] as const)('%s', async (_title, status, sent, kept, type) => {
  storeToken(sent)
  connect()
  await settled()
  server.on('GET', '/api/scoreboard/', () => new FakeAnswer(status, { detail: 'No.' }))
  await expect(scoreboards.list({})).rejects.toMatchObject({ status })
  expect(readToken()).toBe(kept)
  expect(state()).toEqual(type === 'anonymous' ? { type } : { type, profile: makeProfile() })
})

describe('ACC-09 signing out', () => {
  test('forgets at once and tells the server, with the token', async () => {
    storeToken('abc')
    connect()
    await settled()
    server.on('POST', '/api/auth/logout/', () => new FakeAnswer(204))
    const leaving = signOut(store)
    expect(readToken()).toBeUndefined()
    expect(state().type).toBe('anonymous')
    await leaving
    expect(server.sent('POST', '/api/auth/logout/')[0]?.headers.get('authorization')).toBe('Token abc')
  })

  test('works without a network', async () => {
    storeToken('abc')
    connect()
    await settled()
    await expect(signOut(store)).resolves.toBeUndefined()
    expect(readToken()).toBeUndefined()
  })

  test('asks nobody when nobody is signed in', async () => {
    connect()
    await signOut(store)
    expect(server.requests).toEqual([])
  })
})

describe('another tab', () => {
  beforeEach(async () => {
    storeToken('abc')
    connect()
    await settled()
  })

  test('that signed out is followed', () => {
    clearToken()
    window.dispatchEvent(new Event('focus'))
    expect(state().type).toBe('anonymous')
  })

  test('ACC-07 that signed out is noticed by the next call that is refused, though nobody looks at this one', async () => {
    clearToken()
    server.on('GET', '/api/scoreboard/', () => new FakeAnswer(401, { detail: 'No.' }))
    await expect(scoreboards.list({})).rejects.toMatchObject({ status: 401 })
    expect(state()).toEqual({ type: 'anonymous' })
  })

  test('that signed in as somebody else is followed', async () => {
    storeToken('theirs')
    server.on('GET', '/api/user_profile/get/', () => makeProfile({ id: 2 }))
    window.dispatchEvent(new Event('focus'))
    await settled()
    expect(state().profile?.id).toBe(2)
  })

  test('that changed nothing costs nothing', () => {
    window.dispatchEvent(new Event('focus'))
    expect(server.requests).toHaveLength(1)
  })
})

test('ACC-09 a profile that arrives after signing out signs nobody in', async () => {
  let answer = (_profile: unknown) => {}
  server.on('GET', '/api/user_profile/get/', () => new Promise((resolve) => (answer = resolve)))
  storeToken('abc')
  connect()
  await settled()
  await signOut(store)
  answer(makeProfile())
  await settled()
  expect(state().type).toBe('anonymous')
})
