import { MailAnswer, VerifyLink } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import * as v from 'valibot'
import { withoutSecrets } from '../../ground/http/errors'
import { MailSender } from '../../ground/mails/mailSender'
import { Outbox } from '../../ground/mails/outbox'
import { smtpTransport } from '../../ground/mails/smtp'
import { buildTestApp, call, makeUser, useTestDatabase } from '../../testing'
import { startMailServer } from '../../testing/mailServer'
import type { MailServer } from '../../testing/mailServer'
import { accountsRoutes } from './accounts.routes'
import { addressHash, removeOldLinks } from './links.store'

const database = useTestDatabase()
const publicUrl = 'https://boards.example.com'
const limits = { mailsPerAddress: 1000, linksPerAddress: 1000, registrationsPerAddress: 1000, loginsPerAddress: 1000 }
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const clock = { now: Date.now() }
const now = () => clock.now

let mailServer: MailServer
let app: FastifyInstance
let sender: MailSender
const outbox = new Outbox()
const build = () => buildTestApp(database.db, [accountsRoutes({ db: database.db, outbox, publicUrl, now, limits })])

const pass = (ms: number) => void (clock.now += ms)

beforeAll(async () => {
  mailServer = await startMailServer()
  sender = new MailSender({
    db: database.db,
    transport: smtpTransport(mailServer.url, 'Multiball <no-reply@boards.example.com>'),
  })
  outbox.onWake(() => void sender.wake())
  app = await build()
})
beforeEach(() => pass(Date.now() - clock.now))
afterAll(async () => {
  await sender.stop()
  await app.close()
  await mailServer.close()
})

const password = 'Sup3r!secret'
const register = (username: string, fields: object = {}) =>
  call(app, 'POST', '/api/account/register/', {
    body: { username, password, first_name: 'Ann', last_name: 'Bell', email: `${username}@example.com`, ...fields },
  })
const login = (username: string, given = password) =>
  call(app, 'POST', '/api/auth/', { body: { username, password: given } })
const tokenOf = async (username: string) => ((await login(username)).body as { token: string }).token
const ask = (purpose: 'verify' | 'reset', email: string) =>
  call(
    app,
    'POST',
    purpose === 'verify' ? '/api/account/send-verification-email/' : '/api/account/send-reset-password-link/',
    { body: { email } },
  )
const look = (token: string) => call(app, 'GET', `/api/account/verify/${token}/`)
const lookAtReset = (token: string) => call(app, 'GET', `/api/account/reset-password/${token}/`)
const confirm = (token: string) => call(app, 'POST', `/api/account/verify/${token}/`)
const reset = (token: string, given = 'N3w!password') =>
  call(app, 'POST', '/api/account/reset-password/', { body: { token, password: given } })
const profile = (token: string) => call(app, 'GET', '/api/user_profile/get/', { token })
const sent = async () =>
  database.db
    .selectFrom('mails')
    .select('id')
    .execute()
    .then((mails) => mails.length)

/** The next mail, and the link in it. @param to whose it is, where one of another test may come late */
async function mailed(path: 'verify' | 'reset-password', to?: string) {
  let mail = await mailServer.next()
  while (to !== undefined && mail.recipients[0] !== to) mail = await mailServer.next()
  const { message, recipients } = mail
  const token = new RegExp(`^${publicUrl}/${path}/([\\w-]{22,})$`, 'm').exec(message.text ?? '')?.[1]
  return { token: token ?? '', text: message.text ?? '', subject: message.subject, recipient: recipients[0] }
}

const gone = { status: 404, body: { detail: 'Item not found.' } }
const outdated = { status: 400, body: { token: ['This link no longer works. Please request a new one.'] } }

