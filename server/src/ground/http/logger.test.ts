import { createHash } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import WebSocket from 'ws'
import { call, makeScoreboard, makeVenueMachine, useTestDatabase } from '../../testing'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'

const database = useTestDatabase()
const lines: string[] = []
let whole: WholeApp
let address: string

const failing = async (app: WholeApp['app']) => {
  app.get('/api/fails/:token/', async () => {
    throw Object.assign(new Error('a bug', { cause: new Error('its cause') }), { detail: 'Key (email)=(ann@example.com) already exists.', parameters: ['Sup3r!secret'] })
  })
}

beforeAll(async () => {
  whole = await buildWholeApp(database.db, { isLimited: false, logStream: { write: (line) => void lines.push(line) } }, { LOG_LEVEL: 'trace' })
  await failing(whole.app).catch(() => {})
  address = await whole.listen()
})
afterAll(() => whole.close())

const hexOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('nothing secret is ever logged, at no level', async () => {
  const { app } = whole
  const password = 'Sup3r!secret'
  const secrets: string[] = [password, 'N3w!passw0rd']
  const person = { username: 'ann', password, first_name: 'Ann', last_name: 'Bell', email: 'ann@example.com' }
  await call(app, 'POST', '/api/account/register/', { body: person })
  await call(app, 'POST', '/api/account/register/', { body: person })
  await call(app, 'POST', '/api/auth/', { body: { username: 'ann', password: 'Wr0ng!secret' } })
  secrets.push('Wr0ng!secret')
  const { token } = (await call(app, 'POST', '/api/auth/', { body: { username: 'ann', password } })).body as { token: string }
  const { id } = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const machine = await makeVenueMachine(database.db, id)
  const board = await makeScoreboard(database.db, id, { venueMachineIds: [machine], isPublic: false })
  const { key } = (await call(app, 'POST', `/api/venuemachine/${machine}/device_key/`, { token })).body as { key: string }
  secrets.push(token, key, board.viewerKey)

  // What works, and what does not.
  await call(app, 'POST', '/api/entry/', { token: key, body: { session_uuid: crypto.randomUUID(), current_p1_score: 5 } })
  await call(app, 'POST', '/api/entry/', { token: key, body: { password, nonsense: key } })
  await call(app, 'GET', '/api/user_profile/get/', { token })
  await call(app, 'GET', `/api/scoreboard/${board.id}/bootstrap/?key=${board.viewerKey}`)
  await call(app, 'GET', `/api/scoreboard/${board.id}/scores/?KEY=${board.viewerKey}&limit=x`)
  await call(app, 'POST', `/api/scoreboard/${board.id}/viewer_key/`, { token })
  await call(app, 'POST', '/api/stoken/', { body: { provider: 'maker', uuid: crypto.randomUUID(), timestamp: '1', sign: 'ab'.repeat(64) } })
  await call(app, 'POST', '/api/auth/', { body: `{"password":"${password}`, headers: { 'content-type': 'application/json' } })

  await call(app, 'POST', '/api/account/send-reset-password-link/', { body: { email: person.email } })
  const mail = await database.db.selectFrom('mails').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const links = [...mail.body.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link)).filter(({ pathname }) => pathname !== '/')
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
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex'), hexOf(secret), [...Buffer.from(secret)].join(',')]) {
      expect(log).not.toContain(form)
    }
  }
  expect(log).not.toContain('ann@example.com')
})

test('a request that fails is one line, with its id, its address and the error', async () => {
  lines.length = 0
  const { headers, statusCode } = await whole.app.inject('/api/fails/x/')
  expect(statusCode).toBe(500)
  const logged = lines.map((line) => JSON.parse(line) as { level: number; reqId: string; url: string; msg: string; err: { type: string; message: string; stack: string; cause: { message: string } } })
  expect(logged.filter(({ level }) => level >= 30)).toEqual([
    expect.objectContaining({ level: 50, reqId: headers['x-request-id'], url: '/api/fails/x/', msg: 'request failed', err: expect.objectContaining({ type: 'Error', message: 'a bug', stack: expect.stringContaining('logger.test') }) }),
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
