import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeUser, makeVenue, makeVenueMachine, useTestDatabase } from '../../../../server/src/testing'
import { useProcesses } from '../../../../server/src/testing/processes'
import { buildWholeApp, type WholeApp } from '../../../../server/src/testing/wholeApp'
import { EmulatedBoard } from './emulatedBoard'

/** a quarter of a second at ten times the speed */
const tickMs = 25

/** Numbers that are the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

interface StoredGame {
  successful: boolean | null
  settled: boolean
  scores: string[]
}

/**
 * An evening of boards at ten times the speed, over UDP to a bridge in a process of its own, which posts to a server. Boards
 * are switched off in mid-game, and the bridge is killed, while the boards play on. What the server has is what was played.
 */
export function playsAnEvening({ boards: count, minutes }: { boards: number; minutes: number }): void {
  const database = useTestDatabase()
  const processes = useProcesses()
  let whole: WholeApp
  let server: string

  beforeAll(async () => {
    whole = await buildWholeApp(database.db, { isLimited: false })
    server = await whole.listen()
  })
  afterAll(() => whole.close())

  const asOwner = async (token: string, method: string, route: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${server}${route}`, {
      method,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.status === 204 ? undefined : answer.json()
  }

  const freeUdpPort = async () => {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    await new Promise<void>((resolve) => socket.close(resolve))
    return port
  }

  test(
    `MAC-34 ${count} boards for ${minutes} minutes at ten times the speed, boards and bridge killed: what arrives is what was played`,
    async () => {
      const { db } = database
      const owner = await makeUser(db)
      const venue = await makeVenue(db, owner.id)
      const folder = path.join(processes.folder, 'bridge')
      mkdirSync(folder)
      const port = await freeUdpPort()
      const startBridge = async () => {
        const given = ['vector', '--server', server, '--listen', `127.0.0.1:${port}`, '--folder', folder]
        const bridge = processes.run('bridge/src/bridge.cli.ts', {}, ...given)
        await bridge.says(/Listening for/)
        return bridge
      }

      let bridge = await startBridge()
      const code = await bridge.says(/Code: (\w{6})/)
      await asOwner(owner.token, 'POST', '/api/bridge/', { code, venue })
      await bridge.says(/Signed on for/)

      const random = randomFrom(54)
      const ids = Array.from({ length: count }, (_, at) => (at + 1).toString(16).padStart(8, 'c'))
      const boards = ids.map((id, at) => new EmulatedBoard(id, at % 2 === 1, random))
      // Each board has an address of its own on the loopback network.
      const sockets: Socket[] = await Promise.all(
        boards.map(async (_, at) => {
          const socket = createSocket('udp4')
          socket.bind(0, `127.0.1.${at + 1}`)
          await once(socket, 'listening')
          return socket
        }),
      )
      const send = (at: number, texts: string[]) => {
        for (const text of texts) sockets[at]!.send(text, port, '127.0.0.1')
      }

      // All are found before the evening, and accepted.
      for (const [at, board] of boards.entries()) send(at, board.tick(false))
      type Found = { bridges: { machines: { name: string; code: string }[] }[] }
      let found: Found['bridges'][number]['machines'] = []
      while (found.length < count) {
        await wait(100)
        found = ((await asOwner(owner.token, 'GET', '/api/bridge/')) as Found).bridges[0]!.machines
      }
      const machines = await Promise.all(
        ids.map(async (id) => {
          const machine = await makeVenueMachine(db, owner.id, { venueId: venue })
          const shortcode = found.find(({ name }) => name.endsWith(id))!.code
          await asOwner(owner.token, 'POST', `/api/venuemachine/${machine}/pair/`, { shortcode })
          return machine
        }),
      )
      // It asks at its start what was accepted.
      bridge.child.kill('SIGKILL')
      await bridge.ended
      bridge = await startBridge()
      for (const id of ids) await bridge.says(new RegExp(`${id}: Its games are shown`))

      const ticks = minutes * 60 * 4
      for (let tick = 0; tick < ticks || boards.some(({ isQuiet }) => !isQuiet); tick += 1) {
        for (const [at, board] of boards.entries()) {
          send(at, board.tick(tick < ticks))
          if (tick < ticks && board.isPlaying && random() < 0.000_1) board.switchOff()
        }
        await wait(tickMs)
        // Dead for five seconds of the evening, in which every board plays on.
        if (tick > 0 && tick % (ticks / 4) === 0 && tick < ticks) {
          bridge.child.kill('SIGKILL')
          await bridge.ended
          for (let dead = 0; dead < 20; dead += 1)
            for (const [at, board] of boards.entries()) send(at, board.tick(false))
          bridge = await startBridge()
        }
      }

      const stored = async (machine: number) =>
        (
          await sql<StoredGame>`
            select successful, settled_at is not null as settled, scores::text[] as scores from games where venue_machine_id = ${machine} order by id
          `.execute(db)
        ).rows
      const successful = (games: readonly StoredGame[]) =>
        games.filter((game) => game.successful).map(({ scores }) => scores.map(Number))
      const played = boards.map((board) => board.played.filter(({ isWhole }) => isWhole).map(({ scores }) => scores))
      // The last ends may still be on their way.
      const all = async () => Promise.all(machines.map(async (machine) => successful(await stored(machine))))
      for (let arrived = await all(); JSON.stringify(arrived) !== JSON.stringify(played); arrived = await all()) {
        const total = (games: readonly (readonly unknown[])[]) => games.reduce((sum, of) => sum + of.length, 0)
        if (total(arrived) >= total(played)) break
        await wait(500)
      }
      const arrived = await all()
      expect(arrived).toEqual(played)
      expect(played.flat().length).toBeGreaterThan(2 * count)
      bridge.child.kill('SIGTERM')
      expect((await bridge.ended).code).toBe(0)
      for (const socket of sockets) socket.close()
    },
    minutes * 60_000,
  )
}
