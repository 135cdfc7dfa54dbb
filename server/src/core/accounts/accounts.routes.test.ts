import { listOf, Profile, User } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as v from 'valibot'
import { Outbox } from '../../ground/mails/outbox'
import { buildTestApp, call, makeUser, useTestDatabase } from '../../testing'
import { accountsRoutes } from './accounts.routes'

const database = useTestDatabase()
let app: FastifyInstance

const build = (failuresPerAccount = 1000) =>
  buildTestApp(database.db, [
    accountsRoutes({
      db: database.db,
      outbox: new Outbox(),
      publicUrl: 'http://localhost:3000',
      limits: { loginsPerAddress: 1000, failuresPerAccount, registrationsPerAddress: 1000 },
    }),
  ])

beforeAll(async () => {
  app = await build()
})
afterAll(() => app.close())

const ann = {
  username: 'Änn',
  password: 'Sup3r!secret',
  first_name: 'Ann',
  last_name: 'Bell',
  email: 'ann@example.com',
  initials: 'AB',
  display_name: '',
}
const register = (fields: object) => call(app, 'POST', '/api/account/register/', { body: { ...ann, ...fields } })
const login = (username: string, password: string, on = app) =>
  call(on, 'POST', '/api/auth/', { body: { username, password } })
const tokenOf = async (username: string, password = ann.password) =>
  ((await login(username, password)).body as { token: string }).token

describe('API-01 registering', () => {
  test('answers an id and does not sign in', async () => {
    const answer = await register({})
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(Number) } })
    expect(Object.keys(answer.body as object)).toEqual(['id'])
  })

  test.each([
    ['API-10 a username that cannot be seen', { username: '\u200B' }, { username: ['Username should not be empty'] }],
    ['API-10 no username', { username: ' ' }, { username: ['Username should not be empty'] }],
    ['API-10 no email', { email: '' }, { email: ['Email should not be empty'] }],
    ['API-10 null for an email', { email: null }, { email: ['Email should not be empty'] }],
    ['API-10 null for a first name', { first_name: null }, { first_name: ['First name should not be empty'] }],
    ['API-10 no real email', { email: 'ann@example' }, { email: ['Please input correct email'] }],
    [
      'ACC-15 another spelling of an address',
      { email: '<ann@example.com>' },
      { email: ['Please input correct email'] },
    ],
    ['API-10 no first name', { first_name: '' }, { first_name: ['First name should not be empty'] }],
    ['API-10 no last name', { last_name: undefined }, { last_name: ['Last name should not be empty'] }],
    [
      'API-10 a weak password',
      { password: 'password1!' },
      {
        password: [
          'Password must be at least 8 characters long and include at least one letter, one number and one symbol',
        ],
      },
    ],
    ['API-10 long initials', { initials: 'ABCD' }, { initials: ['Initials must less than 4 characters'] }],
    ['API-10 a wrong type', { first_name: 7 }, { first_name: ['This value is not accepted'] }],
    [
      'a username that differs in case only',
      { username: 'äNN', email: 'other@example.com' },
      { username: ['This username is already taken'] },
    ],
    [
      'an email that differs in case only',
      { username: 'other', email: 'ANN@example.com' },
      { email: ['This email address is already in use'] },
    ],
  ])('%s', async (_title, fields, errors) => {
    expect(await register(fields)).toMatchObject({ status: 400, body: errors })
  })

  test('API-10 a missing body names every field', async () => {
    const { status, body } = await call(app, 'POST', '/api/account/register/')
    expect(status).toBe(400)
    expect(Object.keys(body as object).sort()).toEqual(['email', 'first_name', 'last_name', 'password', 'username'])
  })

  test('of four at the same time with one name, one wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) => register({ username: 'race', email: `race${at}@example.com` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
  })

  test('id and roles in the body are ignored', async () => {
    const { body } = await register({
      username: 'ids',
      email: 'ids@example.com',
      id: 1,
      user_roles: [],
      verified_at: '2020-01-01',
    })
    expect((body as { id: number }).id).toBeGreaterThan(1)
  })
})

