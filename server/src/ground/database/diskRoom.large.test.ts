import { spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { seedCatalogue } from '../../core/catalogue/seed'
import { makeUser, makeVenueMachine } from '../../testing'
import { isReady, useProcesses } from '../../testing/processes'
import { openDatabase } from './index'

/* On a real disk of a few megabytes, where one may be mounted. */

const small: { place?: string } = {}
afterAll(() => void (small.place && spawnSync('umount', ['-l', small.place])))
const processes = useProcesses()

test('LOAD-10 on a disk that fills up new games are refused with 503 while the one that is played settles and boards go on; with room again they begin', async () => {
  const place = path.join(processes.folder, 'small')
  await mkdir(place)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', place]).status !== 0)
    return console.log('Skipped: this user may not mount a file system.')
  small.place = place
  const dataFolder = path.join(place, 'data')
  const made = await openDatabase({ dataFolder }, { role: 'server', seed: seedCatalogue })
  const owner = await makeUser(made.db)
  const machine = await makeVenueMachine(made.db, owner.id)
  await made.close()

  const server = processes.run('server/src/main.ts', { DATA_DIR: dataFolder, DISK_RESERVE_MB: '60' })
  const address = await server.says(isReady)
  const send = async (call: string, body?: object, token = owner.token) => {
    const response = await fetch(`${address}${call}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: (await response.json()) as Record<string, unknown>,
    }
  }
  const { key } = (await send(`/api/venuemachine/${machine}/device_key/`, {})).body as { key: string }
  const post = (session: string, fields: object) =>
    send('/api/entry/', { session_uuid: session.padStart(32, '0'), ...fields }, key)
  expect((await post('a', { current_p1_score: 100 })).status).toBe(200)

  const { bavail, bsize } = statfsSync(place)
  await writeFile(path.join(place, 'filling'), Buffer.alloc(bavail * bsize - 40_000_000))
  await server.says(/no new game begins until there is room/)
  // The one that is played goes on and settles.
  expect((await post('a', { current_p1_score: 200 })).status).toBe(200)
  expect((await post('a', { current_p1_score: 300, active: false })).status).toBe(200)
  expect(await post('b', { current_p1_score: 1 })).toMatchObject({
    status: 503,
    retryAfter: '60',
    body: { detail: 'The server’s disk is nearly full: no new game can begin. A game that is being played goes on.' },
  })
  expect((await send(`/api/venuemachine/${machine}/current/`)).body).toMatchObject({
    scores: [{ score: 300 }],
    settled_on: expect.any(String),
  })
  expect((await send('/api/tonight/')).body.trouble).toMatch(/^The server’s disk is nearly full\./)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)

  await rm(path.join(place, 'filling'))
  await server.says(/enough again/)
  expect((await post('b', { current_p1_score: 1 })).status).toBe(200)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(await readdir(place)).toEqual(['data'])
}, 60_000)
