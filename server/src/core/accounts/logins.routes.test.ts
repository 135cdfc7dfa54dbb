import { listOf, Login } from '@multiball/shared/schema'
import type { EmailChange } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { MailSender } from '../../ground/mails/mailSender'
import { Outbox } from '../../ground/mails/outbox'
import { smtpTransport } from '../../ground/mails/smtp'
import { buildTestApp, call, makeUser, useTestDatabase } from '../../testing'
import { startMailServer } from '../../testing/mailServer'
import type { MailServer } from '../../testing/mailServer'
import { tidy } from '../../tidy'
import { accountsRoutes } from './accounts.routes'

const database = useTestDatabase()
const publicUrl = 'https://boards.example.com'
const dayMs = 86_400_000
const limits = { registrationsPerAddress: 1000, loginsPerAddress: 1000 }

let mailServer: MailServer
let sender: MailSender
let app: FastifyInstance
const outbox = new Outbox()
/** Of a process that remembers no token. */
const build = () => buildTestApp(database.db, [accountsRoutes({ db: database.db, outbox, publicUrl, limits })])

beforeAll(async () => {
  mailServer = await startMailServer()
  sender = new MailSender({
    db: database.db,
    transport: smtpTransport(mailServer.url, 'Multiball <no-reply@boards.example.com>'),
  })
  outbox.onWake(() => void sender.wake())
  app = await build()
})
afterAll(async () => {
  await sender.stop()
  await app.close()
  await mailServer.close()
})

const password = 'Sup3r!secret'
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' }

const login = async (username: string, given = password, headers: Record<string, string> = {}) =>
  ((await call(app, 'POST', '/api/auth/', { body: { username, password: given }, headers })).body as { token?: string })
    .token
const worksOn = async (on: FastifyInstance, token: string) =>
  (await call(on, 'GET', '/api/user_profile/get/', { token })).status === 200
const works = (token: string) => worksOn(app, token)

/** An account with a confirmed address unless said otherwise, and a token. */
async function person(username: string, { isConfirmed = true } = {}) {
  const { token } = await makeUser(database.db, { username, password, ...(isConfirmed && { verified_at: new Date() }) })
  return { username, email: `${username}@example.com`, token }
}

const readLogins = async (token: string) =>
  v.parse(listOf(v.strictObject(Login.entries)), (await call(app, 'GET', '/api/account/logins/', { token })).body)

describe('ACC-17 the own logins', () => {
  test('say since when, from what, and which one asks; others’ are not among them', async () => {
    await person('other')
    const { token } = await person('ann')
    const second = (await login('ann', password, firefox))!
    const { count, results } = await readLogins(second)
    expect(count).toBe(2)
    expect(results.map(({ device, is_current }) => [device, is_current])).toEqual([
      ['Firefox on Linux', true],
      [expect.any(String), false],
    ])
    expect((await readLogins(token)).results.map(({ is_current }) => is_current)).toEqual([false, true])
  })

  test('one is ended, and does not work from then on', async () => {
    const { token } = await person('bob')
    const second = (await login('bob'))!
    expect(await works(second)).toBe(true)
    const { id } = (await readLogins(token)).results.find(({ is_current }) => !is_current)!
    expect((await call(app, 'DELETE', `/api/account/logins/${id}/`, { token })).status).toBe(204)
    expect(await works(second)).toBe(false)
    expect((await call(app, 'DELETE', `/api/account/logins/${id}/`, { token })).status).toBe(404)
  })

  test('all others are ended at once', async () => {
    const { token } = await person('carl')
    const others = [(await login('carl'))!, (await login('carl'))!]
    const stranger = await person('dora')
    expect((await call(app, 'DELETE', '/api/account/logins/', { token })).status).toBe(204)
    expect(await Promise.all(others.map(works))).toEqual([false, false])
    expect([await works(token), await works(stranger.token)]).toEqual([true, true])
  })
})

describe('ACC-16 a login ends by itself', () => {
  const age = (username: string, times: { created_at?: Date; used_at?: Date }) =>
    database.db
      .updateTable('tokens')
      .set(times)
      .where('user_id', '=', database.db.selectFrom('users').select('id').where('username', '=', username))
      .execute()
  const ago = (ms: number) => new Date(Date.now() - ms)

  test.each([
    ['89 days old and used yesterday', { created_at: ago(89 * dayMs), used_at: ago(dayMs) }, true],
    ['90 days old', { created_at: ago(90 * dayMs), used_at: ago(0) }, false],
    ['not used for 29 days', { created_at: ago(40 * dayMs), used_at: ago(29 * dayMs) }, true],
    ['not used for 30 days', { created_at: ago(40 * dayMs), used_at: ago(30 * dayMs) }, false],
  ])('one that is %s: %j works %s', async (title, times, expected) => {
    const username = title.replaceAll(' ', '_')
    const { token } = await person(username)
    await age(username, times)
    const fresh = await build()
    expect(await worksOn(fresh, token)).toBe(expected)
    await fresh.close()
    // What is over is removed; what works is noted as used just now.
    await tidy(database.db)
    const { rows } = {
      rows: await database.db
        .selectFrom('tokens')
        .innerJoin('users', 'users.id', 'user_id')
        .select('used_at')
        .where('username', '=', username)
        .execute(),
    }
    expect(rows.map(({ used_at }) => used_at.getTime() > Date.now() - dayMs / 24)).toEqual(expected ? [true] : [])
  })
})

