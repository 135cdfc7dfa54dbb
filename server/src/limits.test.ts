import { once } from 'node:events'
import net from 'node:net'
import type { FastifyInstance } from 'fastify'
import WebSocket from 'ws'
import {
  call,
  makeLeaderboard,
  makeScoreboard,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from './testing'
import { buildWholeApp } from './testing/wholeApp'
import type { WholeApp } from './testing/wholeApp'

const database = useTestDatabase()
/** limited as the product is */
let limited: WholeApp
let unlimited: WholeApp
let address: string
let user: { id: number; token: string }
let machine: number
let board: { id: number }

beforeAll(async () => {
  limited = await buildWholeApp(database.db)
  unlimited = await buildWholeApp(database.db, { isLimited: false })
  address = await limited.listen()
  user = await makeUser(database.db, { is_operator: true })
  await makeVenue(database.db, user.id)
  machine = await makeVenueMachine(database.db, user.id)
  board = await makeScoreboard(database.db, user.id, { venueMachineIds: [machine] })
  await makeLeaderboard(database.db, user.id, { venueMachineIds: [machine] })
})
afterAll(async () => {
  await limited.close()
  await unlimited.close()
})

/** Writes over a connection of its own. Answers all that came back until the server closed it, and how much it took. */
async function overSocket(write: (socket: net.Socket, isOpen: () => boolean) => Promise<void> | void) {
  const { port, hostname } = new URL(address)
  const socket = net.connect(Number(port), hostname)
  let answer = ''
  let isOpen = true
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  // The server may close while we write.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isOpen = false
      resolve()
    }),
  )
  await once(socket, 'connect')
  await write(socket, () => isOpen)
  await closed
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
    body: answer.split('\r\n\r\n')[1],
    written: socket.bytesWritten,
  }
}

