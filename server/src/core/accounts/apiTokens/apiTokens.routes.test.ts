import { ApiToken, listOf, NewApiToken } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { hashOf } from '../../../ground/http/auth'
import { Outbox } from '../../../ground/mails/outbox'
import { buildTestApp, call, makeApiToken, makeUser, useTestDatabase } from '../../../testing'
import { accountsRoutes } from '../accounts.routes'
import { countsRoutes } from '../counts.routes'

const database = useTestDatabase()
const password = 'Sup3r!secret'
let app: FastifyInstance

beforeAll(async () => {
  const { db } = database
  app = await buildTestApp(
    db,
    [accountsRoutes({ db, outbox: new Outbox(), publicUrl: 'http://localhost:3000' }), countsRoutes({ db })],
    { isLimited: false },
  )
})
afterAll(() => app.close())

const make = (token: string, body: object) => call(app, 'POST', '/api/token/', { token, body })
const list = async (token: string) =>
  v.parse(listOf(v.strictObject(ApiToken.entries)), (await call(app, 'GET', '/api/token/', { token })).body)
const revoke = (token: string, id: number) => call(app, 'DELETE', `/api/token/${id}/`, { token })
/** The status of a call that takes `read`. */
const counts = async (token: string) => (await call(app, 'GET', '/api/counts/', { token })).status
const ended = 'This API token is unknown, was revoked or has ended. Make a new one on your profile.'

test('TOK-01 TOK-02 a token is shown once, kept as a hash, and listed with what it may do, its last use and its end', async () => {
  const { db } = database
  const { id: userId, token: login } = await makeUser(db)
  const expires_at = '2099-01-01T00:00:00.000Z'
  const answer = await make(login, { name: ' My  wall ', scopes: ['tvs', 'read', 'read'], expires_at })
  expect(answer.status).toBe(201)
  const { token, ...made } = v.parse(v.strictObject(NewApiToken.entries), answer.body)
  expect(token).toMatch(/^multiball_[\w-]{43}$/)
  expect(made).toMatchObject({ name: 'My  wall', scopes: ['read', 'tvs'], used_at: null, expires_at })
  const stored = await db.selectFrom('api_tokens').selectAll().where('user_id', '=', userId).execute()
  expect(stored).toMatchObject([{ hash: hashOf(token) }])
  expect(JSON.stringify(stored)).not.toContain(token)

  expect(await counts(token)).toBe(200)
  const { results } = await list(login)
  expect(results).toEqual([{ ...made, used_at: expect.any(String) }])

  expect((await list((await makeUser(db)).token)).results).toEqual([])
  expect((await revoke(login, made.id)).status).toBe(204)
  expect((await revoke(login, made.id)).status).toBe(404)
  expect(await call(app, 'GET', '/api/counts/', { token })).toMatchObject({ status: 401, body: { detail: ended } })
})

test.each([
  ['nothing', {}, ['name', 'scopes']],
  ['a blank name', { name: ' \u200b', scopes: ['read'] }, ['name']],
  ['a long name', { name: 'x'.repeat(81), scopes: ['read'] }, ['name']],
  ['no scope', { name: 'a', scopes: [] }, ['scopes']],
  ['an unknown scope', { name: 'a', scopes: ['read', 'all'] }, ['scopes']],
  ['an end that is over', { name: 'a', scopes: ['read'], expires_at: '2020-01-01T00:00:00Z' }, ['expires_at']],
  ['an end that is no moment', { name: 'a', scopes: ['read'], expires_at: 'tomorrow' }, ['expires_at']],
])('TOK-01 with %s none is made, and what is wrong is named', async (_what, body, fields) => {
  const { token } = await makeUser(database.db)
  const answer = await make(token, body)
  expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, fields])
  expect((await list(token)).count).toBe(0)
})

test('TOK-05 a token that is unknown or has ended is said to be, also where everyone may call', async () => {
  const { id } = await makeUser(database.db)
  const over = await makeApiToken(database.db, id, ['read'], { expires_at: new Date(Date.now() - 1) })
  for (const token of [over, 'multiball_nobody-has-this'])
    expect(await call(app, 'GET', '/api/counts/', { token })).toMatchObject({
      status: 401,
      body: { detail: ended },
      headers: { 'www-authenticate': 'Token' },
    })
})

test('TOK-06 a new password ends all tokens, and so does the end of the account; none is made by a login that has ended', async () => {
  const { db } = database
  const user = await makeUser(db, { password, verified_at: new Date() })
  const first = await makeApiToken(db, user.id, ['read'])
  expect(await counts(first)).toBe(200)
  const change = { password, new_password: 'N3w!passphrase' }
  expect((await call(app, 'POST', '/api/account/change-password/', { token: user.token, body: change })).status).toBe(
    204,
  )
  expect(await counts(first)).toBe(401)

  const second = await makeApiToken(db, user.id, ['read'])
  expect(await counts(second)).toBe(200)
  // This process believes the login for a moment longer.
  await db.deleteFrom('tokens').where('user_id', '=', user.id).execute()
  expect((await make(user.token, { name: 'late', scopes: ['read'] })).status).toBe(401)
  const body = { password: 'N3w!passphrase' }
  expect((await call(app, 'POST', '/api/account/delete/', { token: user.token, body })).status).toBe(204)
  expect(await counts(second)).toBe(401)
})

test('TOK-07 an account has 50 at most', async () => {
  const { id, token } = await makeUser(database.db)
  for (let count = 0; count < 49; count += 1) await makeApiToken(database.db, id, ['read'])
  const answers = await Promise.all([1, 2].map(() => make(token, { name: 'a', scopes: ['read'] })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  expect(answers.find(({ status }) => status === 400)!.body).toEqual({
    non_field_errors: ['You have 50 API tokens, which is the most allowed'],
  })
})

test('TOK-08 what is made, revoked and refused stands in the activity', async () => {
  const { db } = database
  const { id: userId, token: login } = await makeUser(db)
  const { id, token } = (await make(login, { name: 'a', scopes: ['read'] })).body as NewApiToken
  expect((await make(token, { name: 'b', scopes: ['read'] })).status).toBe(403)
  expect((await revoke(login, id)).status).toBe(204)
  const trail = () =>
    db.selectFrom('security_events').select(['event', 'status']).where('user_id', '=', userId).orderBy('id').execute()
  // Noted after the answer.
  let events = await trail()
  while (events.length < 3) events = await trail()
  expect(events.map(({ event, status }) => `${event} ${status}`).sort()).toEqual([
    'API token made 201',
    'API token made 403',
    'API token revoked 204',
  ])
})
