import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import WebSocket from 'ws'
import { call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { makeDevice, makeDeviceKey } from '../../testing/devices'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'

const database = useTestDatabase()
const lines: string[] = []
let whole: WholeApp
let address: string

const failing = async (app: WholeApp['app']) => {
  app.get('/api/fails/:token/', async () => {
    throw Object.assign(new Error('a bug', { cause: new Error('its cause') }), {
      detail: 'Key (email)=(ann@example.com) already exists.',
      parameters: ['Sup3r!secret'],
    })
  })
}

beforeAll(async () => {
  whole = await buildWholeApp(
    database.db,
    { isLimited: false, logStream: { write: (line) => void lines.push(line) } },
    { LOG_LEVEL: 'trace' },
  )
  await failing(whole.app).catch(() => {})
  address = await whole.listen()
})
afterAll(() => whole.close())

const hexOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** As it may end up in a log, however it got there. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('hex'),
  hexOf(secret),
  [...Buffer.from(secret)].join(','),
]

test('OPS-12 nothing secret is ever logged, at no level', async () => {
  const { app } = whole
  const password = 'Sup3r!secret'
  const secrets: string[] = [password, 'N3w!passw0rd']
  const person = { username: 'ann', password, first_name: 'Ann', last_name: 'Bell', email: 'ann@example.com' }
  await call(app, 'POST', '/api/account/register/', { body: person })
  await call(app, 'POST', '/api/account/register/', { body: person })
  await call(app, 'POST', '/api/auth/', { body: { username: 'ann', password: 'Wr0ng!secret' } })
  secrets.push('Wr0ng!secret')
  const { token } = (await call(app, 'POST', '/api/auth/', { body: { username: 'ann', password } })).body as {
    token: string
  }
  const { id } = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const machine = await makeVenueMachine(database.db, id)
  const board = await makeScoreboard(database.db, id, { venueMachineIds: [machine], isPublic: false })
  const { key } = (await call(app, 'POST', `/api/venuemachine/${machine}/device_key/`, { token })).body as {
    key: string
  }
  secrets.push(token, key, board.viewerKey)

  // What works, and what does not.
  await call(app, 'POST', '/api/entry/', {
    token: key,
    body: { session_uuid: crypto.randomUUID(), current_p1_score: 5 },
  })
  await call(app, 'POST', '/api/entry/', { token: key, body: { password, nonsense: key } })
  await call(app, 'GET', '/api/user_profile/get/', { token })
  await call(app, 'GET', `/api/scoreboard/${board.id}/bootstrap/?key=${board.viewerKey}`)
  await call(app, 'GET', `/api/scoreboard/${board.id}/scores/?KEY=${board.viewerKey}&limit=x`)
  await call(app, 'POST', `/api/scoreboard/${board.id}/viewer_key/`, { token })
  await call(app, 'POST', '/api/stoken/', {
    body: { provider: 'maker', uuid: crypto.randomUUID(), timestamp: '1', sign: 'ab'.repeat(64) },
  })
  await call(app, 'POST', '/api/auth/', {
    body: `{"password":"${password}`,
    headers: { 'content-type': 'application/json' },
  })

  await call(app, 'POST', '/api/account/send-reset-password-link/', { body: { email: person.email } })
  const mail = await database.db.selectFrom('mails').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const links = [...mail.body.matchAll(/https?:\/\/\S+/g)]
    .map(([link]) => new URL(link))
    .filter(({ pathname }) => pathname !== '/')
  for (const link of links) {
    const secret = link.pathname.split('/').filter(Boolean).at(-1)!
    secrets.push(secret)
    await app.inject(link.pathname)
    await call(app, 'GET', `/api/account/verify/${secret}/`)
    await call(app, 'POST', '/api/account/reset-password/', { body: { token: secret, password: 'N3w!passw0rd' } })
    await app.inject(`/api/fails/${secret}/?token=${token}&k%65y=${board.viewerKey}`)
  }

  // What never becomes a request.
  const socket = net.connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.end(`GET / HTTP/1.1\r\nAuthorization Token ${token}\r\n\r\n`)
  socket.resume()
  await once(socket, 'close')
  const viewer = new WebSocket(`${address.replace('http', 'ws')}/scoreboard/${board.id}/scores/websocket/?session=1`)
  await once(viewer, 'open')
  viewer.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${board.id}:scores`, key: board.viewerKey }))
  await once(viewer, 'close')

  const log = lines.join('')
  // The failing route was there and was logged, or this shows nothing.
  expect(log).toContain('a bug')
  expect(links.length).toBeGreaterThan(0)
  for (const form of secrets.flatMap(formsOf)) expect(log).not.toContain(form)
  expect(log).not.toContain('ann@example.com')
})

/** One of each kind that opens something, all of them good. */
async function everySecret() {
  const { db } = database
  const { id, token } = await makeUser(db)
  const machine = await makeVenueMachine(db, id)
  const device = await makeDevice(db, null)
  const board = await makeScoreboard(db, id, { venueMachineIds: [machine], isPublic: false })
  const waiting = (await call(whole.app, 'POST', '/api/tv/code/')).body as { code: string; token: string }
  const long = () => randomBytes(32).toString('base64url')
  return {
    long: {
      login: token,
      device: device.token,
      'device key': await makeDeviceKey(db, machine),
      'viewer key': board.viewerKey,
      TV: waiting.token,
      guest: long(),
      feed: long(),
      visit: long(),
      link: long(),
      cookie: long(),
    },
    // Never part of a path.
    short: {
      password: 'Sup3r!secret',
      'pair code': device.shortcode,
      'TV code': waiting.code,
      'set-up code': '7KQP-M2XA-9RTD',
    },
  }
}

const fieldNames = [
  'key',
  'code',
  'token',
  'guest',
  'password',
  'new_password',
  'username',
  'email',
  'shortcode',
  'sign',
  'title',
  'name',
  'visit',
  'session_uuid',
  'message',
]
const schemes = ['Token', 'SToken', 'TvToken', 'Guest', 'Feed', 'Bridge', 'Bearer', 'Basic']

/** Asks every call of the API for something, with all these secrets in the places where one can stand, in other ones with each turn. */
async function askEverything({ long, short }: Awaited<ReturnType<typeof everySecret>>, turn: number) {
  const inPaths = Object.values(long)
  const secrets = [...inPaths, ...Object.values(short)]
  for (const [at, { method, url }] of whole.app.describedRoutes.entries()) {
    // The set-up code of a test would make an account; a TV's answer is held.
    if (url === '/api/tv/state/') continue
    const secret = (place: number) => secrets[(at + turn + place) % secrets.length]!
    const typed = (place: number) => encodeURIComponent(secret(place))
    const path = url.replace(/:\w+/g, () => encodeURIComponent(inPaths[(at + turn) % inPaths.length]!))
    const fields = Object.fromEntries(fieldNames.map((name, place) => [name, secret(place)]))
    const authorization = turn === 0 ? `Token ${long.login}` : `${schemes[(at + turn) % schemes.length]} ${secret(1)}`
    const headers = {
      authorization,
      cookie: `session=${typed(2)}`,
      'x-forwarded-for': secret(3),
      'user-agent': secret(4),
      referer: `https://a.example/?key=${typed(5)}`,
    }
    const body =
      method === 'GET'
        ? undefined
        : [
            JSON.stringify(fields),
            `{"password":"${secret(6)}`,
            JSON.stringify({ ...fields, password: `${secret(7)}\0` }),
          ][turn]
    await whole.app.inject({
      method: method as 'GET',
      url: `${path}?${new URLSearchParams(fields)}`,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      payload: body,
    })
  }
}