describe('LOG-09 confirming an address', () => {
  test('LOG-06 registering mails a link, which shows whose it is and confirms once', async () => {
    expect((await register('vera', { email: 'Vera@Example.com' })).status).toBe(201)
    const mail = await mailed('verify')
    expect(mail).toMatchObject({
      recipient: 'Vera@example.com',
      subject: 'Please confirm your email address for Multiball',
    })

    const own = await tokenOf('vera')
    const before = (await profile(own)).body as { verify_before: string }
    expect(Date.parse(before.verify_before) - clock.now).toBeGreaterThan(6.9 * dayMs)

    for (const _ of [1, 2]) expect(await look(mail.token)).toMatchObject({ status: 200, body: { username: 'vera' } })
    expect((await profile(own)).body).toEqual(before)
    const answer = await confirm(mail.token)
    expect(answer.status).toBe(200)
    expect(v.parse(v.strictObject(VerifyLink.entries), answer.body)).toEqual({ username: 'vera' })
    expect((await profile(own)).body).toMatchObject({ verify_before: null })
    expect(await look(mail.token)).toMatchObject(gone)
  })

  test('of several at the same time, or again since the answer was lost, one confirms, and all are told', async () => {
    await register('twice')
    const { token } = await mailed('verify')
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
    for (const answer of [...answers, await confirm(token)])
      expect(answer).toMatchObject({ status: 200, body: { username: 'twice' } })
    await removeOldLinks(database.db, new Date(clock.now))
    expect(await confirm(token)).toMatchObject(gone)
  })

  test.each(['abc', 'x'.repeat(90), '%00', encodeURIComponent("' or 1=1 --")])(
    'a link that never was: %s',
    async (token) => {
      expect(await look(token)).toMatchObject(gone)
      expect(await confirm(token)).toMatchObject(gone)
    },
  )

  test('a link works for 7 days, and a newer one replaces it', async () => {
    await register('late')
    const first = await mailed('verify')
    pass(7 * dayMs - 1000)
    expect((await look(first.token)).status).toBe(200)
    pass(2000)
    expect(await look(first.token)).toMatchObject(gone)
    expect(await confirm(first.token)).toMatchObject(gone)

    await ask('verify', 'late@example.com')
    const second = await mailed('verify')
    await ask('verify', 'late@example.com')
    const third = await mailed('verify')
    expect(await confirm(second.token)).toMatchObject(gone)
    expect((await confirm(third.token)).status).toBe(200)
  })

  test('an account that is not confirmed is switched off after 7 days, and a new link switches it on again', async () => {
    await register('quiet')
    await mailed('verify')
    const token = await tokenOf('quiet')
    expect((await profile(token)).status).toBe(200)

    await database.db
      .updateTable('users')
      .set({ created_at: new Date(clock.now - 7 * dayMs - 1000) })
      .where('username', '=', 'quiet')
      .execute()
    // On another server, which does not remember the token.
    const other = await build()
    expect((await call(other, 'GET', '/api/user_profile/get/', { token })).status).toBe(401)
    expect(await login('quiet')).toMatchObject({
      status: 400,
      body: { non_field_errors: [expect.stringContaining('Please confirm your email address')] },
    })
    expect(await login('quiet', 'Wr0ng!password')).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Incorrect username or password!'] },
    })

    await ask('verify', 'quiet@example.com')
    await confirm((await mailed('verify')).token)
    expect((await call(other, 'GET', '/api/user_profile/get/', { token })).status).toBe(200)
    expect((await login('quiet')).status).toBe(200)
    await other.close()
  })

  test('whoever is confirmed already is told so, and by which name to log in', async () => {
    await ask('verify', 'vera@example.com')
    const mail = await mailed('verify')
    expect(mail).toMatchObject({
      token: '',
      recipient: 'Vera@example.com',
      subject: 'Your email address for Multiball is confirmed',
    })
    expect(mail.text).toMatch(/^vera$/m)
  })

  test('LOG-10 accounts that come and go send one address as many mails as requests may', async () => {
    const removal = { cutOff: async () => [], leaveOut: async () => [], onRemoved: async () => {} }
    const own = await buildTestApp(database.db, [
      accountsRoutes({ db: database.db, outbox, publicUrl, now, limits, removal }),
    ])
    await database.db
      .insertInto('mail_requests')
      .values(
        Array.from({ length: 9 }, (_, ago) => ({
          address_hash: addressHash('goes@example.com', 'welcome'),
          requested_at: new Date(clock.now - ago * hourMs),
        })),
      )
      .execute()
    // Requests for somebody else's address keep it free to register.
    for (let asked = 0; asked < 3; asked += 1) await ask('verify', 'goes@example.com')
    expect((await register('goes')).status).toBe(201)
    await mailServer.next()
    expect(
      (await call(own, 'POST', '/api/account/delete/', { token: await tokenOf('goes'), body: { password } })).status,
    ).toBe(204)
    expect(await register('goes')).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
    pass(hourMs)
    expect((await register('goes')).status).toBe(201)
    await mailServer.next()
    await own.close()
  })

  test('a name that somebody chose for a foreign address is not mailed there', async () => {
    await register('Win at evil.example', { email: 'victim@example.com', first_name: 'Click evil.example' })
    await ask('verify', 'victim@example.com')
    await ask('reset', 'victim@example.com')
    for (const path of ['verify', 'verify', 'reset-password'] as const)
      expect((await mailed(path)).text).not.toContain('evil')
  })

  test('registering that fails mails nothing', async () => {
    const before = await sent()
    expect((await register('vera', { email: 'new@example.com' })).status).toBe(400)
    expect((await register('newvera', { email: 'VERA@example.com' })).status).toBe(400)
    expect(await sent()).toBe(before)
  })
})

