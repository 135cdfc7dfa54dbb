import { SetupState } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { seedDemo } from '../../demo/seedDemo'
import { settleDemoAccess } from '../../demo/demoAccess'
import { Outbox } from '../../ground/mails/outbox'
import { buildTestApp, call, useTestDatabase } from '../../testing'
import { accountsRoutes } from './accounts.routes'
import { newSetupCode, setupLines, setupRoutes } from './setup.routes'

const database = useTestDatabase()
const hourMs = 3_600_000
const publicUrl = 'https://boards.example.com'
const others = { demo: false, isLocal: false }

let now: number
let app: FastifyInstance

const build = () => {
  const { db } = database
  return buildTestApp(db, [
    accountsRoutes({
      db,
      outbox: new Outbox(),
      publicUrl,
      limits: { registrationsPerAddress: 1000, loginsPerAddress: 1000 },
    }),
    setupRoutes({ db, config: { publicUrl, needsPublicUrl: false }, now: () => now }),
  ])
}

beforeEach(async () => {
  now = Date.now()
  await sql`truncate users, setup_codes, call_windows cascade`.execute(database.db)
  app = await build()
})
afterEach(() => app.close())

const owner = {
  username: 'first',
  password: 'Sup3r!secret',
  first_name: 'Ann',
  last_name: 'Bell',
  email: 'first@example.com',
}
const setUp = (code: string, fields: object = {}) =>
  call(app, 'POST', '/api/setup/', { body: { ...owner, code, ...fields } })
const register = () =>
  call(app, 'POST', '/api/account/register/', {
    body: { ...owner, username: 'stranger', email: 'stranger@example.com' },
  })
const isOpen = async () => v.parse(SetupState, (await call(app, 'GET', '/api/setup/')).body).is_open
const refused = { status: 400, body: { code: [expect.stringMatching(/^This is not the code/)] } }

test('ACC-25 the printed code makes the first account, confirmed without a mail, however it is typed', async () => {
  const code = (await newSetupCode(database.db, others, now))!
  expect(setupLines(code, publicUrl)).toEqual([expect.stringContaining(`${publicUrl}/setup  (code ${code},`)])
  expect(await isOpen()).toBe(true)
  expect(await setUp(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toMatchObject({
    status: 201,
    body: { id: expect.any(Number) },
  })
  const made = await database.db
    .selectFrom('users')
    .select(['verified_at', 'is_operator'])
    .where('username', '=', 'first')
    .executeTakeFirstOrThrow()
  expect(made).toEqual({ verified_at: new Date(now), is_operator: true })
  expect((await call(app, 'POST', '/api/auth/', { body: owner })).status).toBe(200)
})

test('ACC-25 it works once, also of two at the same time, and with it go those of other processes', async () => {
  const [code, another] = [
    (await newSetupCode(database.db, others, now))!,
    (await newSetupCode(database.db, others, now))!,
  ]
  const answers = await Promise.all([setUp(code), setUp(another, { username: 'second', email: 'second@example.com' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  expect(await isOpen()).toBe(false)
  for (const used of [code, another])
    expect(await setUp(used, { username: 'third', email: 'third@example.com' })).toMatchObject(refused)
  expect(setupLines(await newSetupCode(database.db, others, now), publicUrl)).toEqual([])
})

test.each(['', 'AAAA-AAAA-AAAA', '%'])('ACC-25 %j is not the code', async (code) => {
  await newSetupCode(database.db, others, now)
  expect(await setUp(code)).toMatchObject({ status: 400, body: { code: [expect.any(String)] } })
  expect(await isOpen()).toBe(true)
})

test('ACC-25 a code is good for a day; what was refused for another reason leaves it good', async () => {
  const code = (await newSetupCode(database.db, others, now))!
  expect(await setUp(code, { email: 'first' })).toMatchObject({
    status: 400,
    body: { email: ['Please input correct email'] },
  })
  expect(await setUp(code, { password: 'Password1!' })).toMatchObject({
    status: 400,
    body: { password: [expect.any(String)] },
  })
  now += 24 * hourMs
  expect(await setUp(code)).toMatchObject(refused)
  const fresh = (await newSetupCode(database.db, others, now))!
  expect((await setUp(fresh)).status).toBe(201)
})

test('ACC-25 until then nobody registers; guesses are limited by address', async () => {
  await newSetupCode(database.db, others, now)
  expect(await register()).toMatchObject({
    status: 400,
    body: { non_field_errors: [expect.stringContaining('opens /setup first')] },
  })
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1)
    statuses.push((await setUp('AAAA-AAAA-AAAA', { password: 'short' })).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

test.each([
  ['on this machine alone', { demo: false, isLocal: true }],
  ['with a demo', { demo: true, isLocal: false }],
])('ACC-25 %s there is no code, and anybody registers', async (_where, config) => {
  await newSetupCode(database.db, others, now)
  expect(await newSetupCode(database.db, config, now)).toBeUndefined()
  expect([await isOpen(), (await register()).status]).toEqual([false, 201])
})

test('ACC-25 the locked account of an earlier demo is not one that somebody has', async () => {
  await seedDemo({ db: database.db })
  expect(await newSetupCode(database.db, others, now)).toBeUndefined()
  await settleDemoAccess(database.db, others)
  const code = (await newSetupCode(database.db, others, now))!
  expect((await setUp(code)).status).toBe(201)
})
