import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { requireUser } from './ground/http/auth'
import { conflict, forbidden, notFound, tooMany, unavailable } from './ground/http/refusals'
import { buildTestApp, call, makeUser, useTestDatabase } from './testing'

const database = useTestDatabase()
let app: FastifyInstance

beforeAll(async () => {
  app = await buildTestApp(database.db, [
    async (area) => {
      area.post('/api/echo/', async (request) => ({ body: request.body ?? null }))
      area.get('/api/me/', async (request) => ({ id: requireUser(request) }))
      const failures: Record<string, () => Error> = {
        missing: notFound,
        forbidden: () => forbidden('No.'),
        conflict: () => conflict('Taken.'),
        many: () => tooMany(7.2),
        away: () => unavailable(),
        database: () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
        aborted: () => Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 }),
        bug: () => new Error('secret detail'),
      }
      area.get('/api/fail/:how/', async (request) => {
        throw failures[(request.params as { how: string }).how]!()
      })
    },
  ])
})
afterAll(() => app.close())

describe('errors', () => {
  test.each([
    ['missing', 404, { detail: 'Item not found.' }],
    ['forbidden', 403, { detail: 'No.' }],
    ['conflict', 409, { detail: 'Taken.' }],
    ['many', 429, { detail: 'Too many requests' }],
    ['away', 503, { detail: 'The service is not available at the moment. Please try again.' }],
    ['database', 503, { detail: 'The service is not available at the moment. Please try again.' }],
    ['aborted', 400, { non_field_errors: ['The request could not be read'] }],
    ['bug', 500, { detail: 'An error has occurred.' }],
  ])('%s → %i', async (how, status, body) => {
    const answer = await call(app, 'GET', `/api/fail/${how}/`)
    const requestId = answer.headers['x-request-id']
    expect(answer).toMatchObject({ status, body: status >= 500 ? { ...body, request_id: requestId } : body })
    expect(answer.text).not.toMatch(/secret|stack|\.ts/)
  })

  test('429 says when to try again', async () => {
    expect((await call(app, 'GET', '/api/fail/many')).headers['retry-after']).toBe('8')
  })

  test.each([
    ['broken JSON', 'application/json', '{bad', 400, { non_field_errors: ['The request body could not be read'] }],
    [
      'a prototype in JSON',
      'application/json',
      '{"__proto__":{"a":1}}',
      400,
      { non_field_errors: ['The request body could not be read'] },
    ],
    [
      'a constructor in JSON',
      'application/json',
      '{"constructor":{"prototype":{"a":1}}}',
      400,
      { non_field_errors: ['The request body could not be read'] },
    ],
    [
      'another type',
      'text/xml',
      '<a/>',
      415,
      { detail: 'This type of content is not accepted. Send application/json or application/x-www-form-urlencoded.' },
    ],
    ['too much', 'application/json', `"${'x'.repeat(1024 * 1024)}"`, 413, { detail: 'The request is too large.' }],
    [
      'too much of a form',
      'application/x-www-form-urlencoded',
      `a=${'x'.repeat(1024 * 1024)}`,
      413,
      { detail: 'The request is too large.' },
    ],
  ])('API-10 %s', async (_title, type, body, status, answer) => {
    expect(await call(app, 'POST', '/api/echo/', { body, headers: { 'content-type': type } })).toMatchObject({
      status,
      body: answer,
    })
  })

  test('an address that cannot be read', async () => {
    expect(await call(app, 'GET', '/api/%zz')).toMatchObject({
      status: 400,
      body: { non_field_errors: ['The request could not be read'] },
    })
  })

  test('an unknown path', async () => {
    expect(await call(app, 'GET', '/api/nothing/')).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
  })
})

test.each(['application/json', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded'])(
  'API-02 no body at all is read as one without fields, also under the name of %s',
  async (type) => {
    expect(await call(app, 'POST', '/api/echo/', { headers: { 'content-type': type } })).toMatchObject({
      status: 200,
      body: { body: {} },
    })
  },
)

test('forms and JSON are both read', async () => {
  const form = { body: 'a=1&b=x%20y', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect((await call(app, 'POST', '/api/echo', form)).body).toEqual({ body: { a: '1', b: 'x y' } })
  expect((await call(app, 'POST', '/api/echo/', { body: { a: 1 } })).body).toEqual({ body: { a: 1 } })
})

test('RUN-13 a target that is a whole address is read as its path: who asks, what pages may read and what is not kept', async () => {
  const user = await makeUser(database.db)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { authorization: `Token ${user.token}`, origin: 'https://partner.example' }
  const [answer] = (await once(
    request({ port, path: 'HTTP://boards.example.com:8080/api/me/?a=1', headers }).end(),
    'response',
  )) as [IncomingMessage]
  expect([answer.statusCode, answer.headers]).toMatchObject([
    200,
    { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
  ])
})

describe('who asks', () => {
  test('a token in the header; never the cookie', async () => {
    const user = await makeUser(database.db)
    expect(await call(app, 'GET', '/api/me/', { token: user.token })).toMatchObject({
      status: 200,
      body: { id: user.id },
    })
    expect(await call(app, 'GET', '/api/me/', { headers: { cookie: `token=${user.token}` } })).toMatchObject({
      status: 401,
      body: { detail: 'Please log in.' },
    })
  })
})

test('pages of other origins may call, without cookies', async () => {
  const preflight = await call(app, 'OPTIONS' as 'GET', '/api/me/', {
    headers: { origin: 'https://partner.example', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining('PUT'),
  })
  expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
  expect(String(preflight.headers['access-control-allow-headers']).split(', ')).toEqual([
    'authorization',
    'content-type',
    'if-none-match',
    'traceparent',
    'tracestate',
  ])
})

test('ACC-01 http behind a proxy is redirected with its method', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/me/?a=1',
    headers: { 'x-forwarded-proto': 'http', host: 'boards.example.com' },
  })
  expect(answer.statusCode).toBe(308)
  expect(answer.headers.location).toBe('https://boards.example.com/api/me/?a=1')
})

test('is healthy, ready, and not ready any more once it drains', async () => {
  expect((await call(app, 'GET', '/healthz')).status).toBe(200)
  expect((await call(app, 'GET', '/readyz')).status).toBe(200)
  const stopping = await buildTestApp(database.db, [])
  stopping.startDraining()
  expect((await call(stopping, 'GET', '/readyz')).status).toBe(503)
  expect((await call(stopping, 'GET', '/healthz')).status).toBe(200)
  await stopping.close()
})
