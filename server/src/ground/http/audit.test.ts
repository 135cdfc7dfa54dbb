import { listOf, SecurityEvent } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { accountsRoutes } from '../../core/accounts/accounts.routes'
import { Outbox } from '../mails/outbox'
import { buildTestApp, call, makeUser, useTestDatabase } from '../../testing'
import { tidy } from '../../tidy'
import { hashOf } from './actors'
import { forbidden } from './refusals'

const database = useTestDatabase()
const lines: string[] = []
let app: FastifyInstance

beforeAll(async () => {
  const config = { publicUrl: 'http://localhost:3000', proxies: 0, logLevel: 'info' as const }
  const closed = async (area: FastifyInstance) =>
    void area.get('/api/closed/:id', async () => Promise.reject(forbidden()))
  app = await buildTestApp(
    database.db,
    [
      accountsRoutes({ db: database.db, outbox: new Outbox(), publicUrl: '', limits: { failuresPerAccount: 2 } }),
      closed,
    ],
    {
      config,
      logStream: { write: (line) => void lines.push(line) },
    },
  )
})
beforeEach(() => void lines.splice(0))
afterAll(() => app.close())

const told = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const password = 'Sup3r!secret'

test('OPS-01 logins, failures, lockouts and refusals are in the log, and nothing that was typed', async () => {
  await call(app, 'POST', '/api/account/register/', {
    body: { username: 'audited', password, first_name: 'A', last_name: 'B', email: 'audited@example.com' },
  })
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'audited')
    .executeTakeFirstOrThrow()
  const login = (given: string, username = 'audited') =>
    call(app, 'POST', '/api/auth/', { body: { username, password: given } })
  const { token } = (await login(password)).body as { token: string }
  for (let count = 0; count < 3; count += 1) await login('Wr0ng!secret')
  await login('Wr0ng!secret', 'my-real-passw0rd')
  await call(app, 'POST', '/api/account/change-password/', {
    token,
    body: { password, new_password: 'N3w!passphrase' },
  })
  await call(app, 'GET', '/api/closed/8', { token })
  await call(app, 'POST', '/api/auth/logout/', { token })

  const info = 30
  const warn = 40
  const from = '127.0.0.1'
  expect(
    told().map(({ level, audit, status, user, from: address }) => ({ level, audit, status, user, from: address })),
  ).toEqual([
    { level: info, audit: 'account made', status: 201, user: id },
    { level: info, audit: 'login', status: 200, user: id },
    { level: info, audit: 'login', status: 400, user: id, from },
    { level: info, audit: 'login', status: 400, user: id, from },
    { level: warn, audit: 'login', status: 429, user: id, from },
    { level: info, audit: 'login', status: 400, user: undefined, from },
    { level: info, audit: 'password changed', status: 204, user: id },
    { level: info, audit: 'refused', status: 403, user: id, from },
    { level: info, audit: 'logout', status: 204, user: id },
  ])
  for (const secret of [password, 'Wr0ng', 'my-real-passw0rd', 'N3w!', token, 'audited@example.com'])
    expect(lines.join('')).not.toContain(secret)
})

test('OPS-01 who may do nothing wrong leaves no line', async () => {
  const { token } = await makeUser(database.db)
  await call(app, 'GET', '/api/user_profile/get/', { token })
  await call(app, 'GET', '/api/nothing/', { token })
  expect(lines).toEqual([])
})

test('ACC-26 the trail has it too, for its owner alone; refusals of an hour are one line, and nothing that was typed is kept', async () => {
  const { db } = database
  const { token: stranger } = await makeUser(db)
  await db.deleteFrom('security_events').execute()
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' }
  await call(app, 'POST', '/api/account/register/', {
    body: { username: 'trailed', password, first_name: 'A', last_name: 'B', email: 'trailed@example.com' },
  })
  const login = (given: string) =>
    call(app, 'POST', '/api/auth/', { body: { username: 'trailed', password: given }, headers: firefox })
  for (let count = 0; count < 4; count += 1) await login('Wr0ng!secret')
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'trailed').executeTakeFirstOrThrow()
  const token = 'a-token-of-trailed'
  await db
    .insertInto('tokens')
    .values({ hash: hashOf(token), user_id: id })
    .execute()
  await call(app, 'POST', '/api/account/change-password/', {
    token,
    body: { password, new_password: 'N3w!passphrase' },
    headers: firefox,
  })

  const read = async (by: string) =>
    v.parse(
      listOf(v.strictObject(SecurityEvent.entries)),
      (await call(app, 'GET', '/api/account/activity/', { token: by })).body,
    ).results
  // Events are stored after the answer.
  while ((await read(token)).reduce((sum, { times }) => sum + times, 0) < 6) await new Promise(setImmediate)
  const events = await read(token)
  const shown = (wanted: string) =>
    events.filter(({ event }) => event === wanted).map(({ refused, device }) => ({ refused, device }))
  expect([shown('account made'), shown('password changed')]).toEqual([
    [{ refused: false, device: '' }],
    [{ refused: false, device: 'Firefox on Linux' }],
  ])
  // Two were wrong, two came too often: of each a line, or two where the clock strikes in between.
  expect(shown('login').every((line) => line.refused && line.device === 'Firefox on Linux')).toBe(true)
  expect(shown('login').length).toBeLessThan(4)
  expect(await read(stranger)).toEqual([])
  const kept = JSON.stringify(await db.selectFrom('security_events').selectAll().execute())
  for (const secret of [password, 'Wr0ng', 'N3w!', token, 'trailed']) expect(kept).not.toContain(secret)

  await tidy(db, Date.now() + 181 * 86_400_000)
  expect(await db.selectFrom('security_events').select('id').execute()).toEqual([])
})