describe('LOG-09 a new password', () => {
  test('the link sets it once, ends all logins and confirms the address', async () => {
    await makeUser(database.db, { username: 'rita', password })
    const tokens = [await tokenOf('rita'), await tokenOf('rita')]
    for (const token of tokens) expect((await profile(token)).status).toBe(200)
    await ask('reset', 'RITA@example.com')
    const { token, subject } = await mailed('reset-password')
    expect(subject).toBe('Set a new password for Multiball')

    for (const _time of [1, 2])
      expect(await lookAtReset(token)).toMatchObject({ status: 200, body: { username: 'rita' } })
    expect(await reset(token, 'weak')).toMatchObject({
      status: 400,
      body: { password: [expect.stringContaining('at least 8 characters')] },
    })
    expect(await reset(token)).toMatchObject({ status: 200, body: { username: 'rita' } })
    for (const old of tokens) expect((await profile(old)).status).toBe(401)
    expect((await login('rita')).status).toBe(400)
    const { token: fresh } = (await login('rita', 'N3w!password')).body as { token: string }
    expect((await profile(fresh)).body).toMatchObject({ username: 'rita', verify_before: null })

    expect(await reset(token, 'An0ther!password')).toMatchObject(outdated)
    expect(await lookAtReset(token)).toMatchObject(gone)
    expect((await login('rita', 'N3w!password')).status).toBe(200)
  })

  test('whoever forgot the name is told it, once the address is confirmed', async () => {
    await ask('reset', 'rita@example.com')
    expect((await mailed('reset-password')).text).toMatch(/^rita$/m)
  })

  test('it works for an hour, and a newer one replaces it; links of the other kind are no good', async () => {
    await register('rolf')
    const verify = await mailed('verify')
    await ask('reset', 'rolf@example.com')
    const first = await mailed('reset-password')
    await ask('reset', 'rolf@example.com')
    const second = await mailed('reset-password')
    expect(await reset(first.token)).toMatchObject(outdated)
    expect(await reset(verify.token)).toMatchObject(outdated)
    for (const { token } of [first, verify]) expect(await lookAtReset(token)).toMatchObject(gone)
    expect(await look(second.token)).toMatchObject(gone)
    expect(await confirm(second.token)).toMatchObject(gone)
    expect((await look(verify.token)).status).toBe(200)
    pass(hourMs)
    expect(await reset(second.token)).toMatchObject(outdated)
    expect(await lookAtReset(second.token)).toMatchObject(gone)

    await ask('reset', 'rolf@example.com')
    const third = await mailed('reset-password')
    expect((await Promise.all([reset(third.token), reset(third.token)])).map(({ status }) => status).sort()).toEqual([
      200, 400,
    ])
    expect(await look(verify.token)).toMatchObject(gone)
  })

  test('API-10 what is missing is named', async () => {
    const { status, body } = await call(app, 'POST', '/api/account/reset-password/')
    expect(status).toBe(400)
    expect(Object.keys(body as object)).toEqual(['password'])
    expect(await reset('')).toMatchObject(outdated)
  })

  test('no login with the old password slips through while the new one is being set', async () => {
    await makeUser(database.db, { username: 'racer', password })
    await ask('reset', 'racer@example.com')
    const { token } = await mailed('reset-password')
    const [, ...logins] = await Promise.all([reset(token), ...Array.from({ length: 8 }, () => login('racer'))])
    for (const { body } of logins) {
      const { token: won } = body as { token?: string }
      if (won) expect((await profile(won)).status).toBe(401)
    }
    expect((await login('racer', 'N3w!password')).status).toBe(200)
  })
})

