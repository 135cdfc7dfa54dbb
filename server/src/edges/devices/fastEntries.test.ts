import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { Games } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import { RequestTimes } from '../../ground/http/metrics'
import { buildTestApp, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { makeDevice, makeDeviceKey } from '../../testing/devices'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'
import { devicesRoutes } from './devices.routes'
import { Devices } from './devices.service'
import { answerFastEntries } from './fastEntries'

/* The same posts, once plain and once with a header that only the framework reads: nobody may be able to tell who has answered. */

const database = useTestDatabase()
const metrics = new Registry()
const times = new RequestTimes(metrics)
let whole: WholeApp
let port: number
let byFramework = 0
const who = { key: '', device: '', unpaired: '', user: '', nobody: `Token ${randomUUID()}` }

beforeAll(async () => {
  const { db } = database
  const count: Parameters<typeof buildWholeApp>[1] = {
    observe: (app) => {
      times.watch(app)
      app.addHook('onRequest', (_request, _reply, done) => {
        byFramework += 1
        done()
      })
    },
  }
  whole = await buildWholeApp(db, count)
  await whole.app.ready()
  whole.composition.attach!(whole.app, times)
  await whole.app.listen({ port: 0, host: '127.0.0.1' })
  port = (whole.app.server.address() as AddressInfo).port
  const owner = await makeUser(db)
  const machine = await makeVenueMachine(db, owner.id)
  const second = await makeVenueMachine(db, owner.id)
  await makeScoreboard(db, owner.id, { venueMachineIds: [machine, second] })
  who.key = `Token ${await makeDeviceKey(db, machine)}`
  who.device = `SToken ${(await makeDevice(db, second)).token}`
  who.unpaired = `SToken ${(await makeDevice(db, null)).token}`
  who.user = `Token ${owner.token}`
})
afterAll(() => whole.close())

interface Post {
  as?: keyof typeof who
  path?: string
  type?: string
  /** SESSION is a session of its own */
  body?: string | Buffer
  headers?: string
  chunked?: boolean
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** The bytes of a post. */
function bytesOf({
  as = 'key',
  path = '/api/entry/',
  type = json,
  body = '',
  headers = '',
  chunked = false,
}: Post): Buffer {
  const session = randomUUID()
  const content = typeof body === 'string' ? Buffer.from(body.replaceAll('SESSION', session)) : body
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${content.length}`
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${who[as]}\r\n${type && `Content-Type: ${type}\r\n`}${headers}${length}\r\nConnection: close\r\n\r\n`
  const sent = chunked
    ? Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n0\r\n\r\n')])
    : content
  return Buffer.concat([Buffer.from(head), sent])
}

/** Sends bytes in so many pieces. Answers all that comes back, with what is different each time made the same. */
async function exchange(bytes: Buffer, { to = port, pieces = 1 } = {}): Promise<string> {
  const socket = net.connect(to, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.setNoDelay(true)
  const size = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size))
    if (pieces > 1) await new Promise((resolve) => setImmediate(resolve))
  }
  await closed
  const answer = Buffer.concat(received).toString()
  const id = /x-request-id: (\S+)/.exec(answer)?.[1]
  return (id ? answer.replaceAll(id, 'ID') : answer).replace(/Date: .*/, 'Date: NOW')
}

/** For whoever reads it this is the usual https. */
const toFramework = 'X-Forwarded-Proto: https, https\r\n'

async function bothWays(post: Post, options?: Parameters<typeof exchange>[1]) {
  // The framework first: afterwards the sender is remembered.
  const usual = await exchange(bytesOf({ ...post, headers: (post.headers ?? '') + toFramework }), options)
  const before = byFramework
  const fast = await exchange(bytesOf(post), options)
  return { usual, fast, isFast: byFramework === before }
}

const sorted = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [status, ...headers] = head.split('\r\n')
  return [status, ...headers.sort(), body]
}

const entry = '{"session_uuid":"SESSION","session_sequence":1,"current_p1_score":5,"current_p2_score":70}'

