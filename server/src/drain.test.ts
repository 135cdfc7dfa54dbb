import { once } from 'node:events'
import { connect } from 'node:net'
import WebSocket from 'ws'
import { openDatabase } from './ground/database'
import { isReady, useProcesses } from './testing/processes'

const patienceMs = 30_000
const processes = useProcesses()

async function start() {
  const server = processes.run('server/src/main.ts', { DATA_DIR: processes.folder })
  return { ...server, url: await server.says(isReady) }
}

async function send<Answer>(url: string, path: string, token?: string, body?: object): Promise<Answer> {
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token && { authorization: `Token ${token}` }), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok)
    throw Object.assign(new Error(`${path}: ${answer.status} ${await answer.text()}`), { status: answer.status })
  return (await answer.json()) as Answer
}

/** Offers another protocol with a body that it does not finish, and is gone. */
async function leaveInUpgrade(url: string, path: string, protocol: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(100_000)}`,
  )
  await once(socket, 'data')
  socket.resetAndDestroy()
}

const machines = 8
const viewers = 30

test(
  'RUN-02 SIGTERM in the middle of games: every post is acknowledged and kept, or refused; viewers are told to come back',
  async () => {
    const { child, url, ended } = await start()
    const person = {
      username: 'ann',
      password: 'Sup3r!secret',
      first_name: 'Ann',
      last_name: 'Bell',
      email: 'ann@example.com',
    }
    await send(url, '/api/account/register/', undefined, person)
    const { token } = await send<{ token: string }>(url, '/api/auth/', undefined, person)
    const venue = await send<{ id: number }>(url, '/api/venue/', token, { name: 'Arcade' })
    const playing = await Promise.all(
      Array.from({ length: machines }, async () => {
        const { id } = await send<{ id: number }>(url, '/api/venuemachine/', token, { venue: venue.id, machine: 1 })
        const { key } = await send<{ key: string }>(url, `/api/venuemachine/${id}/device_key/`, token, {})
        return { id, key, acknowledged: 0 }
      }),
    )
    const board = await send<{ id: number }>(url, '/api/scoreboard/', token, {
      title: 'All',
      is_public: true,
      venuemachine_items: playing.map(({ id }) => ({ venuemachine: id })),
    })

    const sockets = await Promise.all(
      Array.from({ length: viewers }, async () => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/scoreboard/${board.id}/scores/websocket/?session=1`)
        await once(socket, 'open')
        socket.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${board.id}:scores` }))
        await once(socket, 'message')
        return { code: once(socket, 'close').then(([code]) => code as number) }
      }),
    )

    const refusals: unknown[] = []
    let allHaveSome = () => {}
    const enough = new Promise<void>((resolve) => (allHaveSome = resolve))
    const posters = playing.map(async (machine) => {
      const session_uuid = crypto.randomUUID()
      for (let sequence = 1; ; sequence += 1) {
        try {
          await send(url, '/api/entry/', machine.key, {
            session_uuid,
            session_sequence: sequence,
            active: true,
            current_p1_score: sequence,
          })
          machine.acknowledged = sequence
          if (playing.every(({ acknowledged }) => acknowledged >= 10)) allHaveSome()
        } catch (error) {
          return void refusals.push((error as { status?: number }).status ?? (error as Error).message)
        }
      }
    })
    await enough
    await leaveInUpgrade(url, '/nothing', 'h2c')
    await leaveInUpgrade(url, '/scoreboard/1/scores/websocket/', 'websocket')
    child.kill('SIGTERM')
    await Promise.all(posters)
    expect((await ended).code).toBe(0)
    expect(await Promise.all(sockets.map(({ code }) => code))).toEqual(Array.from({ length: viewers }, () => 1012))
    // Either the listener was closed already, or the server said so.
    for (const refusal of refusals) expect(['fetch failed', 503]).toContain(refusal)

    const database = await openDatabase({ dataFolder: processes.folder })
    const kept = await database.db.selectFrom('games').select(['venue_machine_id as id', 'scores']).execute()
    await database.close()
    // One more may have been stored whose answer was on its way.
    for (const { id, acknowledged } of playing)
      expect([acknowledged, acknowledged + 1]).toContain(Number(kept.find((game) => game.id === id)!.scores[0]))
  },
  patienceMs,
)
