import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { checkPassword } from '../core/accounts/passwords'
import { BoardChanges } from '../core/boards/changes'
import { BoardTypes } from '../core/boards/custom/types'
import type { CustomType } from '../core/boards/custom/types'
import { putKey } from '../core/boards/feeds/feeds.store'
import { claimSlot } from '../core/games/claims'
import { Games } from '../core/games/games.service'
import { gamesStore } from '../core/games/games.store'
import { devicesRoutes } from '../edges/devices/devices.routes'
import { Devices } from '../edges/devices/devices.service'
import { hashOf } from '../ground/http/actors'
import { registryStore } from '../ground/registry/registry.store'
import { buildTestApp, call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../testing'
import { publishVersion, writeRegistry } from '../testing/publishType'
import { demoBoards, demoOwner } from './cast'
import { demoGame, eraOf, finalScores, seededRandom } from './demoGame'
import { demoKeys, eventFeed, eventType } from './demoKeys'
import { DemoPlayer } from './demoPlayer'
import { claimants, seedDemo } from './seedDemo'
import type { DemoStage } from './seedDemo'
import { exampleBoards, startDemo } from './startDemo'

const database = useTestDatabase()
const digits = (score: number) => String(score).length

describe('a game', () => {
  test.each([
    [1956, 3, 5],
    [1975, 4, 6],
    [1979, 5, 7],
    [1986, 6, 8],
    [1992, 8, 10],
    [1997, 9, 10],
    [2014, 8, 10],
    [null, 5, 7],
  ])('of %p counts in %d to %d digits', (year, least, most) => {
    const best = Array.from({ length: 200 }, (_, seed) => Math.max(...finalScores(eraOf(year), seededRandom(seed))))
    const typical = best.map(digits).sort()[100]!
    expect(typical).toBeGreaterThanOrEqual(least)
    expect(typical).toBeLessThanOrEqual(most)
    expect(Math.max(...best.map(digits))).toBeLessThanOrEqual(most + 1)
  })

  test.each([1960, 1975, 1982, 1992, 2014])(
    'of %d goes from the first ball to the last, scores only rise, and it ends once',
    (year) => {
      const era = eraOf(year)
      const moments = [...demoGame(era, seededRandom(year))]
      const last = moments.at(-1)!
      expect(moments[0]).toMatchObject({ currentBall: 1, currentPlayer: 1, isActive: true })
      expect(moments.filter(({ isActive }) => !isActive)).toEqual([last])
      expect(last).toMatchObject({ currentBall: era.balls, currentPlayer: last.scores.length, modes: [] })
      for (const [at, { scores, afterMs }] of moments.entries()) {
        expect(afterMs).toBeLessThanOrEqual(4_000)
        for (const [slot, score] of scores.entries())
          expect(score).toBeGreaterThanOrEqual(moments[at - 1]?.scores[slot] ?? 0)
      }
      expect(moments.some(({ modes }) => modes.length > 0)).toBe(era.modes.length > 0)
    },
  )

  test('nobody claims two slots', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const claimed = claimants([1, 2, 3], 4, seededRandom(seed)).filter((id) => id !== undefined)
      expect(new Set(claimed).size).toBe(claimed.length)
    }
  })
})

