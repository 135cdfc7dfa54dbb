import { Entry } from '@multiball/shared/schema'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { connect } from '../../../ground/database/pool'
import { findMachine, makeUser, makeVenue, makeVenueMachine, useTestDatabase } from '../../../testing'
import { claimSlot, removeClaim } from '../claims'
import { removeGame, retellGame, tellGame } from '../entered/entered.store'
import { putMark } from '../../venues/venues.store'
import { Games } from '../games.service'
import { gamesStore } from '../games.store'
import { removeOldGames } from '../oldGames.store'
import { Moments, tellDue } from './moments.service'
import { findNews, noteAll, readEntries, readRecent, removeOldMoments, takeDue, takeTurn } from './moments.store'

const database = useTestDatabase()

let owner: Awaited<ReturnType<typeof makeUser>>
let ann: Awaited<ReturnType<typeof makeUser>>
let clock = Date.parse('2026-06-15T20:00:00Z')
const now = () => (clock += 1_000)

beforeAll(async () => {
  owner = await makeUser(database.db)
  ann = await makeUser(database.db, { display_name: 'Ann Berg' })
})

const failed = (error: unknown) => {
  throw error
}
const makeServer = () => {
  const games = new Games(gamesStore(database.db), { now, onError: failed, later: () => {} })
  return { games, moments: new Moments({ db: database.db, games, onError: failed, later: () => {} }) }
}

/** A venue with machines of one title, and a server. */
async function stage({ machines = 1 } = {}) {
  const { db } = database
  const venueId = await makeVenue(db, owner.id)
  const ids: number[] = []
  for (let made = 0; made < machines; made += 1) ids.push(await makeVenueMachine(db, owner.id, { venueId }))
  const server = makeServer()
  const places = new Map<string, number>()
  const games: number[] = []
  const known = (id: number) => {
    if (!games.includes(id)) games.push(id)
    return `game ${games.indexOf(id) + 1}`
  }
  let after = 0
  return {
    venueId,
    ids,
    machine: ids[0]!,
    ...server,
    places,
    /** a game of these scores; ended unsuccessfully where `isCut` */
    play: async (
      scores: number[],
      { machine = ids[0]!, by = server.games, claims = {} as Record<number, number>, isCut = false } = {},
    ) => {
      const session_uuid = randomUUID()
      const fields = Object.fromEntries(scores.map((score, slot) => [`current_p${slot + 1}_score`, score]))
      const post = (sequence: number, active: boolean) =>
        by.record(machine, v.parse(Entry, { session_uuid, session_sequence: sequence, active, ...fields }))
      await post(1, true)
      for (const [position, user] of Object.entries(claims))
        expect(await claimSlot(db, by, machine, Number(position), user, clock)).toBe('claimed')
      if (isCut) await by.interrupt(machine)
      else await post(2, false)
      const game = (await by.newest(machine))!.id
      known(game)
      return game
    },
    /** the entries since this was asked last, in their order, games by the order in which they were played */
    told: async () => {
      const entries = await readEntries(db, ids, { after, upTo: Number.MAX_SAFE_INTEGER }, 1_000)
      after = entries.at(-1)?.place ?? after
      return entries.map(({ state, kind, game, position, score, player, previous, mark }) =>
        [
          state,
          kind,
          known(game),
          ...(position === null ? [] : [`P${position}`]),
          ...(score === null ? [] : [score]),
          ...(player ? [`by ${player.cached_display_name}`] : []),
          ...(previous
            ? [`beats ${previous.score}${previous.player ? ` of ${previous.player.cached_display_name}` : ''}`]
            : []),
          ...(mark === undefined ? [] : [`passes ${mark}`]),
        ].join(' '),
      )
    },
    known,
  }
}

/** Everything that moments of these machines say, without when it was told. */
const storedOf = async (ids: readonly number[]) =>
  (
    await sql<{ text: string }>`
      select to_jsonb(m) - 'place' - 'state' - 'told_at' - 'changed_at' as text from moments m
      where venue_machine_id = any (${ids}::bigint[]) and state <> 'withdrawn' order by id
    `.execute(database.db)
  ).rows

