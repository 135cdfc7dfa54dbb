import { Entry } from '@multiball/shared/schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import { makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { Games } from './games.service'
import type { GamesOptions } from './games.service'
import { gamesStore } from './games.store'
import type { GameStore } from './games.store'

/* Two processes on one database, of which each may take entries of the same machine. */

const database = useTestDatabase()

let ownerId: number
beforeAll(async () => {
  ownerId = (await makeUser(database.db)).id
})

let sessions = 0
const newSession = () => (++sessions).toString(16).padStart(32, '0')

const makeGames = (options?: GamesOptions, store?: Partial<GameStore>) =>
  new Games({ ...gamesStore(database.db), ...store }, options)

/** Two processes that are told of each other only when the test says so, and a machine. */
async function pair(options: GamesOptions = {}) {
  const machine = await makeVenueMachine(database.db, ownerId)
  const session = newSession()
  return {
    one: makeGames(options),
    other: makeGames(options),
    machine,
    send: (games: Games, sequence: number | undefined, fields: Record<string, unknown> = {}, uuid = session) =>
      games.record(
        machine,
        v.parse(Entry, {
          session_uuid: uuid,
          ...(sequence !== undefined && { session_sequence: sequence }),
          ...fields,
        }),
      ),
    shown: async (games: Games) => (await games.current(machine))?.scores.map(({ score }) => score),
    stored: async () =>
      (
        await sql<{
          generation: number
          sequence: string
          scores: string[]
          successful: boolean | null
          settled: boolean
        }>`
        select generation, sequence::text as sequence, scores::text[] as scores, successful, settled_at is not null as settled
        from games where venue_machine_id = ${machine} order by id
      `.execute(database.db)
      ).rows,
    settledScores: async () =>
      (
        await sql<{
          score: string
        }>`select score::text as score from settled_scores where venue_machine_id = ${machine} order by game_id, position`.execute(
          database.db,
        )
      ).rows.map(({ score }) => score),
  }
}

describe('entries that come to either', () => {
  test('all are kept, told or not: each is made of what is stored', async () => {
    const { one, other, send, stored } = await pair()
    await send(one, 1, { current_p1_score: 10 })
    await send(other, 2, { current_p2_score: 20 })
    await send(one, 3, { current_p1_score: 11 })
    await send(other, 4, { current_ball: 2 })
    expect(await stored()).toMatchObject([{ sequence: '4', scores: ['11', '20'] }])
  })

  test('without a sequence they count on', async () => {
    const { one, other, send, stored } = await pair()
    for (let points = 1; points <= 6; points += 1)
      await send(points % 2 ? one : other, undefined, { current_p1_score: points })
    expect(await stored()).toMatchObject([{ sequence: '6', scores: ['6'] }])
  })

  test('a repeat is a repeat, whoever had it first', async () => {
    const { one, other, send, stored } = await pair()
    await send(one, 1, { current_p1_score: 10 })
    await send(other, 2, { current_p1_score: 20 })
    for (const sequence of [2, 1])
      expect(await send(one, sequence, { current_p1_score: 999 })).toEqual({ scores: [{ position: 1, player: null }] })
    expect(await stored()).toMatchObject([{ sequence: '2', scores: ['20'] }])
  })

  test('a settled game is never opened again: what comes after its end is the next game', async () => {
    const { one, other, send, stored, settledScores } = await pair()
    await send(one, 1, { current_p1_score: 10 })
    await send(other, 2, { active: false, current_p1_score: 15 })
    // To this process the game still runs.
    await send(one, 3, { current_p1_score: 1 })
    expect(await stored()).toMatchObject([
      { generation: 0, settled: true, successful: true, scores: ['15'] },
      { generation: 1, settled: false, scores: ['1'] },
    ])
    expect(await settledScores()).toEqual(['15'])
  })

  test.each<[string, (games: Games, machine: number) => Promise<unknown>]>([
    ['/installed/', (games, machine) => games.interrupt(machine)],
    ['a heartbeat', (games, machine) => games.heartbeat(machine, false)],
  ])('%s does not settle otherwise what is settled', async (_title, end) => {
    const { one, other, machine, send, stored } = await pair()
    await send(one, 1, { current_p1_score: 10 })
    await send(other, 2, { active: false })
    await end(one, machine)
    expect(await stored()).toMatchObject([{ successful: true, sequence: '2' }])
  })

  test('a game that the other one has begun ends with the next one', async () => {
    const { one, other, send, stored } = await pair()
    await send(one, 1, { active: false, current_p1_score: 10 })
    await send(other, 1, { current_p1_score: 20 }, newSession())
    await send(one, 1, { current_p1_score: 30 }, newSession())
    expect(await stored()).toMatchObject([
      { settled: true, successful: true },
      { settled: true, successful: false, scores: ['20'] },
      { settled: false, scores: ['30'] },
    ])
  })

  test('a late entry of a game that only the other one knows ends nothing', async () => {
    const { one, other, send, stored } = await pair()
    const [late, running] = [newSession(), newSession()]
    await send(one, 1)
    // No player, so no game: but the session is looked up, and remembered as one that never played.
    await send(one, 1, { active: false }, late)
    await send(other, 2, { current_p1_score: 5 }, late)
    await send(other, 1, { current_p1_score: 7 }, running)
    await send(one, 2, { current_p1_score: 5 }, late)
    expect((await stored()).at(-1)).toMatchObject({ settled: false, scores: ['7'] })
  })

  test('both begin games at the same moment: all are answered, and at most one runs', async () => {
    const { one, other, send, stored } = await pair()
    for (let round = 0; round < 15; round += 1) {
      await Promise.all([
        send(one, 1, { current_p1_score: 1 }, newSession()),
        send(other, 1, { current_p1_score: 2 }, newSession()),
        send(round % 2 ? one : other, 1, { active: false, current_p1_score: 3 }, newSession()),
      ])
    }
    const games = await stored()
    expect(games).toHaveLength(45)
    expect(games.filter(({ settled }) => !settled).length).toBeLessThanOrEqual(1)
  })

  test('many at once: the last one is what is stored, and what both show when they are told', async () => {
    const { one, other, machine, send, shown, stored } = await pair()
    for (let sequence = 1; sequence <= 60; sequence += 4) {
      await Promise.all(
        [0, 1, 2, 3].map((at) => send(at % 2 ? one : other, sequence + at, { current_p1_score: sequence + at })),
      )
    }
    expect(await stored()).toMatchObject([{ sequence: '60', scores: ['60'] }])
    for (const games of [one, other]) {
      games.changedElsewhere(machine, false)
      expect(await shown(games)).toEqual([60])
    }
  })
})

