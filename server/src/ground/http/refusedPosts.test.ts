import { Nothing } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { buildTestApp, call, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { makeDeviceKey } from '../../testing/devices'
import type { Actor } from './actors'
import { anonymous } from './actors'
import { requireUser } from './auth'
import { describes } from './operation'
import { conflict, invalid, unauthorized, unavailable } from './refusals'
import { RefusedPosts } from './refusedPosts'

const minute = 60_000

test('OPS-12 a caller in a loop has a line a minute for each status, with how many had none', () => {
  const clock = { now: 0 }
  const posts = new RefusedPosts(() => clock.now)
  const line = (status: number, actor: Actor = { type: 'device-key', venueMachineId: 7 }, caller = '192.0.2.1') =>
    posts.line({ caller, actor }, status)
  expect(line(400)).toEqual({ machine: 7 })
  for (let count = 0; count < 100; count += 1) expect(line(400)).toBeUndefined()
  expect([
    line(409),
    line(400, { type: 'device-key', venueMachineId: 8 }),
    line(400, anonymous),
    line(400, anonymous, '192.0.2.2'),
  ]).toEqual([{ machine: 7 }, { machine: 8 }, {}, {}])
  // Another address of the same IPv6 network.
  expect([line(400, anonymous, '2001:db8::1'), line(400, anonymous, '2001:db8::2')]).toEqual([{}, undefined])
  clock.now = minute - 1
  expect(line(400)).toBeUndefined()
  clock.now = minute
  expect(line(400)).toEqual({ machine: 7, more: 101 })
  clock.now = 2 * minute
  expect(line(400)).toEqual({ machine: 7 })
})

test('OPS-16 what is refused to all is one line a minute, and all callers together have 60', () => {
  const clock = { now: 0 }
  const posts = new RefusedPosts(() => clock.now)
  const lines = (status: number) =>
    Array.from({ length: 2_000 }, (_, machine) =>
      posts.line({ caller: '192.0.2.1', actor: { type: 'device-key', venueMachineId: machine } }, status),
    ).filter(Boolean)
  expect(lines(503)).toEqual([{ machine: 0 }])
  expect(lines(401)).toHaveLength(59)
  clock.now = minute
  expect(lines(503)).toEqual([{ machine: 0, more: 1_999 }])
})

test.each<[Actor, object]>([
  [{ type: 'device', deviceId: 3, venueMachineId: 7, signedOnAt: 0 }, { machine: 7 }],
  [{ type: 'device', deviceId: 3, venueMachineId: null, signedOnAt: 0 }, { device: 3 }],
  [{ type: 'user', userId: 3 }, {}],
])('OPS-12 %j is named as %j', (actor, named) => {
  expect(new RefusedPosts(() => 0).line({ caller: '192.0.2.1', actor }, 500)).toEqual(named)
})

describe('the log', () => {
  const database = useTestDatabase()
  const lines: string[] = []
  let app: FastifyInstance
  const away = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const failures: Record<string, () => Error> = {
    away,
    400: () => invalid({ session_uuid: ['A uuid is expected'] }),
    401: () => unauthorized(),
    409: () => conflict('There is a newer one'),
    503: () => unavailable(),
  }

  beforeAll(async () => {
    const area = async (scope: FastifyInstance) => {
      scope.post(
        '/api/taken/',
        describes({ summary: 'Take', actor: 'device', answers: { 200: Nothing } }),
        async () => ({}),
      )
      for (const actor of ['device', 'feed', 'user'] as const) {
        scope.post(
          `/api/${actor}/:status/`,
          describes({ summary: 'Refuse', actor, answers: { 200: Nothing }, refusals: [400, 401, 409] }),
          async (request) => {
            if (actor === 'user') requireUser(request)
            throw failures[(request.params as { status: string }).status]!()
          },
        )
      }
    }
    app = await buildTestApp(database.db, [area], {
      config: { publicUrl: 'http://localhost:3000', proxies: 0, logLevel: 'warn' },
      logStream: { write: (line) => void lines.push(line) },
    })
  })
  afterAll(() => app.close())

  test('OPS-12 every refused post of a machine or a program has a line that says whose it is, and neither key nor body', async () => {
    const owner = await makeUser(database.db)
    const machine = await makeVenueMachine(database.db, owner.id)
    const token = await makeDeviceKey(database.db, machine)
    const body = { secret: 'of the body' }
    await call(app, 'POST', '/api/taken/', { token, body })
    for (const status of [400, 401, 409, 503])
      for (let count = 0; count < 3; count += 1) await call(app, 'POST', `/api/device/${status}/`, { token, body })
    await call(app, 'POST', '/api/feed/409/', { headers: { authorization: 'Feed key-of-a-feed' }, body })
    await call(app, 'POST', '/api/user/400/', { token: owner.token, body })
    const told = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ audit }) => audit === 'refused')
    const from = '127.0.0.1'
    expect(
      told.map(({ status, machine: named, url, from: address }) => ({ status, machine: named, url, from: address })),
    ).toEqual([
      ...[400, 401, 409, 503].map((status) => ({ status, machine, url: `/api/device/${status}/`, from })),
      { status: 409, machine: undefined, url: '/api/feed/409/', from },
    ])
    for (const secret of [token, 'key-of-a-feed', 'of the body']) expect(lines.join('')).not.toContain(secret)
  })

  test.each(['503', 'away'])(
    'OPS-16 a thousand posts that are refused (%s) are one line, without a stack',
    async (how) => {
      const owner = await makeUser(database.db)
      const keys = await Promise.all(
        [1, 2, 3].map(async () => makeDeviceKey(database.db, await makeVenueMachine(database.db, owner.id))),
      )
      lines.length = 0
      for (let count = 0; count < 1_000; count += 1)
        expect((await call(app, 'POST', `/api/device/${how}/`, { token: keys[count % 3] })).status).toBe(503)
      expect(lines.length).toBeLessThanOrEqual(1)
      expect(lines.join('')).not.toContain('.ts:')
    },
  )
})