describe('ACC-18 another password while signed in', () => {
  const change = (token: string, body: object) => call(app, 'POST', '/api/account/change-password/', { token, body })

  test('takes the place of the one before; other logins and pending links end, this login stays, the owner is told', async () => {
    const { token, email } = await person('fred')
    const other = (await login('fred'))!
    await call(app, 'POST', '/api/account/send-reset-password-link/', { body: { email } })
    const link = /reset-password\/([\w-]+)/.exec((await mailServer.next()).message.text!)![1]
    expect((await change(token, { password, new_password: 'N3w!passphrase' })).status).toBe(204)
    expect([await works(token), await works(other)]).toEqual([true, false])
    expect([await login('fred'), typeof (await login('fred', 'N3w!passphrase'))]).toEqual([undefined, 'string'])
    const { message, recipients } = await mailServer.next()
    expect([recipients, message.subject]).toEqual([[email], 'Your password for Multiball was changed'])
    expect(
      (await call(app, 'POST', '/api/account/reset-password/', { body: { token: link, password: 'An0ther!one' } }))
        .status,
    ).toBe(400)
  })

  test('is not set where the mail that tells of it cannot be stored', async () => {
    const { token } = await person('wanda')
    const other = (await login('wanda'))!
    const full = jest.spyOn(outbox, 'put').mockRejectedValueOnce(new Error('The database is away'))
    expect((await change(token, { password, new_password: 'N3w!passphrase' })).status).toBe(500)
    full.mockRestore()
    expect([typeof (await login('wanda')), await works(other)]).toEqual(['string', true])
  })

  test.each([
    [
      'a wrong password',
      { password: 'Wr0ng!secret', new_password: 'N3w!passphrase' },
      { password: ['Incorrect password!'] },
    ],
    ['no password', { new_password: 'N3w!passphrase' }, { password: ['Please type your password'] }],
    [
      'a weak one',
      { password, new_password: 'weak' },
      {
        new_password: [
          'Password must be at least 8 characters long and include at least one letter, one number and one symbol',
        ],
      },
    ],
    [
      'a common one',
      { password, new_password: 'Password1!' },
      { new_password: ['This password is too common. Please choose another one'] },
    ],
  ])('is refused with %s, and changes nothing', async (title, body, errors) => {
    const username = title.replaceAll(' ', '_')
    const { token } = await person(username)
    expect(await change(token, body)).toMatchObject({ status: 400, body: errors })
    expect(typeof (await login(username))).toBe('string')
  })

  test('ACC-32 is answered as before where it is sent again, since the answer was lost; with another new one the old one is wrong', async () => {
    const { token } = await person('olga')
    expect((await change(token, { password, new_password: 'N3w!passphrase' })).status).toBe(204)
    // The trail has it a moment after the answer.
    const isNoted = () =>
      database.db
        .selectFrom('security_events')
        .innerJoin('users', 'users.id', 'user_id')
        .select('event')
        .where('username', '=', 'olga')
        .where('event', '=', 'password changed')
        .executeTakeFirst()
    while (!(await isNoted())) await new Promise(setImmediate)
    expect((await change(token, { password, new_password: 'N3w!passphrase' })).status).toBe(204)
    expect(await change(token, { password, new_password: 'An0ther!one' })).toMatchObject({
      status: 400,
      body: { password: ['Incorrect password!'] },
    })
    expect([await works(token), await login('olga'), typeof (await login('olga', 'N3w!passphrase'))]).toEqual([
      true,
      undefined,
      'string',
    ])
    expect((await mailServer.next()).message.subject).toBe('Your password for Multiball was changed')
  })

  test('does not tell somebody with a login alone whether a guess is the password: as the new one, too, it is refused', async () => {
    const { token } = await person('tina')
    expect(await change(token, { password: 'Wr0ng!secret', new_password: password })).toMatchObject({
      status: 400,
      body: { password: ['Incorrect password!'] },
    })
  })

  test('guesses are counted', async () => {
    const { token } = await person('gina')
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1)
      statuses.push((await change(token, { password: 'Wr0ng!secret', new_password: 'N3w!passphrase' })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  })
})

describe('ACC-30 another address while signed in', () => {
  const change = (token: string, body: Partial<EmailChange>) =>
    call(app, 'POST', '/api/account/change-email/', { token, body: { password, ...body } })
  const addressOf = async (username: string) =>
    (await database.db.selectFrom('users').select('email').where('username', '=', username).executeTakeFirstOrThrow())
      .email
  const linkIn = (text: string | undefined) =>
    new RegExp(`^${publicUrl}/verify/([\\w-]{22,})$`, 'm').exec(text ?? '')?.[1] ?? ''
  /** The mails to the new address and to the one before. */
  const mails = async () => {
    const received = [await mailServer.next(), await mailServer.next()]
    return Object.fromEntries(
      received.map(({ recipients, message }) => [
        recipients[0],
        { subject: message.subject, text: message.text ?? '' },
      ]),
    )
  }

  test('is the account’s once its link is opened; the one before is told, and its links end', async () => {
    const { token, email } = await person('hans')
    await call(app, 'POST', '/api/account/send-reset-password-link/', { body: { email } })
    const reset = /reset-password\/([\w-]+)/.exec((await mailServer.next()).message.text!)![1]
    const answer = await change(token, { email: 'hans.new@example.com' })
    expect(answer).toMatchObject({
      status: 200,
      body: { detail: 'Open the link in the email we sent to hans.new@example.com to make it your address.' },
    })
    const { [email]: old, 'hans.new@example.com': next } = await mails()
    expect(old).toMatchObject({
      subject: 'Your email address for Multiball is about to change',
      text: expect.stringContaining('hans.new@example.com'),
    })
    expect(next!.text).not.toContain('hans\n')
    expect(await addressOf('hans')).toBe(email)

    const link = linkIn(next!.text)
    expect(await call(app, 'GET', `/api/account/verify/${link}/`)).toMatchObject({
      status: 200,
      body: { username: 'hans' },
    })
    expect((await call(app, 'POST', `/api/account/verify/${link}/`)).status).toBe(200)
    expect(await addressOf('hans')).toBe('hans.new@example.com')
    // Again, since the answer was lost.
    expect((await call(app, 'POST', `/api/account/verify/${link}/`)).status).toBe(200)
    expect(
      (await call(app, 'POST', '/api/account/reset-password/', { body: { token: reset, password: 'An0ther!one' } }))
        .status,
    ).toBe(400)
    expect(await works(token)).toBe(true)

    await change(token, { email: 'hans.newer@example.com' })
    const { 'hans.newer@example.com': newer } = await mails()
    expect((await call(app, 'POST', `/api/account/verify/${linkIn(newer!.text)}/`)).status).toBe(200)
    expect((await call(app, 'POST', `/api/account/verify/${link}/`)).status).toBe(404)
    expect(await addressOf('hans')).toBe('hans.newer@example.com')
  })

  test('mends a slip of the registration: a stranger’s address is told nothing', async () => {
    const { token } = await person('ida', { isConfirmed: false })
    await change(token, { email: 'ida.right@example.com' })
    const { recipients, message } = await mailServer.next()
    expect(recipients).toEqual(['ida.right@example.com'])
    await call(app, 'POST', `/api/account/verify/${linkIn(message.text)}/`)
    expect((await call(app, 'GET', '/api/user_profile/get/', { token })).body).toMatchObject({ verify_before: null })
  })

  test('a new password, set by the owner’s mail, ends the link', async () => {
    const { token, email } = await person('jane')
    await change(token, { email: 'thief@example.com' })
    const { 'thief@example.com': thief } = await mails()
    await call(app, 'POST', '/api/account/send-reset-password-link/', { body: { email } })
    const reset = /reset-password\/([\w-]+)/.exec((await mailServer.next()).message.text!)![1]
    expect(
      (await call(app, 'POST', '/api/account/reset-password/', { body: { token: reset, password: 'An0ther!one' } }))
        .status,
    ).toBe(200)
    expect((await call(app, 'POST', `/api/account/verify/${linkIn(thief!.text)}/`)).status).toBe(404)
    expect(await addressOf('jane')).toBe(email)
  })

  test('that somebody has taken by then is refused when its link is opened', async () => {
    const { token, email } = await person('kate')
    await change(token, { email: 'wanted@example.com' })
    const { 'wanted@example.com': wanted } = await mails()
    await call(app, 'POST', '/api/account/register/', {
      body: { username: 'wanted', password, first_name: 'Ann', last_name: 'Bell', email: 'Wanted@example.com' },
    })
    await mailServer.next()
    const answer = await call(app, 'POST', `/api/account/verify/${linkIn(wanted!.text)}/`)
    expect(answer).toMatchObject({ status: 400, body: { email: ['This email address is already in use'] } })
    expect(await addressOf('kate')).toBe(email)
  })

  test.each<[string, Partial<EmailChange>, object]>([
    ['a wrong password', { email: 'a@example.com', password: 'Wr0ng!secret' }, { password: ['Incorrect password!'] }],
    ['no address', { email: '' }, { email: ['Email should not be empty'] }],
    ['another spelling', { email: '<a@example.com>' }, { email: ['Please input correct email'] }],
    ['somebody else’s', { email: 'JANE@example.com' }, { email: ['This email address is already in use'] }],
  ])('is refused with %s', async (title, body, errors) => {
    const { token } = await person(`refused_${title.replace(/\W/g, '')}`)
    expect(await change(token, body)).toMatchObject({ status: 400, body: errors })
  })

  test('is not asked for more often than other mails', async () => {
    const { token } = await person('lena')
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1)
      statuses.push((await change(token, { email: 'busy@example.com' })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
