import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { freePort } from '../../ground/database/embedded/cluster'
import { makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'

/* Two whole servers on one database behind a real nginx, with what docs/nginx.md says about several servers. */

const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file))
const title = 'RUN-09 machines have a home'
const suite = program ? describe : describe.skip

const database = useTestDatabase()

suite(
  program ? title : `${title}: SKIPPED, there is no nginx on this machine (Debian: apt-get install nginx-light)`,
  () => {
    let folder: string
    let nginx: ChildProcess
    let url: string
    const instances: WholeApp[] = []
    const closed = new Set<WholeApp>()

    /** A figure of each server. */
    const figures = (name: string) =>
      Promise.all(
        instances.map(async ({ metrics }) =>
          Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await metrics.metrics())![1]),
        ),
      )

    const close = async (instance: WholeApp) => {
      if (closed.has(instance)) return
      closed.add(instance)
      await instance.close()
    }

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'multiball-homes-'))
      await chmod(folder, 0o755)
      const ports: string[] = []
      for (let at = 0; at < 2; at += 1) {
        const instance = await buildWholeApp(database.db, {}, { TRUST_PROXY: '1' })
        instances.push(instance)
        ports.push(new URL(await instance.listen()).port)
      }
      const documented = readFileSync(path.join(__dirname, '../../../../docs/nginx.md'), 'utf8').split(
        '## Several servers',
      )[1]!
      const [upstreams, location] = [...documented.matchAll(/```nginx\n(.*?)```/gs)].map(([, text]) => text!)
      const port = await freePort()
      url = `http://127.0.0.1:${port}`
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path "${folder}/${name}";`)
        .join('\n')
      const servers = upstreams!
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
        .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports[1]}`)
      mkdirSync(path.join(folder, 'logs'))
      const file = path.join(folder, 'nginx.conf')
      await writeFile(
        file,
        `pid "${folder}/nginx.pid";\nerror_log "${folder}/logs/error.log";\nevents {}\nhttp {\n${temporary}\naccess_log off;\n${servers}\nserver {\nlisten 127.0.0.1:${port};\n${location}\nlocation / { return 204; }\n}\n}\n`,
      )
      nginx = spawn(program!, ['-p', folder, '-c', file, '-g', 'daemon off;'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      while (!(await fetch(url).catch(() => undefined))) {
        if (nginx.exitCode !== null)
          throw new Error(
            `nginx ended with ${nginx.exitCode}: ${readFileSync(path.join(folder, 'logs/error.log'), 'utf8')}`,
          )
        await wait(50)
      }
    }, 60_000)

    afterAll(async () => {
      if (nginx?.exitCode === null) {
        const ended = once(nginx, 'exit')
        nginx.kill('SIGTERM')
        await ended
      }
      for (const instance of instances) await close(instance)
      await rm(folder, { recursive: true, force: true })
    })

    test('RUN-09 viewers of one board meet on one server, by sockets and by polls; boards are spread over both', async () => {
      const owner = await makeUser(database.db)
      const machine = await makeVenueMachine(database.db, owner.id)
      const sockets: WebSocket[] = []
      const homes = new Set<number>()
      for (let made = 0; made < 12; made += 1) {
        const { id } = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
        const before = await figures('multiball_viewers')
        for (let viewer = 0; viewer < 3; viewer += 1) {
          const socket = new WebSocket(
            `${url.replace('http', 'ws')}/scoreboard/${id}/scores/websocket/?session=${viewer}`,
          )
          sockets.push(socket)
          await once(socket, 'open')
        }
        const gained = (await figures('multiball_viewers')).map((count, at) => count - before[at]!)
        expect([...gained].sort()).toEqual([0, 3])
        homes.add(gained.indexOf(3))
        const boards = await figures('multiball_boards_in_memory')
        for (const call of ['scores', 'bootstrap'])
          expect((await fetch(`${url}/api/scoreboard/${id}/${call}/`)).status).toBe(200)
        const read = (await figures('multiball_boards_in_memory')).map((count, at) => count - boards[at]!)
        expect(read[gained.indexOf(0)]).toBe(0)
      }
      expect(homes.size).toBe(2)
      for (const socket of sockets) socket.terminate()
    }, 60_000)

    test('RUN-09 posts of one machine meet on one server, and go to another when that is away', async () => {
      const owner = await makeUser(database.db)
      const machines = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const id = await makeVenueMachine(database.db, owner.id)
          const made = await instances[0]!.app.inject({
            method: 'POST',
            url: `/api/venuemachine/${id}/device_key/`,
            headers: { authorization: `Token ${owner.token}` },
          })
          return { key: made.json<{ key: string }>().key, session_uuid: crypto.randomUUID(), sequence: 0 }
        }),
      )
      const recorded = () => figures('multiball_entries_recorded_total')
      const post = async (machine: (typeof machines)[number]) => {
        const { key, session_uuid } = machine
        const { status } = await fetch(`${url}/api/entry/`, {
          method: 'POST',
          headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            session_uuid,
            session_sequence: (machine.sequence += 1),
            current_p1_score: machine.sequence,
          }),
        })
        expect(status).toBe(200)
      }
      const homes = new Set<number>()
      for (const machine of machines) {
        const before = await recorded()
        for (let at = 0; at < 5; at += 1) await post(machine)
        const gained = (await recorded()).map((count, at) => count - before[at]!)
        expect([...gained].sort()).toEqual([0, 5])
        homes.add(gained.indexOf(5))
      }
      expect(homes.size).toBe(2)
      await close(instances[0]!)
      for (const machine of machines) await post(machine)
    }, 60_000)
  },
)
