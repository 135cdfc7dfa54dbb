import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { statfsSync } from 'node:fs'
import path from 'node:path'
import { makeUser, makeVenueMachine } from '../../testing'
import { isReady, useProcesses } from '../../testing/processes'
import { DiskRoom, roomWith } from './diskRoom'
import { openDatabase } from './index'

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
  const room = new DiskRoom({ readFree, reserveBytes: 500e6, readHeaviest: async () => 'Ann.', tell: (line) => lines.push(line), onError: (error) => errors.push(error), now: () => clock.now })
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

/* On a real disk of a few megabytes, where one may be mounted. */

const patienceMs = 120_000
const small: { place?: string } = {}
afterAll(() => void (small.place && spawnSync('umount', ['-l', small.place])))
const processes = useProcesses()

test('LOAD-10 on a disk that fills up new games are refused with 503 while the one that is played settles and boards go on; with room again they begin', async () => {
  const place = path.join(processes.folder, 'small')
  await mkdir(place)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', place]).status !== 0) return console.log('Skipped: this user may not mount a file system.')
  small.place = place
  const dataFolder = path.join(place, 'data')
  const made = await openDatabase({ dataFolder }, { role: 'server' })
  const owner = await makeUser(made.db)
  const machine = await makeVenueMachine(made.db, owner.id)
  await made.close()

  const server = processes.run('server/src/main.ts', { DATA_DIR: dataFolder, DISK_RESERVE_MB: '60' })
  const address = await server.says(isReady)
  const send = async (call: string, body?: object, token = owner.token) => {
    const response = await fetch(`${address}${call}`, { method: body ? 'POST' : 'GET', headers: { authorization: `Token ${token}`, 'content-type': 'application/json' }, body: body && JSON.stringify(body) })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: (await response.json()) as Record<string, unknown> }
  }
  const { key } = (await send(`/api/venuemachine/${machine}/device_key/`, {})).body as { key: string }
  const post = (session: string, fields: object) => send('/api/entry/', { session_uuid: session.padStart(32, '0'), ...fields }, key)
  expect((await post('a', { current_p1_score: 100 })).status).toBe(200)

  const { bavail, bsize } = statfsSync(place)
  await writeFile(path.join(place, 'filling'), Buffer.alloc(bavail * bsize - 40_000_000))
  await server.says(/no new game begins until there is room/)
  // The one that is played goes on and settles.
  expect((await post('a', { current_p1_score: 200 })).status).toBe(200)
  expect((await post('a', { current_p1_score: 300, active: false })).status).toBe(200)
  expect(await post('b', { current_p1_score: 1 })).toMatchObject({ status: 503, retryAfter: '60', body: { detail: 'The server’s disk is nearly full: no new game can begin. A game that is being played goes on.' } })
  expect((await send(`/api/venuemachine/${machine}/current/`)).body).toMatchObject({ scores: [{ score: 300 }], settled_on: expect.any(String) })
  expect((await send('/api/tonight/')).body.trouble).toMatch(/^The server’s disk is nearly full\./)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)

  await rm(path.join(place, 'filling'))
  await server.says(/enough again/)
  expect((await post('b', { current_p1_score: 1 })).status).toBe(200)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(await readdir(place)).toEqual(['data'])
}, patienceMs)