test.each<[string, Post, string]>([
  ['JSON', { body: entry }, '{"scores":[{"position":1,"player":null},{"position":2,"player":null}]}'],
  [
    'JSON that says its characters',
    { body: entry, type: `${json}; charset=utf-8` },
    '{"scores":[{"position":1,"player":null},{"position":2,"player":null}]}',
  ],
  [
    'a device, as a form',
    {
      as: 'device',
      type: form,
      body: 'session_uuid=SESSION&session_sequence=0&active=true&current_p1_score=5&game_modes=MB%7Bred%7D%3ADragon+Multiball%3BNA%3AK%C3%B6nig',
    },
    '{"scores":[{"position":1,"player":null}]}',
  ],
  ['no slash at the end', { path: '/api/entry', body: entry }, '"position":2'],
  [
    'no sequence',
    { body: '{"session_uuid":"SESSION","current_p3_score":"77"}' },
    '{"scores":[{"position":3,"player":null}]}',
  ],
  [
    'its last post',
    { body: '{"session_uuid":"SESSION","active":false,"current_p1_score":-1,"current_p2_score":4}' },
    '{"scores":[{"position":2,"player":null}]}',
  ],
  [
    'letters beyond ASCII',
    { body: '{"session_uuid":"SESSION","current_p1_score":5,"game_modes":["NA:König 🎱"]}' },
    '"position":1',
  ],
  [
    'a mode with a number in it',
    { body: '{"session_uuid":"SESSION","current_p1_score":5,"game_modes":["NA:Ball 1.5 x 2e3"]}' },
    '"position":1',
  ],
  ['sixteen digits', { body: '{"session_uuid":"SESSION","current_p1_score":9007199254740991}' }, '"position":1'],
  [
    'fields that nobody knows',
    { body: '{"session_uuid":"SESSION","current_p1_score":1,"more":{"a":[1]}}' },
    '"position":1',
  ],
])('an entry is answered at once, as the framework would: %s', async (_title, post, text) => {
  const { usual, fast, isFast } = await bothWays(post)
  expect(usual).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(usual).toContain(text)
  expect(sorted(fast)).toEqual(sorted(usual))
  expect(isFast).toBe(true)
})

test.each<[string, Post, number]>([
  ['a token that nobody has', { as: 'nobody', body: entry }, 401],
  ["a user's token", { as: 'user', body: entry }, 403],
  ['a device without a machine', { as: 'unpaired', body: entry }, 500],
  ['no session', { body: '{"current_p1_score":5}' }, 400],
  ['half a point', { body: '{"session_uuid":"SESSION","current_p1_score":1.5}' }, 400],
  [
    'MAC-04 a fraction that rounding hides',
    { body: '{"session_uuid":"SESSION","current_p1_score":9007199254740990.7}' },
    400,
  ],
  ['MAC-04 another', { body: '{"session_uuid":"SESSION","current_p1_score" : \n4503599627370496.2}' }, 400],
  ['MAC-04 nearly one', { body: '{"session_uuid":"SESSION","current_p1_score":0.9999999999999999999}' }, 400],
  [
    'MAC-04 the same, with an exponent',
    { body: '{"session_uuid":"SESSION","current_p1_score":9999999999999999999e-19}' },
    400,
  ],
  ['MAC-04 one, as JSON says it', { body: '{"session_uuid":"SESSION","current_p1_score":1.000}' }, 200],
  ['MAC-04 one or a thousand, as a text', { body: '{"session_uuid":"SESSION","current_p1_score":"1.000"}' }, 400],
  [
    'MAC-04 a number as a program prints it',
    { type: form, body: 'session_uuid=SESSION&current_p1_score=1E%2B15' },
    200,
  ],
  [
    'MAC-04 more modes than fit',
    { type: form, body: `session_uuid=SESSION&current_p1_score=5&game_modes=${'NA:x;'.repeat(1_000)}` },
    200,
  ],
  [
    'more than any machine counts',
    { body: '{"session_uuid":"SESSION","current_p1_score":"9223372036854775808"}' },
    400,
  ],
  ['whether it goes on, as null', { body: '{"session_uuid":"SESSION","current_p1_score":5,"active":null}' }, 400],
  [
    'digits that a number does not hold',
    { body: '{"session_uuid":"SESSION","current_p1_score":9007199254740993}' },
    200,
  ],
  ['ENT-09 the name of a player', { body: '{"session_uuid":"SESSION","current_p1_score":5,"p1_name":"ACE"}' }, 200],
  ['no JSON', { body: '{"session_uuid"' }, 400],
  ['nothing', { body: '' }, 400],
  ['white space', { body: '  ' }, 400],
  ['null', { body: 'null' }, 400],
  ['a list', { body: '[]' }, 400],
  ['a name that poisons', { body: '{"session_uuid":"SESSION","__proto__":{"a":1}}' }, 400],
  ['the same, spelled otherwise', { body: '{"session_uuid":"SESSION","\\u005f_proto__":{"a":1}}' }, 400],
  ['another of these', { body: '{"session_uuid":"SESSION","constructor":{"prototype":{}}}' }, 400],
  ['bytes that are no text', { body: Buffer.from('7b22ff223a317d', 'hex') }, 400],
  ['a mark of bytes before it', { body: `\uFEFF${entry}` }, 200],
  ['a form with a broken letter', { type: form, body: 'session_uuid=SESSION&current_p1_score=5&game_modes=%zz' }, 200],
  ['a form without a session', { type: form, body: 'a=%00&a=b&__proto__=1' }, 400],
  ['a type that is not taken', { type: 'text/xml', body: entry }, 415],
  ['no type', { type: '', body: entry }, 415],
  ['plain text', { type: 'text/plain', body: entry }, 415],
  ['JSON that is called a form', { type: form, body: entry }, 400],
  ['a body of 9 kB', { body: `${entry.slice(0, -1)},"more":"${'x'.repeat(9_000)}"}` }, 200],
  ['a body of 2 MB', { body: 'x'.repeat(2_000_000) }, 413],
  ['pieces of unknown length', { body: entry, chunked: true }, 200],
  ['a query', { path: '/api/entry/?a=1', body: entry }, 200],
  ['the page of a partner', { headers: 'Origin: https://partner.example\r\n', body: entry }, 200],
  ['another address', { path: '/api/entry/1', body: entry }, 404],
])("what there is something to be said about is the framework's: %s", async (_title, post, status) => {
  const { usual, fast, isFast } = await bothWays(post)
  expect(usual).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(fast).toBe(usual)
  expect(isFast).toBe(false)
})