describe('API-01 LOG-07 LOG-08 asking for a mail', () => {
  test.each([
    ['verify', 'If your user at email (Nobody@Example.com) exists, you will receive a new verification email.'],
    [
      'reset',
      'If your user at email (Nobody@Example.com) exists, you will receive an email with a link to set a new password.',
    ],
  ] as const)('%s: the same sentence, with the address as given', async (purpose, detail) => {
    const before = await sent()
    const answer = await ask(purpose, ' Nobody@Example.com ')
    expect(answer.status).toBe(200)
    expect(v.parse(v.strictObject(MailAnswer.entries), answer.body)).toEqual({ detail })
    expect(await sent()).toBe(before)
  })

  test.each([
    ['API-10 none', {}, 'Email should not be empty'],
    ['API-10 nothing but spaces', { email: '  ' }, 'Email should not be empty'],
    ['API-10 no real one', { email: 'ann@example' }, 'Please input correct email'],
    ['API-10 two', { email: 'ann@example.com,eve@example.com' }, 'Please input correct email'],
    [
      'API-10 one with a line break',
      { email: 'ann@example.com\r\nBcc: eve@example.com' },
      'Please input correct email',
    ],
  ])('%s', async (_title, body, message) => {
    for (const url of ['/api/account/send-verification-email/', '/api/account/send-reset-password-link/']) {
      expect(await call(app, 'POST', url, { body })).toMatchObject({ status: 400, body: { email: [message] } })
    }
  })

  describe.each(['verify', 'reset'] as const)('%s', (purpose) => {
    test('the same statements run whether the address exists, is confirmed, or not', async () => {
      await makeUser(database.db, { username: `open-${purpose}` })
      const { id } = await makeUser(database.db, { username: `done-${purpose}` })
      await database.db.updateTable('users').set({ verified_at: new Date() }).where('id', '=', id).execute()
      const statements: string[][] = []
      for (const name of ['open', 'done', 'nobody'])
        statements.push(await statementsOf(() => ask(purpose, `${name}-${purpose}@example.com`)))
      for (const _ of ['open', 'done']) await mailServer.next()
      expect(statements[0]!.map((text) => /\w+/.exec(text)?.[0].toLowerCase())).toEqual([
        'insert',
        'begin',
        'select',
        'select',
        'with',
        'commit',
      ])
      expect(statements[1]).toEqual(statements[0])
      expect(statements[2]).toEqual(statements[0])
    })

    test('LOG-10 three mails an hour for one address, and after ten in a day one an hour, whether it exists, was just registered, or not', async () => {
      await register(`much-${purpose}`)
      await mailServer.next()
      const answers = { much: [] as number[], none: [] as number[] }
      for (let hour = 0; hour < 4; hour += 1) {
        for (let time = 0; time < 4; time += 1) {
          for (const who of ['much', 'none'] as const)
            answers[who].push(
              (
                await ask(
                  purpose,
                  time % 2 ? `${who}-${purpose}@example.com` : `${who.toUpperCase()}-${purpose}@example.com`,
                )
              ).status,
            )
        }
        pass(hourMs)
      }
      const perHour = [200, 200, 200, 429]
      expect(answers.much).toEqual([...perHour, ...perHour, ...perHour, 200, 429, 429, 429])
      expect(answers.none).toEqual(answers.much)
      expect((await ask(purpose, `none-${purpose}@example.com`)).status).toBe(200)
      const refused = await ask(purpose, `none-${purpose}@example.com`)
      expect(refused).toMatchObject({ status: 429, body: { detail: 'Too many requests' } })
      expect(Number(refused.headers['retry-after'])).toBe(hourMs / 1000)
      const mailed = () =>
        mailServer.received.filter(({ recipients }) => recipients[0] === `much-${purpose}@example.com`)
      for (let mail = 0; mail < 10; mail += 1) await mailServer.next()
      while (mailed().length < 11) await mailServer.next()
      // With the one that it was registered with.
      expect(mailed()).toHaveLength(11)
    })

    test('LOG-10 what a clock that was ahead has left holds nobody up', async () => {
      const address_hash = addressHash(`ahead-${purpose}@example.com`)
      await database.db
        .insertInto('mail_requests')
        .values(Array.from({ length: 10 }, () => ({ address_hash, requested_at: new Date(clock.now + 700 * dayMs) })))
        .execute()
      expect((await ask(purpose, `ahead-${purpose}@example.com`)).status).toBe(200)
      await database.db.deleteFrom('mail_requests').where('address_hash', '=', address_hash).execute()
    })

    test('of many at the same time three are sent', async () => {
      await makeUser(database.db, { username: `rush-${purpose}` })
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(purpose, `rush-${purpose}@example.com`)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      for (let mail = 0; mail < 3; mail += 1) await mailServer.next()
    })
  })
})

