import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { call, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { buildWholeApp, type WholeApp } from '../../testing/wholeApp'
import { DiskRoom, roomWith } from './diskRoom'

test.each([
  { free: 1_500, before: 'enough', now: 'enough' },
  { free: 1_000, before: 'enough', now: 'enough' },
  { free: 999, before: 'enough', now: 'low' },
  { free: 500, before: 'low', now: 'low' },
  { free: 499, before: 'low', now: 'stopped' },
  { free: 549, before: 'stopped', now: 'stopped' },
  { free: 550, before: 'stopped', now: 'low' },
  { free: 5_000, before: 'stopped', now: 'enough' },
] as const)('LOAD-10 with $free free of a reserve of 500 the room is $now after $before', ({ free, before, now }) => {
  expect(roomWith(free, 500, before)).toBe(now)
})

const staged = (readFree?: () => Promise<number>) => {
  const clock = { now: 0 }
  const lines: string[] = []
  const errors: unknown[] = []
  const room = new DiskRoom({
    readFree,
    reserveBytes: 500e6,
    readHeaviest: async () => 'Ann.',
    tell: (line) => lines.push(line),
    onError: (error) => errors.push(error),
    now: () => clock.now,
  })
  return { room, clock, lines, errors }
}

test('LOAD-10 says so before the disk is full, when it is, and when there is room again; what cannot be read changes nothing', async () => {
  let free: number | Error = 5e9
  const { room, lines, errors } = staged(async () => {
    if (free instanceof Error) throw free
    return free
  })
  const look = async (bytes: number | Error) => {
    free = bytes
    await room.look()
    return { isStopped: room.isStopped, trouble: room.trouble()?.slice(0, 45) }
  }
  expect(await look(5e9)).toEqual({ isStopped: false })
  expect(await look(700e6)).toEqual({ isStopped: false, trouble: 'The server’s disk is filling up: soon no new ' })
  expect(await look(400e6)).toEqual({ isStopped: true, trouble: 'The server’s disk is nearly full. New games a' })
  expect(await look(new Error('EIO'))).toMatchObject({ isStopped: true })
  expect(await look(2e9)).toEqual({ isStopped: false })
  expect(lines).toEqual([
    'The disk of the database has 700 MB left: make room before it is full.',
    'Ann.',
    'The disk of the database has 400 MB left: no new game begins until there is room. Boards and games that are being played go on.',
    'Ann.',
    'The disk of the database has 2000 MB left: enough again.',
  ])
  expect(errors).toHaveLength(1)
})

test('LOAD-10 of an external database it is known by what it refuses: no new game for half a minute after', async () => {
  const { room, clock, lines } = staged()
  await room.look()
  expect(room.isStopped).toBe(false)
  const write = room.noticing((code: string) => Promise.reject(Object.assign(new Error('no'), { code })))
  await expect(write('40001')).rejects.toThrow()
  expect(room.isStopped).toBe(false)
  await expect(write('53100')).rejects.toThrow()
  await expect(write('53100')).rejects.toThrow()
  expect(room.isStopped).toBe(true)
  clock.now = 30_000
  expect(room.isStopped).toBe(false)
  expect(lines).toEqual(['PostgreSQL has no room to write: no new game begins for a while.', 'Ann.'])
})

const database = useTestDatabase()

test('LOAD-10 where the disk has less room than the reserve new games are refused with 503 while the one that is played settles and boards go on', async () => {
  const owner = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, owner.id)
  const folder = await mkdtemp(path.join(tmpdir(), 'multiball-room-'))
  await mkdir(path.join(folder, 'postgres'))
  const before = await buildWholeApp(database.db)
  const { key } = (await call(before.app, 'POST', `/api/venuemachine/${machine}/device_key/`, { token: owner.token }))
    .body as { key: string }
  const post = ({ app }: WholeApp, session: string, fields: object) =>
    call(app, 'POST', '/api/entry/', { token: key, body: { session_uuid: session.padStart(32, '0'), ...fields } })
  expect((await post(before, 'a', { current_p1_score: 100 })).status).toBe(200)
  await before.close()

  // No disk has so much room.
  const whole = await buildWholeApp(database.db, {}, { DATA_DIR: folder, DISK_RESERVE_MB: '999999999', DEMO: '0' })
  const address = await whole.listen()
  await whole.composition.onReady!([address])
  while (!(await whole.metrics.metrics()).includes('multiball_new_games_stopped 1\n')) await new Promise(setImmediate)
  const get = async (url: string) => (await call(whole.app, 'GET', url, { token: owner.token })).body
  expect((await post(whole, 'a', { current_p1_score: 200 })).status).toBe(200)
  expect((await post(whole, 'a', { current_p1_score: 300, active: false })).status).toBe(200)
  expect(await post(whole, 'b', { current_p1_score: 1 })).toMatchObject({
    status: 503,
    headers: { 'retry-after': '60' },
    body: { detail: 'The server’s disk is nearly full: no new game can begin. A game that is being played goes on.' },
  })
  expect(await get(`/api/venuemachine/${machine}/current/`)).toMatchObject({
    scores: [{ score: 300 }],
    settled_on: expect.any(String),
  })
  expect(await get('/api/tonight/')).toMatchObject({
    trouble: expect.stringMatching(/^The server’s disk is nearly full\./),
  })
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  await whole.close()
  await rm(folder, { recursive: true })
})