test('an entry that came to the proxy over http is sent to https', async () => {
  const post = { body: entry, headers: 'X-Forwarded-Proto: http\r\n' }
  const elsewhere = bytesOf(post).toString().replace('Host: localhost', 'Host: boards.example')
  expect(await exchange(Buffer.from(elsewhere))).toMatch(
    /^HTTP\/1\.1 308 [^]*location: https:\/\/boards\.example\/api\/entry\//,
  )
})

test.each([2, 400])('an entry that arrives in %d pieces', async (pieces) => {
  const { usual, fast, isFast } = await bothWays({ body: entry }, { pieces })
  expect(fast).toContain('"position":2')
  expect([sorted(fast), isFast]).toEqual([sorted(usual), true])
})

test('whoever goes away in the middle of an entry harms nobody', async () => {
  const socket = net.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const bytes = bytesOf({ body: entry })
  socket.write(bytes.subarray(0, bytes.length - 20))
  await new Promise((resolve) => setImmediate(resolve))
  socket.resetAndDestroy()
  expect(await exchange(bytesOf({ body: entry }))).toContain('200 OK')
})

test.each([
  ['revoked', 'DELETE', 'device_key/'],
  ['replaced', 'POST', 'device_key/'],
  ['that of a machine that was removed', 'DELETE', ''],
] as const)('MAC-08 a key that is %s is refused at once', async (_what, method, path) => {
  const { db } = database
  const owner = await makeUser(db)
  const machine = await makeVenueMachine(db, owner.id)
  const inject = async (method: 'POST' | 'DELETE', path: string) =>
    whole.app.inject({
      method,
      url: `/api/venuemachine/${machine}/${path}`,
      headers: { authorization: `Token ${owner.token}` },
    })
  const { key } = (await inject('POST', 'device_key/')).json<{ key: string }>()
  who.nobody = `Token ${key}`
  expect((await bothWays({ as: 'nobody', body: entry })).isFast).toBe(true)
  expect((await inject(method, path)).statusCode).toBeLessThan(300)
  expect(await exchange(bytesOf({ as: 'nobody', body: entry }))).toContain('401 Unauthorized')
})

test('its time is taken like that of others', async () => {
  const count = async () =>
    Number(/_count{route="POST \/api\/entry\/",status="2xx"} (\d+)\n/.exec(await metrics.metrics())?.[1])
  const before = await count()
  await bothWays({ body: entry })
  expect((await count()) - before).toBe(2)
})

describe('with a database that fails, or an end that is near', () => {
  async function start(commit: 'fails' | 'waits') {
    const { db } = database
    let go = () => {}
    let begin = () => {}
    const gate = new Promise<void>((resolve) => (go = resolve))
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const store = gamesStore(db)
    const games = new Games({
      ...store,
      commit: async (rows) => {
        if (commit === 'fails') throw Object.assign(new Error('No space left on device'), { code: '53100' })
        begin()
        await gate
        return store.commit(rows)
      },
    })
    const app = await buildTestApp(db, [devicesRoutes({ db, devices: new Devices(db, games), games })])
    await app.ready()
    const end = answerFastEntries(app.server, { games, knownActor: app.knownActor })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return { app, to: (app.server.address() as AddressInfo).port, end, begun, go }
  }

  test('what could not be recorded is refused with 503, as the framework does it', async () => {
    const { app, to } = await start('fails')
    const { usual, fast } = await bothWays({ body: entry }, { to })
    expect(fast).toMatch(/^HTTP\/1\.1 503 [^]*"request_id":"ID"/)
    expect(fast).toBe(usual)
    await app.close()
  })

  test('an answer after the end has begun says that its connection closes', async () => {
    const { app, to, end, begun, go } = await start('waits')
    await app.inject({ method: 'GET', url: '/api/heartbeat/', headers: { authorization: who.key } })
    const bytes = Buffer.from(bytesOf({ body: entry }).toString().replace('Connection: close\r\n', ''))
    const answered = exchange(bytes, { to })
    await begun
    end()
    go()
    expect((await answered).toLowerCase()).toContain('connection: close')
    await app.close()
  })
})