describe('what is kept', () => {
  test('no token and no address of somebody who only asked', async () => {
    await register('kept')
    const { token } = await mailed('verify', 'kept@example.com')
    await ask('reset', 'stranger@example.com')
    await sender.wake()
    const tables = ['mail_links', 'mail_requests', 'mails'] as const
    const rows = (await Promise.all(tables.map((table) => database.db.selectFrom(table).selectAll().execute()))).flat()
    expect(rows.length).toBeGreaterThan(10)
    const text = rows
      .map((row) =>
        Object.values(row).map((value) =>
          Buffer.isBuffer(value) ? value.toString('latin1') + value.toString('hex') : String(value),
        ),
      )
      .join()
    expect(text).not.toContain(token)
    expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    expect(text).not.toContain('stranger')
  })

  test('requests for a day, links while they work', async () => {
    await register('tidy')
    const { token } = await mailed('verify', 'tidy@example.com')
    await removeOldLinks(database.db, new Date(clock.now))
    expect((await look(token)).status).toBe(200)
    expect(await database.db.selectFrom('mail_links').selectAll().where('used_at', 'is not', null).execute()).toEqual(
      [],
    )
    await removeOldLinks(database.db, new Date(clock.now + 20 * dayMs))
    expect(await look(token)).toMatchObject(gone)
    expect(await database.db.selectFrom('mail_requests').selectAll().execute()).toEqual([])
  })

  test('a log shows no token', async () => {
    await register('logged')
    const { token } = await mailed('verify', 'logged@example.com')
    for (const url of [
      `/api/account/verify/${token}/`,
      `/verify/${token}`,
      `/api/account/reset-password/${token}/`,
      `/reset-password/${token}?a=1`,
    ])
      expect(withoutSecrets(url)).not.toContain(token)
  })
})

/** What the database is asked while this goes on, the text of each statement in its order; of the sender's own look-ups nothing. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const query = jest.spyOn(pg.Client.prototype, 'query')
  await work()
  for (const [statement] of query.mock.calls as unknown[][])
    texts.push(typeof statement === 'string' ? statement : (statement as { text: string }).text)
  query.mockRestore()
  await sender.wake()
  return texts.filter((text) => !/^\s*update "?mails/i.test(text))
}