test('MOM-06 a game is told once it is settled, one that did not count never', async () => {
  const { play, moments, told } = await stage()
  await play([500])
  await play([900], { isCut: true })
  await play([600])
  await moments.look()
  expect(await told()).toEqual(['told first_game game 1', 'told venue_record game 3 P1 600 beats 500'])
  await moments.look()
  expect(await told()).toEqual([])
})

test('MOM-07 two records that are committed together are told in their order, each beating the one before', async () => {
  const { play, ids, moments, told } = await stage({ machines: 2 })
  await play([100])
  await play([50], { machine: ids[1]! })
  await moments.look()
  await told()
  const [one, other] = [randomUUID(), randomUUID()]
  const { db } = database
  await sql`
    with played as (
      insert into games (venue_machine_id, session_uuid, sequence, settled_at, successful, scores)
      select machine, session, 1, ${new Date(now())}::timestamptz, true, array[score]::bigint[]
      from unnest(${ids}::bigint[], ${[one, other]}::uuid[], array[200, 300]) as given (machine, session, score)
      returning id, venue_machine_id, scores, settled_at
    )
    insert into settled_scores (game_id, position, venue_machine_id, score, settled_at) select id, 1, venue_machine_id, scores[1], settled_at from played order by id
  `.execute(db)
  await moments.look()
  expect(await told()).toEqual([
    'told venue_record game 3 P1 200 beats 100',
    'told venue_record game 4 P1 300 beats 200',
  ])
})

