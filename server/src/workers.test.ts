import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import { freePort } from './ground/database/embedded/cluster'
import { isReady, useProcesses } from './testing/processes'
import { connectionsOfEach, pauseBefore } from './workers'

/* `WORKERS=2` as people start it: a primary and two workers, with the embedded database and without NATS. */

const patienceMs = 30_000

let primary: ReturnType<typeof start>
let url: string
let metricsUrl: string

// Before the folder is removed, in which its database lies.
afterAll(async () => {
  primary.child.kill('SIGTERM')
  await primary.ended
}, patienceMs)
const processes = useProcesses()
const start = (environment: Record<string, string> = {}) =>
  processes.run('server/src/main.ts', { WORKERS: '2', DATA_DIR: processes.folder, ...environment })

/** Resolves once it is so; throws when it does not become so. */
async function until<Value>(
  look: () => Value | undefined | false | Promise<Value | undefined | false>,
  what: string,
): Promise<Value> {
  for (const end = Date.now() + patienceMs; ; await wait(20)) {
    const value = await look()
    if (value) return value
    if (Date.now() > end) throw new Error(`It did not happen: ${what}`)
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The processes of the workers. */
function workers(): number[] {
  const { pid } = primary.child
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return children.filter((child) => {
    try {
      return /\bmain\.[jt]s/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8'))
    } catch {
      return false
    }
  })
}

/** Sends a request over a connection of its own, so that it comes to the next worker. */
function call<Answer>(
  method: string,
  address: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<{ status: number; body: Answer }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      url + address,
      {
        method,
        agent: false,
        headers: {
          connection: 'close',
          ...(token && { authorization: `Token ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            body: (answer.headers['content-type']?.includes('json') ? JSON.parse(text) : text) as Answer,
          }),
        )
        answer.on('error', reject)
      },
    )
    request.on('error', reject)
    // One that was on its way to a worker that was killed has no answer.
    request.setTimeout(5_000, () => request.destroy(new Error('no answer')))
    request.end(body && JSON.stringify(body))
  })
}

/** A viewer with a shared socket, as pages with several boards have it: these stay at the worker that they come to, in turn. */
const watch = (board: number) => watchAt('scores/websocket/', board)

/** A viewer whose address names the board. */
const watchAlone = (board: number) => watchAt(`scoreboard/${board}/scores/websocket/`, board)

async function watchAt(address: string, board: number) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/${address}`)
  const heard: { epoch: string; data: { scores: { score: number }[] }[] }[] = []
  socket.on('message', (data) => heard.push(JSON.parse((data as Buffer).toString()) as never))
  const closed = once(socket, 'close').then(([code]) => code as number)
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${board}:scores` }))
  await until(() => heard.length > 0, 'a first state')
  return { heard, closed, socket, score: () => heard.at(-1)!.data[0]?.scores[0]?.score }
}

const posted = new Map<string, number>()
/** Posts one score of a machine; resolves once it is acknowledged. */
async function post(key: string, session_uuid: string, score: number) {
  const { status, body } = await call('POST', '/api/entry/', {
    token: key,
    body: { session_uuid, session_sequence: score, active: true, current_p1_score: score },
  })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  posted.set(session_uuid, score)
}

let token: string
let machine: number
let key: string
let board: number

beforeAll(async () => {
  const metricsPort = await freePort()
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  primary = start({ METRICS_PORT: String(metricsPort) })
  url = await primary.says(isReady)
  const person = {
    username: 'ann',
    password: 'Sup3r!secret',
    first_name: 'Ann',
    last_name: 'Bell',
    email: 'ann@example.com',
  }
  expect((await call('POST', '/api/account/register/', { body: person })).status).toBe(201)
  token = (await call<{ token: string }>('POST', '/api/auth/', { body: person })).body.token
  const venue = (await call<{ id: number }>('POST', '/api/venue/', { token, body: { name: 'Arcade' } })).body.id
  machine = (await call<{ id: number }>('POST', '/api/venuemachine/', { token, body: { venue, machine: 1 } })).body.id
  key = (await call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`, { token, body: {} })).body.key
  board = (
    await call<{ id: number }>('POST', '/api/scoreboard/', {
      token,
      body: { title: 'All', is_public: true, venuemachine_items: [{ venuemachine: machine }] },
    })
  ).body.id
}, patienceMs)

test('RUN-08 viewers of both workers see every post, whichever worker takes it', async () => {
  expect(workers()).toHaveLength(2)
  const viewers = await Promise.all(Array.from({ length: 6 }, () => watch(board)))
  // Each worker has its own epoch.
  expect(new Set(viewers.map(({ heard }) => heard[0]!.epoch)).size).toBe(2)
  const game = crypto.randomUUID()
  for (let score = 1; score <= 20; score += 1) {
    await post(key, game, score)
    await until(
      () => viewers.every((viewer) => viewer.score() === score),
      `all see ${score}: ${viewers.map((viewer) => viewer.score()).join()}`,
    )
  }
  for (const { heard } of viewers) {
    const scores = heard.map(({ data }) => data[0]?.scores[0]?.score ?? 0)
    expect(scores).toEqual([...scores].sort((one, other) => one - other))
  }
  for (const { socket } of viewers) socket.terminate()
})

test('RUN-08 metrics are those of all workers; the page of mails opens at each', async () => {
  const viewers = await Promise.all(Array.from({ length: 4 }, () => watch(board)))
  const text = await (await fetch(metricsUrl)).text()
  expect(/^multiball_viewers (\d+)$/m.exec(text)?.[1]).toBe('4')
  expect(/^multiball_entries_recorded_total (\d+)$/m.exec(text)?.[1]).toBe('20')
  expect(/^multiball_registry_readable (\d+)$/m.exec(text)?.[1]).toBe('1')
  expect(text).toMatch(/^multiball_http_request_seconds_count\{route="POST \/api\/venue\/",status="2xx"\} 1$/m)
  for (const { socket } of viewers) socket.terminate()
  const mails = await primary.says(/(\/dev\/mail\?key=\S+)/)
  expect((await Promise.all([1, 2, 3, 4].map(() => call('GET', mails)))).map(({ status }) => status)).toEqual([
    200, 200, 200, 200,
  ])
})

test('RUN-08 viewers of one board meet at one worker, what they send with their request included; boards are spread over both', async () => {
  const make = async (title: string) =>
    (
      await call<{ id: number }>('POST', '/api/scoreboard/', {
        token,
        body: { title, is_public: true, venuemachine_items: [{ venuemachine: machine }] },
      })
    ).body.id
  const boards: number[] = []
  for (let made = 0; made < 8; made += 1) boards.push(await make(`Home ${made}`))
  // Two workers take these in turn, so that one of them has passed some on.
  const viewers = new Map<number, Awaited<ReturnType<typeof watch>>[]>()
  for (const each of boards) viewers.set(each, [await watchAlone(each), await watchAlone(each), await watchAlone(each)])
  const homes = [...viewers.values()].map((each) => new Set(each.map(({ heard }) => heard[0]!.epoch)))
  expect(homes.map(({ size }) => size)).toEqual(boards.map(() => 1))
  expect(new Set(homes.flatMap((home) => [...home])).size).toBe(2)

  // A client that does not wait for the answer to its request.
  const eager = await Promise.all(
    boards.map(async (each) => {
      const { hostname, port } = new URL(url)
      const socket = net.connect(Number(port), hostname)
      const text = JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${each}:scores` })
      const head = `GET /scoreboard/${each}/scores/websocket/ HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
      socket.write(
        Buffer.concat([Buffer.from(head), Buffer.from([0x81, 0x80 + text.length, 0, 0, 0, 0]), Buffer.from(text)]),
      )
      let answer = ''
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
      await until(() => answer.includes('"epoch"'), `a state for ${each}: ${answer}`)
      return { socket, answer }
    }),
  )
  for (const { answer } of eager) expect(answer).toContain('HTTP/1.1 101 ')
  for (const { socket } of eager) socket.destroy()

  const game = crypto.randomUUID()
  await post(key, game, 77)
  const all = [...viewers.values()].flat()
  await until(() => all.every((viewer) => viewer.score() === 77), 'all see it')
  for (const { socket } of all) socket.terminate()
})

test(
  'RUN-08 a worker that is killed: nothing acknowledged is lost, the other goes on, and another one takes its place',
  async () => {
    const viewers = await Promise.all(Array.from({ length: 4 }, () => watch(board)))
    const before = workers()
    const game = crypto.randomUUID()
    let isOver = false
    let score = 0
    const posting = (async () => {
      while (!isOver) await post(key, game, (score += 1)).catch(() => wait(5))
    })()
    await until(() => score > 20, 'posts')
    // The first one keeps house.
    process.kill(before[0]!, 'SIGKILL')
    const codes = await until(() => {
      const gone = viewers.filter(({ socket }) => socket.readyState === WebSocket.CLOSED)
      return gone.length > 0 && gone
    }, 'its viewers are cut off')
    expect(codes.length).toBeLessThan(viewers.length)
    await primary.says(/"event":"worker-ended","msg":"Worker 1 has ended \(SIGKILL\) and is started again in 1 s\./)
    expect(await call('GET', '/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
    // Its boards are the other's now.
    for (const each of [board, board + 1, board + 2, board + 3]) (await watchAlone(each)).socket.terminate()
    await until(() => workers().length === 2 && !workers().includes(before[0]!), 'another one starts')
    // Those that come back are served by both again.
    const again = await until(async () => {
      const back = await Promise.all([watch(board), watch(board)])
      return new Set(back.map(({ heard }) => heard[0]!.epoch)).size === 2 && back
    }, 'the new one serves')
    isOver = true
    await posting
    const last = posted.get(game)!
    const left = viewers.filter(({ socket }) => socket.readyState === WebSocket.OPEN)
    await until(() => [...left, ...again].every((viewer) => viewer.score()! >= last), 'all see the last score')
    const { body } = await call<{ scores: { score: number }[] }>('GET', `/api/venuemachine/${machine}/current/`, {
      token,
    })
    expect(body.scores[0]!.score).toBeGreaterThanOrEqual(last)
    for (const { socket } of [...left, ...again]) socket.terminate()
  },
  patienceMs,
)

test('RUN-08 SIGTERM ends all of it: viewers are told to come back, workers, database and lock are gone', async () => {
  const viewers = await Promise.all(Array.from({ length: 4 }, () => watch(board)))
  const pids = workers()
  expect(pids).toHaveLength(2)
  // As a terminal does it: to all.
  for (const pid of [...pids, primary.child.pid!]) process.kill(pid, 'SIGTERM')
  expect(await Promise.all(viewers.map(({ closed }) => closed))).toEqual([1012, 1012, 1012, 1012])
  const { code, output } = await primary.ended
  expect(code).toBe(0)
  // One start, one house: its lines are printed once.
  expect(output.match(/Read mails/g)).toHaveLength(1)
  expect(pids.filter(isAlive)).toEqual([])
  expect(
    Number.parseInt(
      await readFile(path.join(processes.folder, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => ''),
      10,
    ),
  ).toBeNaN()
  await expect(readFile(path.join(processes.folder, 'multiball.lock'))).rejects.toThrow('ENOENT')
})

test(
  'RUN-08 a port in use is named once, and nothing is left running',
  async () => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { code, output } = await start({ PORT: String((taken.address() as net.AddressInfo).port) }).ended
    expect(code).toBe(1)
    expect(output.match(/Port \d+ of 127.0.0.1 is in use. Set PORT to a free one./g)).toHaveLength(1)
    await expect(readFile(path.join(processes.folder, 'multiball.lock'))).rejects.toThrow('ENOENT')
    taken.close()
  },
  patienceMs,
)

test.each([
  [500, 0, 1_000],
  [500, 1_000, 2_000],
  [500, 16_000, 30_000],
  [500, 30_000, 30_000],
  [60_000, 30_000, 1_000],
])('RUN-08 a worker that lived for %d ms, after a wait of %d ms, is started again in %d ms', (lived, before, pause) => {
  expect(pauseBefore(lived, before)).toBe(pause)
})

test.each([
  [10, 2, 5],
  [10, 3, 3],
  [10, 8, 2],
])('RUN-08 of %d connections each of %d workers opens %d at most', (databaseConnections, workers, each) => {
  expect(connectionsOfEach({ databaseConnections, workers })).toBe(each)
})
