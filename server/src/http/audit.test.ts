import type { FastifyInstance } from 'fastify'
import { accountsRoutes } from '../accounts/accounts.routes'
import { Outbox } from '../mails/outbox'
import { buildTestApp, call, makeUser, useTestDatabase } from '../testing'
import { forbidden } from './refusals'

const database = useTestDatabase()
const lines: string[] = []
let app: FastifyInstance

beforeAll(async () => {
  const config = { publicUrl: 'http://localhost:3000', proxies: 0, logLevel: 'info' as const }
  const closed = async (area: FastifyInstance) => void area.get('/api/closed/:id', async () => Promise.reject(forbidden()))
  app = await buildTestApp(database.db, [accountsRoutes({ db: database.db, outbox: new Outbox(), publicUrl: '', limits: { failuresPerAccount: 2 } }), closed], {
    config,
    logStream: { write: (line) => void lines.push(line) },
  })
})
beforeEach(() => void lines.splice(0))
afterAll(() => app.close())

const told = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const password = 'Sup3r!secret'

test('OPS-01 logins, failures, lockouts and refusals are in the log, and nothing that was typed', async () => {
  await call(app, 'POST', '/api/account/register/', { body: { username: 'audited', password, first_name: 'A', last_name: 'B', email: 'audited@example.com' } })
  const { id } = await database.db.selectFrom('users').select('id').where('username', '=', 'audited').executeTakeFirstOrThrow()
  const login = (given: string, username = 'audited') => call(app, 'POST', '/api/auth/', { body: { username, password: given } })
  const { token } = (await login(password)).body as { token: string }
  for (let count = 0; count < 3; count += 1) await login('Wr0ng!secret')
  await login('Wr0ng!secret', 'my-real-passw0rd')
  await call(app, 'POST', '/api/account/change-password/', { token, body: { password, new_password: 'N3w!passphrase' } })
  await call(app, 'GET', '/api/closed/8', { token })
  await call(app, 'POST', '/api/auth/logout/', { token })

  const info = 30
  const warn = 40
  const from = '127.0.0.1'
  expect(told().map(({ level, audit, status, user, from: address }) => ({ level, audit, status, user, from: address }))).toEqual([
    { level: info, audit: 'account made', status: 201, user: id },
    { level: info, audit: 'login', status: 200, user: id },
    { level: info, audit: 'login', status: 400, user: id, from },
    { level: info, audit: 'login', status: 400, user: id, from },
    { level: warn, audit: 'login', status: 429, user: undefined, from },
    { level: info, audit: 'login', status: 400, user: undefined, from },
    { level: info, audit: 'password changed', status: 204, user: id },
    { level: info, audit: 'refused', status: 403, user: id, from },
    { level: info, audit: 'logout', status: 204, user: id },
  ])
  for (const secret of [password, 'Wr0ng', 'my-real-passw0rd', 'N3w!', token, 'audited@example.com']) expect(lines.join('')).not.toContain(secret)
})

test('OPS-01 who may do nothing wrong leaves no line', async () => {
  const { token } = await makeUser(database.db)
  await call(app, 'GET', '/api/user_profile/get/', { token })
  await call(app, 'GET', '/api/nothing/', { token })
  expect(lines).toEqual([])
})
