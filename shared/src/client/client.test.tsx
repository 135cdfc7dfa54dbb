import { authenticate, getProfile, getScores, listVenueMachines, scoreboards } from '@multiball/shared/api'
import { ApiError, configureApi, failureWords, generalFailure, pageConfig } from '@multiball/shared/client'
import type { ScoreboardInput } from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  makeList,
  makeProfile,
  makeScoreboard,
  makeScores,
  makeVenueMachine,
} from '@multiball/shared/testing'

let server: FakeServer
const caught = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: ApiError) => error,
  )
const input: ScoreboardInput = (({ id: _id, user_roles: _roles, viewer_key: _key, ...fields }) => fields)(
  makeScoreboard(),
)

beforeEach(() => {
  server = new FakeServer()
})
afterEach(() => {
  server.close()
  configureApi({})
})

test('API-01 authenticate posts the credentials and answers the token', async () => {
  server.on('POST', '/api/auth/', () => ({ token: 'abc' }))
  expect(await authenticate({ username: 'maria', password: 'x' })).toBe('abc')
  expect(server.requests[0]?.body).toEqual({ username: 'maria', password: 'x' })
})

test('calls carry the token of the moment', async () => {
  const tokens = [undefined, 'abc']
  configureApi({ token: () => tokens[server.requests.length] })
  server.on('GET', '/api/user_profile/get/', () => makeProfile())
  await getProfile()
  await getProfile()
  expect(server.requests.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Token abc'])
})

test('calls go to the configured host', async () => {
  configureApi({ apiHost: 'https://api.example' })
  const addresses: string[] = []
  const fake = globalThis.fetch
  globalThis.fetch = (address, init) => (
    addresses.push(address instanceof Request ? address.url : String(address)),
    fake(address, init)
  )
  server.on('GET', '/api/user_profile/get/', () => makeProfile())
  await getProfile()
  expect(addresses).toEqual(['https://api.example/api/user_profile/get/'])
})

test('API-02 a board is listed, got, created, updated and removed', async () => {
  const board = makeScoreboard()
  server
    .on('GET', '/api/scoreboard/', () => makeList(board))
    .on('GET', '/api/scoreboard/7/', () => board)
    .on('POST', '/api/scoreboard/', () => new FakeAnswer(201, board))
    .on('PUT', '/api/scoreboard/7/', () => board)
    .on('DELETE', '/api/scoreboard/7/', () => new FakeAnswer(204))
  expect((await scoreboards.list({ owner: 1, limit: 100, ordering: '-id' })).results).toEqual([board])
  expect(await scoreboards.get(7)).toEqual(board)
  expect(await scoreboards.create(input)).toEqual(board)
  expect(await scoreboards.update(7, input)).toEqual(board)
  expect(await scoreboards.remove(7)).toBeUndefined()
  expect(server.requests[0]?.query).toEqual({ owner: '1', limit: '100', ordering: '-id' })
  expect(server.sent('POST', '/api/scoreboard/')[0]?.body).toEqual(input)
})

test('API-04 venue machines are searched', async () => {
  server.on('GET', '/api/venuemachine/', () => makeList(makeVenueMachine()))
  expect((await listVenueMachines({ search: 'dragon', limit: 100 })).results[0]?.machine.name).toBe('Dragon’s Keep')
  expect(server.requests[0]?.query).toEqual({ search: 'dragon', limit: '100' })
})

test('API-07 the key of a private board goes in the query', async () => {
  server.on('GET', '/api/scoreboard/7/scores/', () => makeScores())
  expect(await getScores('scoreboard', 7, { key: 'k' })).toEqual(makeScores())
  expect(server.requests[0]?.query).toEqual({ key: 'k' })
})

describe('refusals', () => {
  test.each([
    [
      'a field',
      new FakeAnswer(400, { title: ['Title must be unique'] }),
      { status: 400, message: 'Title must be unique', fields: { title: ['Title must be unique'] } },
    ],
    [
      'a sentence',
      new FakeAnswer(403, { detail: 'Not yours.' }),
      { status: 403, message: 'Not yours.', detail: 'Not yours.' },
    ],
    [
      'too many',
      new FakeAnswer(429, { detail: 'Slow down.' }, { 'retry-after': '7' }),
      { status: 429, message: 'Too many requests', retryAfterSeconds: 7 },
    ],
    [
      'LST-07 a 500',
      new FakeAnswer(500, { detail: 'Oops', request_id: 'r' }),
      { status: 500, message: generalFailure },
    ],
    ['LST-07 a page of a proxy', new FakeAnswer(400, '<html>'), { status: 400, message: generalFailure }],
    ['an answer against its contract', { id: 'seven' }, { status: 502, message: generalFailure }],
  ])('%s', async (_name, answer, expected) => {
    server.on('POST', '/api/scoreboard/', () => answer)
    const error = await caught(scoreboards.create(input))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject(expected)
  })

  test.each([
    [404, '404 page not found\n'],
    [404, '{"message":"no Route matched with those values"}'],
    [401, '<html>Log in to the network</html>'],
  ])(
    'LIV-11 a %i that is none of our server’s, such as of a proxy whose server restarts, takes nothing away',
    async (status, text) => {
      jest.spyOn(globalThis, 'fetch').mockResolvedValue(
        new Response(text, {
          status,
          headers: { 'content-type': text.startsWith('{') ? 'application/json' : 'text/html' },
        }),
      )
      expect(await caught(getScores('scoreboard', 7))).toMatchObject({ status: 502, message: generalFailure })
    },
  )

  const wait = 'Too many requests. Try again in'
  test.each([
    [429, '{"detail":"Too many requests"}', '1', `${wait} 1 second.`],
    [429, '{"detail":"Too many requests"}', '61', `${wait} 61 seconds.`],
    [429, '{"detail":"Too many requests"}', '3599', `${wait} 60 minutes.`],
    [429, '{"detail":"Too many requests"}', '86400', `${wait} 24 hours.`],
    [429, '<html>Slow down</html>', undefined, `${wait} a minute.`],
    [
      413,
      '<html>413 Request Entity Too Large</html>',
      undefined,
      `${generalFailure} A proxy in front of the server found this too large (413). Send something smaller, or ask the person who runs the server to raise the limit.`,
    ],
    [413, '{"detail":"The request is too large."}', undefined, 'The request is too large.'],
    [
      504,
      'upstream request timeout',
      undefined,
      `${generalFailure} The server did not answer; something in front of it, such as a proxy, did (504). Try again in a minute.`,
    ],
    [503, '{"detail":"The disk is full."}', undefined, generalFailure],
    [500, '', undefined, generalFailure],
  ])('LST-10 of a %i with %s and a wait of %s people read: %s', async (status, text, seconds, words) => {
    const headers = {
      'content-type': text.startsWith('{') ? 'application/json' : 'text/html',
      ...(seconds && { 'retry-after': seconds }),
    }
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(text, { status, headers }))
    expect(failureWords(await caught(scoreboards.create(input)))).toBe(words)
  })

  test('LST-07 a dead network', async () => {
    const error = await caught(scoreboards.create(input))
    expect(error).toMatchObject({ status: 0, message: 'An error has occurred. Please refresh the page and try again.' })
  })

  test('a write is never tried again, a read once', async () => {
    server
      .on('PUT', '/api/scoreboard/7/', () => new FakeAnswer(503))
      .on('GET', '/api/scoreboard/7/', () => new FakeAnswer(503))
    await caught(scoreboards.update(7, input))
    await caught(scoreboards.get(7))
    expect(server.sent('PUT', '/api/scoreboard/7/')).toHaveLength(1)
    expect(server.sent('GET', '/api/scoreboard/7/')).toHaveLength(2)
  })

  test('an aborted call throws its abort, not an error for people', async () => {
    server.on('GET', '/api/scoreboard/7/', () => new Promise(() => {}))
    const controller = new AbortController()
    const call = caught(scoreboards.get(7, controller.signal))
    controller.abort()
    expect((await call)?.name).toBe('AbortError')
  })
})

