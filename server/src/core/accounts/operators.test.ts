import { Operators, Profile } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { Outbox } from '../../ground/mails/outbox'
import { buildTestApp, call, makeUser, useTestDatabase } from '../../testing'
import { accountsRoutes } from './accounts.routes'
import { operatorsRoutes } from './operators.routes'
import { leaving } from './passwords'

const database = useTestDatabase()
const password = 'Sup3r!secret'
let app: FastifyInstance
let maria: Awaited<ReturnType<typeof makeUser>>
let ann: Awaited<ReturnType<typeof makeUser>>

beforeAll(async () => {
  const { db } = database
  app = await buildTestApp(db, [operatorsRoutes({ db }), accountsRoutes({ db, outbox: new Outbox(), publicUrl: '' })])
})
afterAll(() => app.close())
beforeEach(async () => {
  const { db } = database
  await db.updateTable('users').set({ is_operator: false }).execute()
  maria = await makeUser(db, { is_operator: true, password })
  ann = await makeUser(db, { password })
})

const path = '/api/platform/operators/'
const list = async (token: string) =>
  v.parse(Operators, (await call(app, 'GET', path, { token })).body).operators.map(({ username }) => username)
const mayChange = async (token: string) =>
  v.parse(Profile, (await call(app, 'GET', '/api/user_profile/get/', { token })).body).is_operator

test('PLT-01 an operator makes others operators, who know it and may do the same at once', async () => {
  expect([await mayChange(maria.token), await mayChange(ann.token)]).toEqual([true, false])
  expect((await call(app, 'POST', path, { token: ann.token, body: { username: ann.username } })).status).toBe(403)
  expect(
    (await call(app, 'POST', path, { token: maria.token, body: { username: ann.username.toUpperCase() } })).status,
  ).toBe(200)
  expect(await mayChange(ann.token)).toBe(true)
  expect(await list(ann.token)).toEqual([maria.username, ann.username].sort())
  expect((await call(app, 'DELETE', `${path}${maria.id}/`, { token: ann.token })).status).toBe(204)
  expect((await call(app, 'GET', path, { token: maria.token })).status).toBe(403)
})

test('PLT-01 nobody is made one who is not there, and one operator stays, also of two who end each other', async () => {
  for (const username of ['nobody-of-this-name', '']) {
    expect(await call(app, 'POST', path, { token: maria.token, body: { username } })).toMatchObject({
      status: 400,
      body: { username: [expect.any(String)] },
    })
  }
  expect((await call(app, 'DELETE', `${path}${maria.id}/`, { token: maria.token })).status).toBe(409)
  expect((await call(app, 'DELETE', `${path}${ann.id}/`, { token: maria.token })).status).toBe(404)
  await call(app, 'POST', path, { token: maria.token, body: { username: ann.username } })
  const answers = await Promise.all([
    call(app, 'DELETE', `${path}${maria.id}/`, { token: ann.token }),
    call(app, 'DELETE', `${path}${ann.id}/`, { token: maria.token }),
  ])
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect((await database.db.selectFrom('users').select('id').where('is_operator', '=', true).execute()).length).toBe(1)
})

test('PLT-01 an account that is being removed is not made one: nobody would be left', async () => {
  await database.db.updateTable('users').set({ password_hash: leaving }).where('id', '=', ann.id).execute()
  expect(await call(app, 'POST', path, { token: maria.token, body: { username: ann.username } })).toMatchObject({
    status: 400,
    body: { username: ['No account has this username'] },
  })
  expect((await call(app, 'DELETE', `${path}${maria.id}/`, { token: maria.token })).status).toBe(409)
})

const end = ({ token }: typeof maria) => call(app, 'POST', '/api/account/delete/', { token, body: { password } })

test('PLT-08 the only operator of a server with other accounts does not delete their own; one of two does, also of two at once', async () => {
  expect(await end(maria)).toMatchObject({
    status: 409,
    body: { detail: 'You are the only operator of this server. Make another account one first, on the page Platform.' },
  })
  expect(await mayChange(maria.token)).toBe(true)
  await call(app, 'POST', path, { token: maria.token, body: { username: ann.username } })
  expect((await Promise.all([end(maria), end(ann)])).map(({ status }) => status).sort()).toEqual([204, 409])
})

test('PLT-08 whoever is alone on a server deletes their account', async () => {
  const { db } = database
  await db.deleteFrom('users').where('id', '<>', maria.id).execute()
  expect((await end(maria)).status).toBe(204)
})