describe('told of a change', () => {
  test('the machine is read again when it is asked for, and listeners hear of it', async () => {
    const { one, other, machine, send, shown } = await pair()
    await send(one, 1, { current_p1_score: 10 })
    expect(await shown(other)).toEqual([10])
    await send(one, 2, { current_p1_score: 20 })
    expect(await shown(other)).toEqual([10])
    const told: unknown[] = []
    other.onChange((id, change) => told.push([id, change]))
    other.changedElsewhere(machine, true)
    expect(await shown(other)).toEqual([20])
    expect(told).toEqual([[machine, { isSettled: true, isState: false, origin: 'elsewhere' }]])
    await send(one, 3, { current_p1_score: 30 })
    other.invalidateAll()
    expect(await shown(other)).toEqual([30])
  })

  test('while it reads, it reads again', async () => {
    const store = gamesStore(database.db)
    const { one, machine, send } = await pair()
    await send(one, 1, { current_p1_score: 10 })
    let isFirst = true
    const slow: Games = makeGames(
      {},
      {
        machine: async (id) => {
          const read = await store.machine(id)
          if (!isFirst) return read
          isFirst = false
          await send(one, 2, { current_p1_score: 20 })
          slow.changedElsewhere(machine, false)
          return read
        },
      },
    )
    expect((await slow.current(machine))!.scores).toMatchObject([{ score: 20 }])
  })

  test('while an entry is not committed yet, it reads again after that, and says so then', async () => {
    const store = gamesStore(database.db)
    const { one, machine, send, shown } = await pair()
    await send(one, 1, { current_p1_score: 10 })
    let go: () => void = () => {}
    let isHeld = false
    const games = makeGames(
      {},
      {
        commit: async (rows) => {
          isHeld = true
          await new Promise<void>((resolve) => (go = resolve))
          return store.commit(rows)
        },
      },
    )
    const told: unknown[] = []
    games.onChange((_id, change) => told.push(change))
    const sent = send(games, 2, { current_p1_score: 20 })
    while (!isHeld) await new Promise(setImmediate)
    games.changedElsewhere(machine, true)
    expect(told).toEqual([])
    go()
    await sent
    expect(told).toEqual([{ isSettled: true, isState: true, origin: 'here' }])
    await send(one, 3, { current_p1_score: 30 })
    // It was dropped with that commit, and has been read again for the answer.
    expect(await shown(games)).toEqual([20])
    games.changedElsewhere(machine, false)
    expect(await shown(games)).toEqual([30])
  })
})

describe('silence', () => {
  const minute = 60_000

  test.each<[string, (games: Games, machine: number, session: string) => Promise<unknown>]>([
    ['heartbeats', (games, machine) => games.heartbeat(machine)],
    [
      'entries of which it is not told',
      (games, machine, session_uuid) => games.record(machine, v.parse(Entry, { session_uuid, current_p1_score: 1 })),
    ],
  ])('one that only shows a machine does not settle its game while the other one hears %s', async (_title, live) => {
    let now = Date.now()
    const session = newSession()
    const { other, machine, send, stored } = await pair({ now: () => now })
    let lastSeen: Promise<void> = Promise.resolve()
    const one = makeGames(
      { now: () => now },
      { writeLastSeen: (seen) => (lastSeen = gamesStore(database.db).writeLastSeen(seen)) },
    )
    await send(one, 1, { current_p1_score: 10 }, session)
    await other.current(machine)
    for (let minutes = 0; minutes < 20; minutes += 1) {
      now += minute
      await live(one, machine, session)
      await lastSeen
      await other.sweep()
      expect(await stored()).toMatchObject([{ settled: false }])
    }
    now += 5 * minute + 10_000
    await other.sweep()
    const settled = await stored()
    expect(settled).toMatchObject([{ settled: true, successful: false }])
    // To this one it still runs.
    await one.sweep()
    expect(await stored()).toEqual(settled)
  })

  test('it looks once in five minutes, not with every sweep', async () => {
    let now = Date.now()
    let reads = 0
    const store = gamesStore(database.db)
    const { one, machine, send, stored } = await pair({ now: () => now })
    const shows = makeGames(
      { now: () => now },
      { machine: async (id) => ((reads += Number(id === machine)), store.machine(id)) },
    )
    await send(one, 1, { current_p1_score: 10 })
    await shows.current(machine)
    for (let quarter = 0; quarter < 40; quarter += 1) {
      now += minute / 4
      await database.db
        .updateTable('venue_machines')
        .set({ last_heard_at: new Date(now) })
        .where('id', '=', machine)
        .execute()
      await shows.sweep()
    }
    expect(await stored()).toMatchObject([{ settled: false }])
    expect(reads).toBeLessThanOrEqual(4)
  })
})