describe('API-01 logging in', () => {
  test('whatever the case of the name', async () => {
    expect(await login('ÄNN', ann.password)).toMatchObject({
      status: 200,
      body: { token: expect.stringMatching(/^[\w-]{43}$/) },
    })
  })

  test.each([
    ['a wrong password', 'Änn', 'Sup3r!secre'],
    ['an unknown name', 'nobody', ann.password],
    ['nothing', '', ''],
    ['a name with a wildcard', '%', ann.password],
  ])('%s', async (_title, username, password) => {
    expect(await login(username, password)).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Incorrect username or password!'] },
    })
  })

  test('a form post is taken too', async () => {
    const answer = await call(app, 'POST', '/api/auth/', {
      body: new URLSearchParams({ username: 'Änn', password: ann.password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(200)
  })

  test('only the hash of a token is kept', async () => {
    const token = await tokenOf('Änn')
    const kept = await database.db.selectFrom('tokens').selectAll().execute()
    expect(
      JSON.stringify(kept.map(({ hash }) => [hash.toString('utf8'), hash.toString('base64url'), hash.toString('hex')])),
    ).not.toContain(token)
  })

  test('logging out makes this token worthless at once, and no other', async () => {
    const [token, other] = [await tokenOf('Änn'), await tokenOf('Änn')]
    const profile = (of: string) => call(app, 'GET', '/api/user_profile/get/', { token: of })
    expect((await profile(token)).status).toBe(200)
    expect(await call(app, 'POST', '/api/auth/logout/', { token })).toMatchObject({ status: 204, text: '' })
    expect((await profile(token)).status).toBe(401)
    expect((await profile(other)).status).toBe(200)
    expect((await call(app, 'POST', '/api/auth/logout/', { token })).status).toBe(204)
  })

  test('guessing is slowed down, per account and address', async () => {
    const strict = await build(3)
    // Each is another text, and the same account.
    for (const name of ['Änn', 'Än\u200Bn', 'A\u0308n\u2060n'])
      expect((await login(name, 'wrong', strict)).status).toBe(400)
    const refused = await login('äNN', ann.password, strict)
    expect(refused).toMatchObject({ status: 429, body: { detail: 'Too many requests' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login('race', ann.password, strict)).status).toBe(200)
    const elsewhere = await call(strict, 'POST', '/api/auth/', {
      body: { username: 'Änn', password: ann.password },
      remoteAddress: '192.0.2.7',
    })
    expect(elsewhere.status).toBe(200)
    await strict.close()
  })

  test('LOAD-03 guessing at several processes is slowed down as at one', async () => {
    const processes = [await build(4), await build(4)]
    const statuses = []
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await login('guessed', 'wrong', processes[guess % 2])).status)
    expect(statuses).toEqual([400, 400, 400, 400, 429, 429])
    for (const each of processes) await each.close()
  })
})

describe('API-03 users', () => {
  let token: string
  beforeAll(async () => {
    token = await tokenOf('Änn')
  })

  test('LOAD-06 names are found through an index', async () => {
    const { db } = database
    const plan = await db.connection().execute(async (one) => {
      await sql`set enable_seqscan = off`.execute(one)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select id from users where username ilike '%steve%' or coalesce(nullif(display_name, ''), first_name || ' ' || last_name) ilike '%steve%'
      `.execute(one)
      await sql`reset enable_seqscan`.execute(one)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/Bitmap Index Scan on users_names[\s\S]*Bitmap Index Scan on users_names/)
  })

  test('LOAD-12 a search counts 10,000 users at most', async () => {
    const { db } = database
    await sql`insert into users (username, email, password_hash, first_name, last_name) select 'crowd' || n, 'crowd' || n || '@example.com', '-', 'Crowd', '' from generate_series(1, 10001) n`.execute(
      db,
    )
    const page = async (offset: number) =>
      (await call(app, 'GET', `/api/user?search=crowd&limit=10&offset=${offset}`, { token })).body as {
        count: number
        next: string | null
        results: unknown[]
      }
    expect(await page(0)).toMatchObject({ count: 10_000, next: '/api/user?search=crowd&limit=10&offset=10' })
    expect(await page(9_990)).toMatchObject({ count: 10_000, next: null })
    await db.deleteFrom('users').where('username', 'like', 'crowd%').execute()
  })

  test('the own profile', async () => {
    const { status, body } = await call(app, 'GET', '/api/user_profile/get/', { token })
    expect(status).toBe(200)
    expect(v.parse(Profile, body)).toMatchObject({
      username: 'Änn',
      first_name: 'Ann',
      cached_display_name: 'Ann Bell',
      initials: 'AB',
      ifpa_id: null,
    })
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/)
  })

  test('API-03 another user, with or without a slash: never the email, and no name that is not shown anyway', async () => {
    const named = await makeUser(database.db, { username: 'steve', display_name: 'Steve R.' })
    const unnamed = await makeUser(database.db, { username: 'pat' })
    const read = async (url: string) =>
      v.parse(v.strictObject(User.entries), (await call(app, 'GET', url, { token })).body)
    for (const url of [`/api/user/${named.id}`, `/api/user/${named.id}/`]) {
      expect(await read(url)).toEqual({
        id: named.id,
        username: 'steve',
        cached_display_name: 'Steve R.',
        display_name: 'Steve R.',
        first_name: '',
        last_name: '',
        initials: '',
        profile_picture: null,
        user_roles: [{ user: named.id, role: 'owner' }],
      })
    }
    const shown = await read(`/api/user/${unnamed.id}`)
    expect(shown).toMatchObject({ cached_display_name: 'Pat Lawlor', first_name: 'Pat', last_name: 'Lawlor' })
    expect(shown).not.toHaveProperty('email')
  })

  test('API-03 oneself, with everything', async () => {
    const own = await makeUser(database.db, {
      username: 'own',
      display_name: 'The owner',
      first_name: 'Olive',
      last_name: 'Own',
    })
    const { body } = await call(app, 'GET', `/api/user/${own.id}`, { token: own.token })
    expect(body).toMatchObject({ email: 'own@example.com', first_name: 'Olive', last_name: 'Own' })
    const found = await call(app, 'GET', '/api/user?search=the%20owner', { token: own.token })
    expect(found.body).toMatchObject({ results: [{ email: 'own@example.com', first_name: 'Olive' }] })
    expect((await call(app, 'GET', '/api/user?search=the%20owner', { token })).text).not.toMatch(/example|Olive/)
  })

  test.each([
    ['part of the username', 'TEV', ['steve']],
    ['part of the shown name', 'steve r', ['steve']],
    ['first and last name where no other is shown', 'ann bell', ['race', 'ids', 'Änn'].sort()],
    ['a name that is not shown', 'olive', []],
    ['an email', 'example.com', []],
    ['wildcards as they are', '%%', []],
  ])('search: %s', async (_title, search, names) => {
    const { status, body } = await call(
      app,
      'GET',
      `/api/user?ordering=usernames&search=${encodeURIComponent(search)}`,
      { token },
    )
    expect(status).toBe(200)
    const found = v.parse(listOf(v.strictObject(User.entries)), body)
    expect(found.results.map(({ username }) => username).sort()).toEqual(names)
    expect(found.count).toBe(names.length)
  })

  test('a search takes two characters and a known ordering', async () => {
    expect(await call(app, 'GET', '/api/user?search=a', { token })).toMatchObject({
      status: 400,
      body: { search: ['At least 2 characters'] },
    })
    expect(await call(app, 'GET', '/api/user?search=ab&ordering=password', { token })).toMatchObject({
      status: 400,
      body: { ordering: ['Unknown ordering'] },
    })
    expect((await call(app, 'GET', '/api/user', { token })).body).toMatchObject({ count: 0, results: [] })
    expect(await call(app, 'GET', '/api/user/999999', { token })).toMatchObject({
      status: 404,
      body: { detail: 'Item not found.' },
    })
  })
})