describe('ACC-07 a refused token', () => {
  const signedIn = (first: string) => {
    let token: string | undefined = first
    const refused = jest.fn()
    configureApi({ token: () => token, onUnauthorized: refused })
    return { refused, set: (next: string | undefined) => (token = next) }
  }

  test('is told once, however many calls met it', async () => {
    const { refused } = signedIn('one')
    server.on('GET', '/api/user_profile/get/', () => new FakeAnswer(401, { detail: 'Invalid token.' }))
    const errors = await Promise.all([caught(getProfile()), caught(getProfile()), caught(getProfile())])
    expect(errors.map((error) => error?.status)).toEqual([401, 401, 401])
    expect(refused).toHaveBeenCalledTimes(1)
  })

  test('says nothing of a newer one', async () => {
    const { refused, set } = signedIn('two')
    server.on('GET', '/api/user_profile/get/', () => (set('three'), new FakeAnswer(401)))
    await caught(getProfile())
    expect(refused).not.toHaveBeenCalled()
  })

  test('is told without one too: the page may not know yet that it is gone', async () => {
    const { refused, set } = signedIn('four')
    set(undefined)
    server.on('GET', '/api/user_profile/get/', () => new FakeAnswer(401, { detail: 'No.' }))
    await caught(getProfile())
    expect(refused).toHaveBeenCalledTimes(1)
  })

  test('is not what a wrong password is', async () => {
    const { refused, set } = signedIn('five')
    set(undefined)
    server.on('POST', '/api/auth/', () => new FakeAnswer(400, { non_field_errors: ['No.'] }))
    await caught(authenticate({ username: 'a', password: 'b' }))
    expect(refused).not.toHaveBeenCalled()
  })
})

describe('pageConfig', () => {
  afterEach(() => document.getElementById('mb-config')?.remove())

  test('reads what the server inlined', () => {
    const element = document.createElement('script')
    element.id = 'mb-config'
    element.type = 'application/json'
    element.textContent = JSON.stringify({ ...pageConfig(), branding: 'Powered by Us' })
    document.head.append(element)
    expect(pageConfig().branding).toBe('Powered by Us')
  })

  test('a page without one is at its own origin, and a test may give one', () => {
    expect(pageConfig()).toMatchObject({ apiHost: '', scoresHost: '', branding: 'Powered by Multiball' })
    configureApi({ pageConfig: { ...pageConfig(), winnerMachineTitle: 'Dragon’s Keep' } })
    expect(pageConfig().winnerMachineTitle).toBe('Dragon’s Keep')
  })
})
