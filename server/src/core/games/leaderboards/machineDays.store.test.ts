import { Entry } from '@multiball/shared/schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import { makeUser, makeVenueMachine, useTestDatabase } from '../../../testing'
import { moveTitles } from '../../catalogue/moveTitles'
import { Games } from '../games.service'
import { gamesStore } from '../games.store'
import { bestByDays, countWrongDays, isFoundByDays, rebuildDays, removeOldDays } from './machineDays.store'

const database = useTestDatabase()
const dayMs = 86_400_000
const now = Date.parse('2026-06-17T15:30:00Z')

const days = async (venueMachineId: number) =>
  (
    await sql<{
      text: string
    }>`select day || ' ' || highest as text from machine_days where venue_machine_id = ${venueMachineId} order by day`.execute(
      database.db,
    )
  ).rows.map(({ text }) => text)

let clock = now
const later = (ms: number) => (clock += ms)

test('LB-08 each game that settles raises the day of its machine, in UTC, and a score that is written again or at another time does so too', async () => {
  const { db } = database
  const games = new Games(gamesStore(db), { now: () => clock, elapsed: () => clock })
  const owner = await makeUser(db)
  const machine = await makeVenueMachine(db, owner.id)
  const play = async (session: string, ...scores: (number | undefined)[]) => {
    const fields = {
      session_uuid: session.repeat(32),
      ...Object.fromEntries(scores.map((score, at) => [`current_p${at + 1}_score`, score])),
    }
    await games.record(machine, v.parse(Entry, { ...fields, session_sequence: 1 }))
    expect(await countWrongDays(db)).toBe(0)
    await games.record(machine, v.parse(Entry, { ...fields, session_sequence: 2, active: false }))
  }
  await play('a', 500, 300)
  await play('b', 400)
  expect(await days(machine)).toEqual(['2026-06-17 500'])
  await play('c', undefined, 9_000_000_000_000_000)
  later(8 * 3_600_000 + 30 * 60_000)
  await play('d', 0)
  expect(await days(machine)).toEqual(['2026-06-17 9000000000000000', '2026-06-18 0'])
  await sql`
    insert into settled_scores (game_id, position, venue_machine_id, score, settled_at) select game_id, position, venue_machine_id, 7, settled_at from settled_scores
    where venue_machine_id = ${machine} and score = 0 on conflict (game_id, position) do update set score = excluded.score
  `.execute(db)
  await sql`update settled_scores set settled_at = settled_at - interval '3 days' where venue_machine_id = ${machine} and score = 7`.execute(
    db,
  )
  expect(await days(machine)).toEqual(['2026-06-15 7', '2026-06-17 9000000000000000', '2026-06-18 7'])
  expect(await countWrongDays(db)).toBe(0)
  await games.close()
})

test('LB-08 days that promise too much or nothing, claims, other titles and games that go change no answer; what is wrong is counted, and made right', async () => {
  const { db } = database
  const owner = await makeUser(db)
  const machines = [await makeVenueMachine(db, owner.id), await makeVenueMachine(db, owner.id)]
  await sql`
    with games as (
      insert into games (venue_machine_id, session_uuid, sequence, scores, settled_at, successful)
      select (${machines}::bigint[])[1 + n % 2], gen_random_uuid(), 1, array[n]::bigint[], ${new Date(now).toISOString()}::timestamptz - n * interval '5 hours', true from generate_series(1, 200) n
      returning id, venue_machine_id, scores[1] as score, settled_at
    )
    insert into settled_scores (game_id, position, venue_machine_id, score, settled_at) select id, 1, venue_machine_id, score, settled_at from games
  `.execute(db)
  const asked = async (from: number, until?: number) => {
    const found = await sql<{ score: string }>`
      select score::text as score from (${bestByDays({ venueMachineIds: machines, window: { from, until }, limit: 4, nowMs: now, condition: sql`` })}) found order by found.score desc limit 4
    `.execute(db)
    return found.rows.map(({ score }) => Number(score))
  }
  const plainly = async (from: number, until?: number) => {
    const found = await sql<{ score: string }>`
      select score::text as score from settled_scores where venue_machine_id = any (${machines}::bigint[]) and settled_at >= ${new Date(from).toISOString()}::timestamptz
        and settled_at < ${until === undefined ? 'infinity' : new Date(until).toISOString()}::timestamptz
      order by settled_scores.score desc limit 4
    `.execute(db)
    return found.rows.map(({ score }) => Number(score))
  }
  const same = async () => {
    for (const [from, until] of [
      [now - 30 * dayMs],
      [now - 30.3 * dayMs, now - 10.7 * dayMs],
      [now - 2 * dayMs, now],
      [now + dayMs],
    ] as [number, number?][])
      expect(await asked(from, until)).toEqual(await plainly(from, until))
  }
  await same()
  // Most games go, so that days promise what is gone: the best are not on those that promise most.
  await sql`delete from games where venue_machine_id = any (${machines}::bigint[]) and (scores[1] / 2) % 4 <> 0`.execute(
    db,
  )
  await same()
  const {
    rows: [title],
  } = await sql<{
    id: number
  }>`insert into machines (name, manufacturer, owner_id) values ('A title that is another one', '', ${owner.id}) returning id`.execute(
    db,
  )
  await sql`update venue_machines set machine_id = ${title!.id} where id = ${machines[0]}`.execute(db)
  const {
    rows: [other],
  } = await sql<{ id: number }>`select id from machines where owner_id is null order by id desc limit 1`.execute(db)
  await moveTitles(db, [title!.id], other!.id)
  await same()
  await removeOldDays(db, new Date(now - 20 * dayMs))
  await same()

  expect(await countWrongDays(db)).toBe(0)
  await sql`update machine_days set highest = highest - 1 where venue_machine_id = ${machines[1]} and day = (select max(day) from machine_days where venue_machine_id = ${machines[1]})`.execute(
    db,
  )
  await sql`delete from machine_days where venue_machine_id = ${machines[1]} and day = (select min(day) from machine_days where venue_machine_id = ${machines[1]})`.execute(
    db,
  )
  expect(await countWrongDays(db)).toBeGreaterThan(0)
  await rebuildDays(db)
  expect(await countWrongDays(db)).toBe(0)
  await same()
})

test('LB-08 a period of many machines is looked for through their days, unless there are too many or too few of those', () => {
  const month = { from: now - 30 * dayMs }
  expect(isFoundByDays(400, month, 100, now)).toBe(true)
  expect(isFoundByDays(20, month, 10, now)).toBe(true)
  expect(isFoundByDays(400, { from: now - 30 * dayMs, until: now + 365 * dayMs }, 100, now)).toBe(true)
  expect(isFoundByDays(1, month, 10, now)).toBe(false)
  expect(isFoundByDays(400, { from: now - 365 * dayMs }, 100, now)).toBe(false)
  expect(isFoundByDays(400, {}, 100, now)).toBe(false)
  expect(isFoundByDays(20, { from: now - 3 * dayMs }, 10, now)).toBe(true)
  expect(isFoundByDays(20, { from: now + dayMs }, 10, now)).toBe(false)
  // The whole of today so far, and no whole day.
  const midnight = Math.floor(now / dayMs) * dayMs
  expect(isFoundByDays(30, { from: midnight - 7_200_000, until: midnight + dayMs - 7_200_000 }, 10, now)).toBe(true)
  expect(isFoundByDays(30, { from: midnight + 1, until: midnight + dayMs }, 10, now)).toBe(false)
})