const head = (path: string, headers: string, method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const json = 'Content-Type: application/json\r\n'

describe('what a connection may send', () => {
  test('a request that does not arrive is not waited for', () => {
    const { requestTimeout, headersTimeout } = limited.app.server
    expect(requestTimeout).toBe(120_000)
    expect(headersTimeout).toBeGreaterThan(0)
    expect(headersTimeout).toBeLessThanOrEqual(requestTimeout)
  })

  test.each([
    ['headers of 20 KB', head('/healthz', `X-Long: ${'x'.repeat(20_000)}\r\nConnection: close\r\n`), 431],
    [
      '4,000 headers',
      head(
        '/healthz',
        `${Array.from({ length: 4_000 }, (_, count) => `x${count}: y\r\n`).join('')}Connection: close\r\n`,
      ),
      431,
    ],
    ['an address of 20 KB', head(`/api/scoreboard/?search=${'x'.repeat(20_000)}`, 'Connection: close\r\n'), 431],
    ['an address of 10 KB', head(`/api/scoreboard/${'9'.repeat(10_000)}/`, 'Connection: close\r\n'), 414],
    ['a body of 2 MB', `${head('/api/auth/', `${json}Content-Length: 2000000\r\n`, 'POST')}{`, 413],
    ['no HTTP at all', 'HELLO\r\n\r\n', 400],
    ['two lengths', head('/api/auth/', `${json}Content-Length: 2\r\nContent-Length: 3\r\n`, 'POST'), 400],
    [
      'a length beside chunks',
      head('/api/auth/', `${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n`, 'POST'),
      400,
    ],
  ])('%s', async (_title, request, status) => {
    const answer = await overSocket((socket) => void socket.write(request))
    expect(answer.status).toBe(status)
    if (status !== 400)
      expect(JSON.parse(answer.body!)).toEqual({ detail: expect.stringMatching(/ too large\.$| too long\.$/) })
  })

  test('a body without an end is not read for ever', async () => {
    const piece = Buffer.alloc(65_536, 'x')
    const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    const { status, written } = await overSocket(async (socket, isOpen) => {
      socket.write(head('/api/auth/', `${json}Transfer-Encoding: chunked\r\n`, 'POST'))
      while (isOpen() && socket.bytesWritten < 256 * 1024 * 1024) {
        if (!socket.write(chunk))
          await Promise.race(['drain', 'close'].map((event) => once(socket, event).catch(() => {})))
      }
      socket.destroy()
    })
    expect(status).toBe(413)
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })

  test.each([
    ['more than 4 KiB', 'x'.repeat(4_097), 1009],
    ['more messages than anybody needs', undefined, 1008],
  ])('API-08 a socket that sends %s is closed', async (_title, text, code) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/scoreboard/${board.id}/scores/websocket/?session=1`)
    await once(socket, 'open')
    if (text) socket.send(text)
    else for (let count = 0; count < 40; count += 1) socket.send('{}')
    expect((await once(socket, 'close'))[0]).toBe(code)
  })
})

interface Route {
  title: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  query: string[]
  hasBody: boolean
}

/** Every call of the API, with ids of things that are there. */
const routesOf = (app: FastifyInstance): Route[] =>
  app.describedRoutes.map(({ method, url, operation }) => ({
    title: `${method} ${url}`,
    method: method as Route['method'],
    url: url.replace(/:id/, String(url.includes('venuemachine') ? machine : board.id)).replace(/:\w+/g, 'x'),
    query: Object.keys((operation?.query as { entries?: object } | undefined)?.entries ?? {}),
    hasBody: method === 'POST' || method === 'PUT' || method === 'PATCH',
  }))

const fieldsOf = (body: unknown) => Object.keys(body as object)

test('every list refuses pages above its limit, and what is no page', async () => {
  const lists = routesOf(unlimited.app).filter(({ query }) => query.includes('limit'))
  expect(lists.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['GET /api/scoreboard/', 'GET /api/machines/', 'GET /api/user/', 'GET /api/venuemachine/']),
  )
  for (const { url, title } of lists) {
    for (const [field, value] of [
      ['limit', '5001'],
      ['limit', '-1'],
      ['limit', '1e3'],
      ['limit', 'x'],
      ['limit', ''],
      ['offset', '-1'],
      ['offset', '1000000000000'],
    ] as const) {
      const { status, body } = await call(unlimited.app, 'GET', `${url}?${field}=${value}`, { token: user.token })
      expect([title, field, value, status, fieldsOf(body)]).toEqual([title, field, value, 400, [field]])
    }
    // No remote has brought a board type along.
    expect((await call(unlimited.app, 'GET', `${url}?limit=1`, { token: user.token })).status).toBe(
      url.startsWith('/api/board/') ? 404 : 200,
    )
  }
})

test('every list refuses an ordering that it does not know', async () => {
  const ordered = routesOf(unlimited.app).filter(({ query }) => query.includes('ordering'))
  expect(ordered.length).toBeGreaterThanOrEqual(9)
  for (const { url, title } of ordered) {
    for (const ordering of ['password_hash', '-', 'id,title', 'id;drop table users', '--id']) {
      const { status, body } = await call(unlimited.app, 'GET', `${url}?ordering=${encodeURIComponent(ordering)}`, {
        token: user.token,
      })
      expect([title, status, body]).toEqual([title, 400, { ordering: ['Unknown ordering'] }])
    }
  }
})

test('no call takes a prototype', async () => {
  const routes = routesOf(unlimited.app).filter(({ hasBody }) => hasBody)
  expect(routes.length).toBeGreaterThan(20)
  for (const { method, url, title } of routes) {
    for (const body of [
      '{"__proto__":{"isAdmin":true}}',
      '{"a":{"__proto__":{"isAdmin":true}}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
    ]) {
      const answer = await call(unlimited.app, method, url, {
        token: user.token,
        body,
        headers: { 'content-type': 'application/json' },
      })
      // A call that takes none at all, or a form only, does not even read it.
      expect([title, body, answer.status]).toEqual([title, body, expect.any(Number)])
      expect([400, 401, 403, 415]).toContain(answer.status)
    }
    const form = await call(unlimited.app, method, url, {
      token: user.token,
      body: '__proto__[a]=1&constructor=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([title, form.status < 500]).toEqual([title, true])
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

describe('how often somebody may call', () => {
  /** Calls until it is refused, `most` times at most. Answers how often it was not, and the refusal. */
  async function untilRefused(most: number, send: () => ReturnType<typeof call>) {
    for (let taken = 0; taken < most; taken += 1) {
      const answer = await send()
      if (answer.status === 429) return { taken, answer }
    }
    throw new Error(`never refused in ${most} calls`)
  }

  const body = { username: 'nobody', password: 'wrong' }
  const login = (username: string, remoteAddress: string) => () =>
    call(limited.app, 'POST', '/api/auth/', { body: { ...body, username }, remoteAddress })
  let people = 0

  test.each([
    [
      'bootstraps of one board from one address',
      600,
      60,
      () => call(limited.app, 'GET', `/api/scoreboard/${board.id}/bootstrap/`, { remoteAddress: '192.0.2.1' }),
    ],
    ['wrong passwords of one account from one address', 10, 60, login('nobody', '192.0.2.2')],
    [
      'logins from one address',
      120,
      60,
      () => call(limited.app, 'POST', '/api/auth/', { body: { username: [] }, remoteAddress: '192.0.2.3' }),
    ],
    [
      'mails to one address of mail',
      3,
      3_600,
      () =>
        call(limited.app, 'POST', '/api/account/send-reset-password-link/', {
          body: { email: 'who@example.com' },
          remoteAddress: `198.51.100.${(people += 1) % 250}`,
        }),
    ],
    [
      'requests for mails from one address',
      30,
      3_600,
      () =>
        call(limited.app, 'POST', '/api/account/send-verification-email/', {
          body: { email: `who${(people += 1)}@example.com` },
          remoteAddress: '192.0.2.5',
        }),
    ],
    [
      'registrations from one address',
      60,
      60,
      () => call(limited.app, 'POST', '/api/account/register/', { body: {}, remoteAddress: '192.0.2.6' }),
    ],
    [
      'pair codes of one address',
      20,
      60,
      () =>
        call(limited.app, 'POST', `/api/venuemachine/${machine}/pair/`, {
          token: user.token,
          body: { shortcode: 'ABCDEF' },
          remoteAddress: '192.0.2.7',
        }),
    ],
    [
      'tokens for devices from one address',
      600,
      60,
      () => call(limited.app, 'POST', '/api/stoken/', { body: {}, remoteAddress: '192.0.2.8' }),
    ],
  ])('API-01 %s: %i, then 429 and when to come back', async (_title, allowed, longestWaitSeconds, send) => {
    const { taken, answer } = await untilRefused(allowed + 1, send)
    expect([taken, answer.body]).toEqual([allowed, { detail: 'Too many requests' }])
    const wait = Number(answer.headers['retry-after'])
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(longestWaitSeconds)
  })

  test('others are not held up', async () => {
    expect(
      (await call(limited.app, 'GET', `/api/scoreboard/${board.id}/bootstrap/`, { remoteAddress: '203.0.113.9' }))
        .status,
    ).toBe(200)
    expect((await login('nobody', '203.0.113.9')()).status).toBe(400)
  })
})