test('OPS-12 no kind of secret is logged, wherever it is sent, even while the database fails', async () => {
  lines.length = 0
  const secrets = await everySecret()
  const drive = async () => {
    for (const turn of [0, 1, 2]) await askEverything(secrets, turn)
  }
  await drive()
  // Errors of the database quote what they were given.
  const renamed = ['users', 'boards', 'tokens', 'venue_machines', 'tvs']
  for (const table of renamed)
    await sql`alter table ${sql.id(table)} rename to ${sql.id(`${table}_away`)}`.execute(database.db)
  await drive()
  for (const table of renamed)
    await sql`alter table ${sql.id(`${table}_away`)} rename to ${sql.id(table)}`.execute(database.db)

  const log = lines.join('')
  expect(log).toContain('request failed')
  expect(
    Object.entries({ ...secrets.long, ...secrets.short }).filter(([, secret]) =>
      formsOf(secret).some((form) => log.includes(form)),
    ),
  ).toEqual([])
})

test('a request that fails is one line, with its id, its address and the error', async () => {
  lines.length = 0
  const { headers, statusCode } = await whole.app.inject('/api/fails/x/')
  expect(statusCode).toBe(500)
  const logged = lines.map(
    (line) =>
      JSON.parse(line) as {
        level: number
        reqId: string
        url: string
        msg: string
        err: { type: string; message: string; stack: string; cause: { message: string } }
      },
  )
  expect(logged.filter(({ level }) => level >= 30)).toEqual([
    expect.objectContaining({
      level: 50,
      reqId: headers['x-request-id'],
      url: '/api/fails/x/',
      msg: 'request failed',
      err: expect.objectContaining({ type: 'Error', message: 'a bug', stack: expect.stringContaining('logger.test') }),
    }),
  ])
  expect(logged[0]!.err.cause.message).toBe('its cause')
})

test.each([
  ['a refusal', '/api/scoreboard/987654/', 404],
  ['what nobody has', '/api/nothing/', 404],
  ['a request that is fine', '/healthz', 200],
])('%s is no line', async (_title, url, status) => {
  lines.length = 0
  expect((await whole.app.inject(url)).statusCode).toBe(status)
  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 30)).toEqual([])
})