test('MOM-08 two servers tell each moment once, and what a server that was killed has left', async () => {
  const { play, told, machine } = await stage()
  const [one, other] = [makeServer(), makeServer()]
  // Killed after the commit of its games, and another in the middle of telling.
  const killed = makeServer().games
  await play([100], { by: killed })
  await play([200], { by: killed })
  await expect(
    database.db.transaction().execute(async (trx) => {
      expect(await takeTurn(trx)).toBe(true)
      expect(await takeDue(trx)).not.toEqual([])
      // No other server tells at the same time, so that no place is seen before a lower one.
      expect(await tellDue(database.db)).toBe(false)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  one.games.invalidateAll()
  other.games.invalidateAll()
  for (let score = 300; score <= 1_500; score += 100) {
    const { games } = score % 200 ? one : other
    await play([score], { by: games })
    one.games.changedElsewhere(machine, true)
    other.games.changedElsewhere(machine, true)
    await Promise.all([one.moments.look(), other.moments.look()])
  }
  await one.moments.look()
  const entries = await told()
  expect(entries).toEqual([
    'told first_game game 1',
    ...Array.from(
      { length: 14 },
      (_, at) => `told venue_record game ${at + 2} P1 ${(at + 2) * 100} beats ${(at + 1) * 100}`,
    ),
  ])
})

test('MOM-09 a score that its owner changes or removes is withdrawn, or told as it is now, and so is what it had beaten or was beaten by', async () => {
  const { machine, moments, told, known } = await stage()
  const { db } = database
  const add = async (score: bigint, playedAt = new Date(now())) => {
    const made = await tellGame(db, {
      ...{ venueMachineId: machine, uuid: randomUUID().replaceAll('-', ''), by: 'hand', playedAt },
      ...{ score, user: null, guest: null, note: null },
    })
    known(made!.id)
    return made!.id
  }
  const first = new Date(now())
  await add(100n)
  const wrong = await add(9_000n)
  await add(300n)
  await moments.look()
  expect(await told()).toEqual(['told first_game game 1', 'told venue_record game 2 P1 9000 beats 100'])
  await retellGame(db, wrong, owner.id, { score: 200n, user: null, guest: null, note: null })
  await moments.look()
  expect(await told()).toEqual([
    'corrected venue_record game 2 P1 200 beats 100',
    'told venue_record game 3 P1 300 beats 200',
  ])
  await removeGame(db, wrong, owner.id)
  await moments.look()
  expect(await told()).toEqual(['withdrawn venue_record game 2 P1', 'corrected venue_record game 3 P1 300 beats 100'])
  // One of before all others.
  await add(400n, new Date(first.getTime() - 1_000))
  await moments.look()
  expect((await told()).sort()).toEqual([
    'told first_game game 4',
    'withdrawn first_game game 1',
    'withdrawn venue_record game 3 P1',
  ])
})

test('MOM-10 a name that is claimed, withdrawn or taken off is told again with the moments that show it, as its owner shows it now', async () => {
  const { play, machine, games, moments, told } = await stage()
  const { db } = database
  await play([100], { claims: { 1: ann.id } })
  await moments.look()
  await told()
  await play([200])
  await play([300])
  await moments.look()
  expect(await told()).toEqual([
    'told venue_record game 2 P1 200 beats 100 of Ann Berg',
    'told venue_record game 3 P1 300 beats 200',
  ])
  expect(await claimSlot(db, games, machine, 1, ann.id, clock)).toBe('claimed')
  await moments.look()
  expect(await told()).toEqual([
    'told personal_best game 3 P1 300 by Ann Berg beats 100 of Ann Berg',
    'corrected venue_record game 3 P1 300 by Ann Berg beats 200',
  ])
  await removeClaim(db, games, async () => [], machine, 1, undefined)
  await moments.look()
  expect(await told()).toEqual(['withdrawn personal_best game 3 P1', 'corrected venue_record game 3 P1 300 beats 200'])
  await sql`update users set display_name = 'A. B.' where id = ${ann.id}`.execute(db)
  await noteAll(db, [machine])
  await moments.look()
  const { rows } = await sql<{ place: number }>`select place from moments where venue_machine_id = ${machine}`.execute(
    db,
  )
  const entries = await readEntries(db, [machine], { after: 0, upTo: Math.max(...rows.map(({ place }) => place)) }, 100)
  expect(entries.flatMap(({ previous }) => previous?.player?.cached_display_name ?? [])).toEqual(['A. B.'])
})

test('MOM-11 told again from the stored games, the moments are the same, and nothing is told twice', async () => {
  const { play, ids, moments, told } = await stage({ machines: 3 })
  const { db } = database
  // Any games, the same each time.
  let seed = 7
  const drawn = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  for (let game = 0; game < 60; game += 1) {
    if (game % 10 === 0) await putMark(db, ids[drawn(3)]!, BigInt(100 * drawn(90)), new Date(now()))
    clock += drawn(8) * 3_600_000
    const machine = ids[drawn(3)]!
    const scores = Array.from({ length: 1 + drawn(3) }, () => 10 * drawn(1_000))
    await play(scores, { machine, isCut: drawn(8) === 0, claims: drawn(2) ? { 1: ann.id } : {} })
    if (drawn(3) === 0) await moments.look()
  }
  await moments.look()
  const before = await storedOf(ids)
  expect(before.length).toBeGreaterThan(40)
  await told()
  await noteAll(db, ids)
  await moments.look()
  expect(await told()).toEqual([])
  await db.deleteFrom('moments').where('venue_machine_id', 'in', ids).execute()
  await noteAll(db, ids)
  await moments.look()
  expect(await storedOf(ids)).toEqual(before)
})

test('MOM-51 a mark of the machine is passed once; the next holds when the score is changed or removed, and one that was passed is told for good', async () => {
  const { play, machine, moments, told } = await stage()
  const { db } = database
  const set = (mark: bigint | null) => putMark(db, machine, mark, new Date(now()))
  const marks = async () => {
    await moments.look()
    return (await told()).filter((entry) => entry.includes('mark'))
  }
  await play([900])
  await set(400n)
  await set(500n)
  await play([500])
  const first = await play([700])
  await play([800])
  expect(await marks()).toEqual(['told mark_passed game 3 P1 700 passes 500'])
  await set(null)
  await set(600n)
  await set(650n)
  await noteAll(db, [machine])
  expect(await marks()).toEqual([])
  expect(await db.selectFrom('machine_marks').select('mark').where('venue_machine_id', '=', machine).execute()).toEqual(
    [{ mark: 500 }, { mark: 650 }],
  )
  await sql`delete from games where id = ${first}`.execute(db)
  await noteAll(db, [machine])
  expect(await marks()).toEqual(['withdrawn mark_passed game 3 P1', 'told mark_passed game 4 P1 800 passes 500'])
})

test('MOM-05 another time zone of a venue tells its days again', async () => {
  const { play, venueId, moments, told } = await stage()
  clock = Date.parse('2026-08-03T21:00:00Z')
  await play([500])
  clock = Date.parse('2026-08-04T01:00:00Z')
  await play([300])
  await moments.look()
  expect(await told()).toEqual(['told first_game game 1', 'told first_game game 2'])
  await sql`update venues set time_zone = 'America/Chicago' where id = ${venueId}`.execute(database.db)
  await moments.look()
  expect(await told()).toEqual(['withdrawn first_game game 2'])
})

test('MOM-71 what settled games tell is asked by six statements that are not planned each time', async () => {
  const { play } = await stage()
  const one = connect({ connectionString: database.url, max: 1 })
  try {
    for (const score of [1, 2, 3]) {
      await play([score], { claims: { 1: ann.id } })
      while ((await findNews(one)).games) await tellDue(one)
    }
    const { rows } = await sql<{
      planned: number
    }>`select custom_plans::int as planned from pg_prepared_statements`.execute(one)
    expect(rows.map(({ planned }) => planned)).toEqual([0, 0, 0, 0, 0, 0])
  } finally {
    await one.destroy()
  }
})

test('MOM-12 moments are kept as long as their games, and withdrawn ones for those who follow', async () => {
  const { play, machine, moments, told } = await stage()
  const { db } = database
  await play([500])
  await play([600])
  const last = await play([400])
  await moments.look()
  await told()
  await removeOldGames(db, new Date(clock + 1_000))
  await moments.look()
  expect(await storedOf([machine])).toEqual([])
  await sql`update games set scores = '{900}' where id = ${last}`.execute(db)
  await sql`update settled_scores set score = 900 where game_id = ${last}`.execute(db)
  await play([1_000])
  await moments.look()
  await sql`delete from games where venue_machine_id = ${machine}`.execute(db)
  await noteAll(db, [machine])
  await moments.look()
  expect((await told()).every((entry) => entry.startsWith('withdrawn'))).toBe(true)
  await removeOldMoments(db, new Date(Date.now() + 1_000))
  expect(await db.selectFrom('moments').select('id').where('venue_machine_id', '=', machine).execute()).toEqual([])
})

test('MOM-01 the title of the machines is what their venue records have in common', async () => {
  const { play, ids, moments, told } = await stage({ machines: 2 })
  const other = await findMachine(database.db, 'Godzilla')
  await sql`update venue_machines set machine_id = ${other} where id = ${ids[1]!}`.execute(database.db)
  await play([500])
  await play([300], { machine: ids[1]! })
  await play([400], { machine: ids[1]! })
  await moments.look()
  expect((await told()).filter((entry) => entry.includes('record'))).toEqual([
    'told venue_record game 3 P1 400 beats 300',
  ])
})

test('MOM-20 recent are entries of moments that were first told just now, soon after they happened', async () => {
  const { play, moments, machine } = await stage()
  await play([500])
  await play([600])
  await moments.look()
  const recent = async (soonMs: number) =>
    (await readRecent(database.db, 0, { withinMs: 15_000, soonMs }))
      .filter(({ moment }) => moment.venuemachine.id === machine)
      .map(({ moment }) => moment.kind)
  const longAgoMs = 1e13
  expect(await recent(longAgoMs)).toEqual(['first_game', 'venue_record'])
  // The clock of these games is another than that of the database.
  expect(await recent(120_000)).toEqual([])
  await sql`update moments set told_at = now() - interval '16 s' where venue_machine_id = ${machine} and kind = 'first_game'`.execute(
    database.db,
  )
  expect(await recent(longAgoMs)).toEqual(['venue_record'])
})
