import { Entry } from '@multiball/shared/schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import { connect } from '../../ground/database/pool'
import { makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { claimSlot, removeClaim } from './claims'
import { Games } from './games.service'
import { gamesStore } from './games.store'

const database = useTestDatabase()

let ownerId: number
let players: number[]
beforeAll(async () => {
  ownerId = (await makeUser(database.db)).id
  players = (await Promise.all([1, 2, 3, 4].map(() => makeUser(database.db)))).map(({ id }) => id)
})

let sessions = 0

/** A game of four in progress, how it ends, and who has its settled scores. */
async function stage(games = new Games(gamesStore(database.db))) {
  const machine = await makeVenueMachine(database.db, ownerId)
  sessions += 1
  const session_uuid = sessions.toString(16).padStart(32, '0')
  const post = (fields: Record<string, unknown>) => games.record(machine, v.parse(Entry, { session_uuid, ...fields }))
  const scores = { current_p1_score: 10, current_p2_score: 20, current_p3_score: 30, current_p4_score: 40 }
  await post({ ...scores, session_sequence: 1 })
  return {
    machine,
    settle: () => post({ ...scores, session_sequence: 2, active: false }),
    claim: (position: number) => claimSlot(database.db, games, machine, position, players[position - 1]!),
    claimBy: (player: number, position: number) => claimSlot(database.db, games, machine, position, players[player]!),
    settledPlayers: async () =>
      (
        await database.db
          .selectFrom('settled_scores')
          .select('user_id')
          .where('venue_machine_id', '=', machine)
          .orderBy('position')
          .execute()
      ).map(({ user_id }) => user_id),
  }
}

test('a slot that was claimed before the game settled, and one that was claimed after it, have their player', async () => {
  const { settle, claim, claimBy, settledPlayers } = await stage()
  expect(await claim(2)).toBe('claimed')
  expect(await settledPlayers()).toEqual([])
  await settle()
  expect(await settledPlayers()).toEqual([null, players[1], null, null])
  expect(await claim(4)).toBe('claimed')
  expect(await claimBy(0, 2)).toBe('taken')
  expect(await claim(5)).toBe('unplayed')
  expect(await settledPlayers()).toEqual([null, players[1], null, players[3]])
})

test('claims at the moment of the settling keep their player, 25 times', async () => {
  const games = new Games(gamesStore(database.db))
  for (let round = 0; round < 5; round += 1) {
    const stages = await Promise.all([1, 2, 3, 4, 5].map(() => stage(games)))
    // Every machine's claims start before, with and after its settling.
    await Promise.all(
      stages.map(async ({ settle, claim }, at) => {
        const work = [() => claim(1), () => claim(2), () => claim(3), () => claim(4)]
        work.splice(at, 0, async () => (await settle(), 'claimed' as const))
        expect(await Promise.all(work.map((each) => each()))).toEqual(Array(5).fill('claimed'))
      }),
    )
    for (const { settledPlayers } of stages) expect(await settledPlayers()).toEqual(players)
  }
})

describe('where one waits for the other in the database', () => {
  /** Locks a table against writers until it is released. */
  async function hold(table: 'game_claims' | 'settled_scores') {
    const holder = connect({ connectionString: database.url, max: 1 })
    await sql`begin`.execute(holder)
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(holder)
    return async () => {
      await sql`commit`.execute(holder)
      await holder.destroy()
    }
  }

  /** Resolves when so many statements of this database wait for a lock. */
  async function waiting(count: number) {
    for (;;) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(database.db)
      if (rows[0]!.count === count) return
    }
  }

  // A stable function sees only what its statement saw at its beginning: what the trigger must not be.
  test.each([
    ['volatile', true],
    ['stable', false],
  ])('a claim holds the game: the settling waits, and finds it if the trigger is %s', async (kind, isFound) => {
    await sql`alter function complete_settled_score() ${sql.raw(kind)}`.execute(database.db)
    const { settle, claim, settledPlayers } = await stage()
    const release = await hold('game_claims')
    const claimed = claim(1)
    await waiting(1)
    const settled = settle()
    await waiting(2)
    await release()
    expect(await claimed).toBe('claimed')
    await settled
    await sql`alter function complete_settled_score() volatile`.execute(database.db)
    expect(await settledPlayers()).toEqual([isFound ? players[0] : null, null, null, null])
  })

  test('the settling holds the game: the claim waits, and finds its score', async () => {
    const { settle, claim, settledPlayers } = await stage()
    const release = await hold('settled_scores')
    const settled = settle()
    await waiting(1)
    const claimed = claim(1)
    await waiting(2)
    await release()
    await settled
    expect(await claimed).toBe('claimed')
    expect(await settledPlayers()).toEqual([players[0], null, null, null])
  })
})

test('CLM-02 of two removals of one name at the same time one takes it off, and the code changes once', async () => {
  const { db } = database
  const { machine, claim } = await stage()
  await claim(1)
  const remove = () => removeClaim(db, new Games(gamesStore(db)), async () => [], machine, 1, undefined)
  let removals: Promise<(number[] | undefined)[]> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`select from games where venue_machine_id = ${machine} for update`.execute(trx)
    removals = Promise.all([remove(), remove()])
    while (
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows.length < 2
    );
  })
  expect(new Set(await removals)).toEqual(new Set([[], undefined]))
  expect(
    await db.selectFrom('games').select('claims_removed').where('venue_machine_id', '=', machine).execute(),
  ).toEqual([{ claims_removed: 1 }])
})
