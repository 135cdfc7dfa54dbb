import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import { freePort } from '../../ground/database/embedded/cluster'
import { openDatabase, type OpenDatabase } from '../../ground/database'
import { hashOf } from '../../ground/http/actors'
import { makeScoreboard, makeUser, makeVenueMachine } from '../../testing'
import { isReady, useProcesses } from '../../testing/processes'

/* Two start commands, one of them with two workers, on one database, with a real nats-server between them. */

const patienceMs = 30_000

const program = ['nats-server', '/usr/sbin/nats-server', '/usr/local/bin/nats-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)
const title = 'RUN-08 workers of several servers'
const suite = program ? describe : describe.skip

suite(
  program ? title : `${title}: SKIPPED, there is no nats-server on this machine (Debian: apt-get install nats-server)`,
  () => {
    let database: OpenDatabase
    let nats: ChildProcess
    const urls: string[] = []
    const servers: ReturnType<typeof run>[] = []

    /** A viewer with a shared socket, which stays at the worker that it comes to, in turn. */
    async function watch(url: string, board: number) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/scores/websocket/`)
      const heard: { epoch: string; data: { scores: { score: number }[] }[] }[] = []
      socket.on('message', (data) => heard.push(JSON.parse((data as Buffer).toString()) as never))
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${board}:scores` }))
      await until(() => heard.length > 0, 'a first state')
      return { socket, epoch: heard[0]!.epoch, scores: () => heard.map(({ data }) => data[0]?.scores[0]?.score ?? 0) }
    }

    async function until(isSo: () => boolean, what: string) {
      for (const end = Date.now() + 20_000; !isSo(); await wait(10))
        if (Date.now() > end) throw new Error(`It did not happen: ${what}`)
    }

    // Before the folder is removed, in which their database lies. The first one has it.
    afterAll(async () => {
      await database.close()
      for (const { child, ended } of servers.reverse()) {
        child.kill('SIGTERM')
        await ended
      }
      const ended = once(nats, 'exit')
      nats.kill('SIGKILL')
      await ended
    }, patienceMs)
    const processes = useProcesses()
    const run = (environment: Record<string, string>) =>
      processes.run('server/src/main.ts', { DATABASE_CONNECTIONS: '4', ...environment })

    beforeAll(async () => {
      const port = await freePort()
      nats = spawn(program!, ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      nats.stderr!.on('data', (text: Buffer) => (said += text.toString()))
      await until(() => said.includes('Server is ready'), `nats-server: ${said}`)
      const start = async (environment: Record<string, string>) => {
        const server = run({ NATS_URL: `nats://127.0.0.1:${port}`, ...environment })
        servers.push(server)
        urls.push((await server.says(isReady)).replace('localhost', '127.0.0.1'))
      }
      await start({ DATA_DIR: processes.folder, WORKERS: '2' })
      database = await openDatabase({ dataFolder: processes.folder })
      await start({ DATABASE_URL: database.url })
    }, patienceMs)

    test('RUN-08 a post to one server is seen by viewers of every worker of both, in order', async () => {
      const owner = await makeUser(database.db)
      const machine = await makeVenueMachine(database.db, owner.id)
      const { id: board } = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
      await database.db
        .insertInto('device_keys')
        .values({ hash: hashOf('the-key'), venue_machine_id: machine })
        .execute()
      const viewers = await Promise.all(urls.flatMap((url) => Array.from({ length: 4 }, () => watch(url, board))))
      expect(new Set(viewers.map(({ epoch }) => epoch)).size).toBe(3)
      const session_uuid = crypto.randomUUID()
      const shown = () => viewers.map(({ scores }) => scores().at(-1))
      for (let score = 1; score <= 20; score += 1) {
        const { status } = await fetch(`${urls[score % 2]}/api/entry/`, {
          method: 'POST',
          // A connection each, so that the workers take them in turn.
          headers: { authorization: 'Token the-key', 'content-type': 'application/json', connection: 'close' },
          body: JSON.stringify({ session_uuid, session_sequence: score, active: true, current_p1_score: score }),
        })
        expect(status).toBe(200)
        await until(() => shown().every((one) => one === score), `all see ${score}: ${shown().join()}`)
      }
      for (const { socket, scores } of viewers) {
        expect(scores()).toEqual([...scores()].sort((one, other) => one - other))
        socket.terminate()
      }
    })

    test('MAC-08 a key that is replaced on one server is refused by every worker of both before it has posted a few times more', async () => {
      const owner = await makeUser(database.db)
      const machine = await makeVenueMachine(database.db, owner.id)
      const renew = async () =>
        (await (
          await fetch(`${urls[0]}/api/venuemachine/${machine}/device_key/`, {
            method: 'POST',
            headers: { authorization: `Token ${owner.token}` },
          })
        ).json()) as { key: string }
      const { key } = await renew()
      const session_uuid = crypto.randomUUID()
      // Connections in turn to the two workers of a server: each has the key in memory.
      const post = (url: string) =>
        fetch(`${url}/api/entry/`, {
          method: 'POST',
          headers: { authorization: `Token ${key}`, 'content-type': 'application/json', connection: 'close' },
          body: JSON.stringify({ session_uuid, current_p1_score: 1 }),
        }).then(({ status }) => status)
      const round = () => Promise.all(urls.flatMap((url) => [post(url), post(url)]))
      for (let count = 0; count < 3; count += 1) expect(await round()).toEqual([200, 200, 200, 200])
      await renew()
      const taken: number[] = []
      for (let count = 0; count < 20; count += 1) taken.push((await round()).filter((status) => status === 200).length)
      // Messages may be on their way for a moment; what is believed for 5 s would be taken a hundred times.
      expect(taken.slice(10)).toEqual(Array.from({ length: 10 }, () => 0))
    })
  },
)