describe('the stage', () => {
  let stage: DemoStage

  beforeAll(async () => {
    stage = (await seedDemo({ db: database.db }))!
  })

  test('eight machines that are played and two that rest, each with a board, one of them private, and a past with names in it', async () => {
    expect(stage.machines).toHaveLength(8)
    const { rows } = await sql<{ boards: number; hidden: number; games: number; scores: number; claims: number }>`
      select (select count(*)::int from boards where type = 'scoreboard') as boards, (select count(*)::int from boards where type = 'scoreboard' and not is_public) as hidden,
        (select count(*)::int from games where settled_at < now()) as games, (select count(*)::int from settled_scores) as scores,
        (select count(*)::int from game_claims) as claims
    `.execute(database.db)
    expect(rows[0]).toMatchObject({ boards: 10, hidden: 1, games: 300 })
    expect(rows[0]!.scores).toBeGreaterThan(300)
    expect(rows[0]!.claims).toBeGreaterThan(100)
  })

  test('every kind is there, each shows something, and a resting board has an idle leaderboard, another hot games', async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from board_references where board_type = 'leaderboard') as leaderboards,
        (select count(*)::int from board_references where board_type = 'comboboard') as grid,
        (select count(*)::int from board_references where board_type = 'slideshow' and board_id = ${stage.slideshowId}) as screens,
        (select count(*)::int from board_references where board_type = 'streamboard') as streamed,
        (select count(*)::int from board_references where board_type = 'scoreboard' and place = 'leaderboard') as leaderboard_idle,
        (select count(*)::int from boards where type = 'scoreboard' and (settings->'idle_hotgame_show')::boolean) as hot_idle
    `.execute(database.db)
    expect(rows[0]).toEqual({ leaderboards: 2, grid: 8, screens: 4, streamed: 1, leaderboard_idle: 1, hot_idle: 4 })
    const board = await database.db
      .selectFrom('boards')
      .select('title')
      .where('id', '=', stage.boardId!)
      .executeTakeFirstOrThrow()
    expect(demoBoards.map(({ title }) => title)).toContain(board.title)
  })

  test('every machine was heard when its newest game ended, so that no page says there was none', async () => {
    const { rows } = await sql<{ machines: number; heard: number }>`
      select count(*)::int as machines, (count(*) filter (where last_heard_at = (select max(settled_at) from games where venue_machine_id = vm.id)))::int as heard from venue_machines vm
    `.execute(database.db)
    expect(rows).toEqual([{ machines: 10, heard: 10 }])
  })

  test('after a restart the board to look at is one that the demo plays on, not the newest one of its owner’s', async () => {
    const own = await makeScoreboard(database.db, stage.ownerId, {
      venueMachineIds: [await makeVenueMachine(database.db, stage.ownerId)],
    })
    const empty = await makeScoreboard(database.db, stage.ownerId, { venueMachineIds: [] })
    expect((await seedDemo({ db: database.db }))!.boardId).toBe(stage.boardId)
    await database.db.deleteFrom('boards').where('id', 'in', [own.id, empty.id]).execute()
  })

  test('its owner can log in', async () => {
    const { password_hash } = await database.db
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', 'demo')
      .executeTakeFirstOrThrow()
    expect(await checkPassword(password_hash, demoOwner.password)).toBe(true)
  })

  test('is made once, and what its owner removed stays away', async () => {
    expect(await seedDemo({ db: database.db })).toEqual(stage)
    await database.db
      .updateTable('venue_machines')
      .set({ retired_at: new Date() })
      .where('id', '=', stage.machines[0]!.venueMachineId)
      .execute()
    expect((await seedDemo({ db: database.db }))!.machines).toEqual(stage.machines.slice(1))
    await database.db.updateTable('venue_machines').set({ retired_at: null }).execute()
  })

  test('BTY-44 each board type of a remote has one board once it is published, made of its example; one that its owner removed stays away, also after a restart', async () => {
    const { db } = database
    const { ownerId, machines } = stage
    const folder = await mkdtemp(path.join(tmpdir(), 'multiball-demo-'))
    const errors: unknown[] = []
    const types = new BoardTypes({
      registry: registryStore(folder),
      deployFolder: folder,
      onRefused: (error) => errors.push(error),
    })
    const published: Parameters<typeof writeRegistry>[1] = {}
    const publish = async (name: string, publishedAt: string) => {
      const properties = {
        beer: { type: 'string' },
        machines: { type: 'array', items: { type: 'integer', reference: { to: ['venuemachine'] } } },
      }
      const version = await publishVersion(folder, `mf-${name}`, '1.0.0', name, {
        properties,
        required: ['beer'],
        type: { singular: `${name} list`, example: { beer: 'Stout', machines: [999_999] } },
      })
      published[`mf-${name}`] = { enabled: true, active: '1.0.0', versions: { '1.0.0': { ...version, publishedAt } } }
      await writeRegistry(folder, published)
    }
    const start = () =>
      exampleBoards({ db, types, changes: new BoardChanges(), onError: (error) => errors.push(error) }, ownerId)
    const boards = () =>
      db
        .selectFrom('boards')
        .select(['type', 'title', 'is_public', 'settings'])
        .where('type', 'in', ['taps', 'hours', 'menu'])
        .where('owner_id', '=', ownerId)
        .orderBy('type')
        .execute()

    const demo = await start()
    await demo.look()
    expect(await boards()).toEqual([])
    await publish('taps', '2026-01-01T00:00:00Z')
    await demo.look()
    await demo.look()
    const taps = { type: 'taps', title: 'Taps list', is_public: true, settings: { beer: 'Stout', machines: [] } }
    expect(await boards()).toEqual([taps])
    await publish('hours', '2026-01-02T00:00:00Z')
    await demo.look()
    expect(await boards()).toEqual([{ ...taps, type: 'hours', title: 'Hours list' }, taps])
    await db.deleteFrom('boards').where('type', '=', 'taps').execute()
    await demo.look()
    expect(await boards()).toMatchObject([{ type: 'hours' }])

    await db
      .updateTable('venue_machines')
      .set({ created_at: new Date('2025-12-31T00:00:00Z'), last_heard_at: new Date('2026-01-03T00:00:00Z') })
      .where('id', '=', machines[0]!.venueMachineId)
      .execute()
    await (await start()).look()
    expect(await boards()).toMatchObject([{ type: 'hours' }])
    // While the demo was away.
    await publish('menu', '2026-01-04T00:00:00Z')
    await (await start()).look()
    expect(await boards()).toMatchObject([{ type: 'hours' }, { type: 'menu' }])
    expect(errors).toEqual([])
    await rm(folder, { recursive: true })
  })

  describe('with a server', () => {
    let app: FastifyInstance
    let games: Games
    let devices: Devices
    const players: DemoPlayer[] = []
    afterEach(() => Promise.all(players.splice(0).map((player) => player.stop())))

    beforeAll(async () => {
      games = new Games(gamesStore(database.db))
      devices = new Devices(database.db, games)
      app = await buildTestApp(database.db, [devicesRoutes({ db: database.db, devices, games })])
      await app.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(() => app.close())

    /**
     * A player whose pauses take no time: each ends once all machines are in theirs. When it is enough the machines wait to go on
     * or to be stopped.
     */
    function makePlayer(isEnough: (waited: readonly number[][]) => boolean, machines: DemoStage['machines']) {
      const errors: unknown[] = []
      /** how long each was, by pause */
      const waited: number[][] = []
      const waiting: { ms: number; end: () => void }[] = []
      let tell = () => {}
      const done = new Promise<void>((resolve) => (tell = resolve))
      const endPause = () => {
        waited.push(waiting.map(({ ms }) => ms))
        for (const { end } of waiting.splice(0)) end()
      }
      const player = new DemoPlayer({
        baseUrl: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
        stage: { ...stage, machines },
        makeKey: (id) => devices.makeKey(id, stage.ownerId),
        claim: async (id, position, userId) => void (await claimSlot(database.db, games, id, position, userId)),
        random: seededRandom(7),
        onError: (error) => errors.push(error),
        wait: (ms, signal) =>
          new Promise<void>((end, reject) => {
            const stop = () => reject(new Error('stopped'))
            if (signal.aborted) return stop()
            signal.addEventListener('abort', stop)
            waiting.push({ ms, end: () => (signal.removeEventListener('abort', stop), end()) })
            if (waiting.length < machines.length) return
            if (isEnough(waited)) tell()
            else endPause()
          }),
      })
      players.push(player)
      player.start()
      return { player, done, errors, waited, goOn: endPause }
    }

    test('every machine has a live game within seconds, through the public calls, and names appear', async () => {
      const { player, done, errors, waited } = makePlayer(({ length }) => length === 5, stage.machines)
      await done
      await player.stop()
      expect(errors).toEqual([])
      expect(Math.max(...waited[0]!)).toBeLessThanOrEqual(1_500)
      const current = await Promise.all(stage.machines.map(({ venueMachineId }) => games.current(venueMachineId)))
      expect(current.map((game) => game!.settled_on)).toEqual(Array(8).fill(null))
      expect(current.flatMap((game) => game!.scores).some(({ player: who }) => who !== null)).toBe(true)
    })

    test('a game ends, is shown for a while, and the next one begins', async () => {
      const [machine] = stage.machines.slice(-1)
      const before = await games.current(machine!.venueMachineId)
      const { player, done, errors } = makePlayer(
        (waited) => waited.filter(([ms]) => ms === 20_000).length === 2,
        [machine!],
      )
      await done
      await player.stop()
      expect(errors).toEqual([])
      const { rows } = await sql<{ settled: number }>`
        select count(*)::int as settled from games where venue_machine_id = ${machine!.venueMachineId} and successful and id > ${before!.id}
      `.execute(database.db)
      expect(rows[0]!.settled).toBeGreaterThan(1)
    })

    test('each start plays with the same keys, and leaves alone what somebody else has a key of', async () => {
      const { db } = database
      const changes = new BoardChanges()
      const start = () => demoKeys({ db, devices, changes }, stage)
      const [{ venueMachineId: ours }, { venueMachineId: theirs }] = stage.machines as [
        DemoStage['machines'][number],
        DemoStage['machines'][number],
      ]
      const { id } = await db
        .insertInto('boards')
        .values({
          type: eventType,
          owner_id: stage.ownerId,
          title: 'Cup',
          is_public: false,
          viewer_key: 'cup',
          settings: '{}',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const place = { type: eventType, id, name: eventFeed }
      const feeds = () => sql<{ key_hash: Buffer }>`select key_hash from board_feeds where board_id = ${id}`.execute(db)
      const played = async (key: string | undefined) =>
        (await call(app, 'GET', '/api/heartbeat/', { headers: { authorization: `Token ${key}` } })).status

      // An earlier version of the demo drew these.
      await devices.makeKey(ours, stage.ownerId)
      await putKey(db, place, stage.ownerId, hashOf('drawn'))
      const keys = await start()
      const [key, feedKey] = [await keys.ofMachine(ours), await keys.ofFeed(place)]
      expect(await played(key)).toBe(200)
      expect((await feeds()).rows).toEqual([{ key_hash: hashOf(feedKey!) }])

      const taken = await devices.makeKey(theirs, stage.ownerId)
      const again = await start()
      expect([await again.ofMachine(ours), await again.ofFeed(place)]).toEqual([key, feedKey])
      expect(await again.ofMachine(theirs)).toBeUndefined()
      expect([await played(key), await played(taken)]).toEqual([200, 200])

      await putKey(db, place, stage.ownerId, hashOf('taken'))
      expect(await (await start()).ofFeed(place)).toBeUndefined()
      expect((await feeds()).rows).toEqual([{ key_hash: hashOf('taken') }])
      // Given back.
      await devices.revokeKey(theirs, stage.ownerId)
      expect(await played(await (await start()).ofMachine(theirs))).toBe(200)
      await db.deleteFrom('boards').where('id', '=', id).execute()
      expect(await (await start()).ofFeed(place)).toBeUndefined()
    })

    test('a restart keeps the key that somebody made for a machine, and plays on the others', async () => {
      const errors: unknown[] = []
      const types = { all: async () => new Map<string, CustomType>() }
      const restart = async () => {
        const demo = await startDemo({
          db: database.db,
          changes: new BoardChanges(),
          types,
          devices,
          games,
          baseUrl: 'http://127.0.0.1:9',
          password: undefined,
          isLocal: true,
          onError: (error) => errors.push(error),
        })
        await demo!.stop()
        const keys = await database.db.selectFrom('device_keys').select(['venue_machine_id', 'hash']).execute()
        return new Map(keys.map(({ venue_machine_id, hash }) => [venue_machine_id, hash.toString('hex')]))
      }
      const [{ venueMachineId }] = stage.machines as [DemoStage['machines'][number]]
      const before = await restart()
      expect([...before.keys()].sort()).toEqual(stage.machines.map((machine) => machine.venueMachineId).sort())
      const taken = await devices.makeKey(venueMachineId, stage.ownerId)
      expect(await restart()).toEqual(before.set(venueMachineId, hashOf(taken).toString('hex')))
      await devices.revokeKey(venueMachineId, stage.ownerId)
      expect(errors).toEqual([])
    })

    test('it does not play where it has no key', async () => {
      const errors: unknown[] = []
      const player = new DemoPlayer({
        baseUrl: '',
        stage,
        makeKey: async () => undefined,
        claim: async () => {},
        fetch: () => Promise.reject(new Error('posted')),
        onError: (error) => errors.push(error),
      })
      player.start()
      await (player as unknown as { playing: Promise<unknown> }).playing
      expect(errors).toEqual([])
    })

    test('when the owner revokes a key the demo leaves that machine alone', async () => {
      const [machine] = stage.machines
      const before = await games.current(machine!.venueMachineId)
      const { player, done, errors, goOn } = makePlayer(({ length }) => length === 1, [machine!])
      await done
      expect((await games.current(machine!.venueMachineId))!.id).not.toBe(before!.id)
      await devices.revokeKey(machine!.venueMachineId, stage.ownerId)
      goOn()
      await (player as unknown as { playing: Promise<unknown> }).playing
      expect(errors).toEqual([])
    })
  })
})

test('where others live no demo is made', async () => {
  await sql`truncate users cascade`.execute(database.db)
  await makeUser(database.db)
  expect(await seedDemo({ db: database.db })).toBeUndefined()
  await makeUser(database.db, { username: 'demo' })
  expect(await seedDemo({ db: database.db })).toBeUndefined()
})
