import type { FastifyInstance } from 'fastify'
import { accountsRoutes } from '../../core/accounts/accounts.routes'
import { buildTestApp, call, makeUser, useTestDatabase } from '../../testing'
import { Outbox } from '../mails/outbox'

const database = useTestDatabase()
let app: FastifyInstance

beforeAll(async () => {
  app = await buildTestApp(database.db, [accountsRoutes({ db: database.db, outbox: new Outbox(), publicUrl: 'http://localhost' })], { isLimited: false })
})
afterAll(() => app.close())

test.each([
  ['joiners between letters that they join', `\u0915${'\u200C'.repeat(30_000)}\u0915`],
  ['marks that have to be put in order', `a${'\u0301'.repeat(15_000)}${'\u0323'.repeat(15_000)}`],
])('RUN-05 a stranger’s text of nothing but %s is refused before anything looks at it closely: all others would wait', async (_what, first_name) => {
  const { status, body } = await call(app, 'POST', '/api/account/register/', { body: { username: 'ada', password: 'Sup3r!secret', first_name, last_name: 'Bell', email: 'ada@example.com' } })
  expect([status, body]).toEqual([400, { non_field_errors: ['The request contains characters that are not accepted'] }])
})

test.each(['नमस्ते', 'می‌خواهم', 'क्‍ष', '👩‍👩‍👧‍👦', `e${'\u0301'.repeat(30)}`])('%s is a name', async (display_name) => {
  const user = await makeUser(database.db)
  const { status } = await call(app, 'PATCH', '/api/user_profile/update/', { token: user.token, body: { display_name } })
  expect(status).toBe(200)
})
