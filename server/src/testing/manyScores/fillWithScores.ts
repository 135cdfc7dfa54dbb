import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'

type Db = Kysely<Tables>

/** How much there is, and until when (ms since 1970) it was played. */
interface ManyScores {
  scores: number
  machines: number
  players: number
  years: number
  now: number
}

/** What a leaderboard can be made of: ids, the busiest first. */
export interface FilledHall {
  ownerId: number
  /** owns nothing */
  strangerId: number
  venueMachineIds: number[]
  machineIds: number[]
  /** of the title with the most scores, with all its editions */
  groupId: number
  playerIds: number[]
  /** of the title with the most scores, the machine with the fewest */
  quietMachineId: number
  /** a machine at home: all its scores are of three players */
  homeMachineId: number
  /** a title that has given fewer points for some months: its newest scores are its worst */
  changedTitleId: number
}

const batch = 250_000

/**
 * Fills an empty, migrated database with settled scores as time brings them: two of each game, six in ten claimed, few machines
 * and players with many, good players with several of the best. There are no games: the scores stand alone.
 */
export async function fillWithScores(
  db: Db,
  { scores, machines, players, years, now }: ManyScores,
): Promise<FilledHall> {
  await sql`
    select setseed(0.42);
    insert into users (username, email, password_hash, first_name, last_name)
      select 'player' || n, 'player' || n || '@example.com', '-', 'Player', n::text from generate_series(1, ${sql.lit(players)}) n;
    insert into venues (owner_id, name) select min(id), 'Hall' from users;
    -- The first titles are editions of one model, and stand most often.
    with titles as (
      select id, row_number() over (order by editions desc, group_id, id) as place
      from (select id, group_id, count(group_id) over (partition by group_id) as editions from machines) m
    )
    insert into venue_machines (venue_id, machine_id)
      select v.id, t.id from venues v, generate_series(0, ${sql.lit(machines - 1)}) n
      join titles t on t.place = 1 + floor(${sql.lit(machines / 2)} * power(n / ${sql.lit(machines)}::float, 1.5)) order by n;
    alter table settled_scores drop constraint settled_scores_game_id_fkey;
    alter table settled_scores disable trigger settled_scores_complete;
  `.execute(db)
  const indexes = await takeIndexes(db)
  const changedTitleId = await titleAt(db, Math.floor(machines / 25))
  const games = Math.ceil(scores / 2)
  const stepMs = (years * 365.25 * 86_400_000) / games
  for (let first = 0; first < games; first += batch) {
    await sql`
      insert into settled_scores (game_id, position, venue_machine_id, machine_id, user_id, score, settled_at)
      select slot.game, slot.position, vm.id, vm.machine_id, slot.player,
        10 * floor(1e5 * exp(1.5 * slot.luck) * coalesce(0.5 + slot.player % 97 / 30.0, 1))
          / case when vm.machine_id = ${changedTitleId} and slot.game > ${Math.floor(games * 0.9)}::int then 1000 else 1 end,
        to_timestamp(${now / 1000}::float) - ${stepMs / 1000}::float * (${games} - slot.game) * interval '1 s'
      from (
        select game, position, machine, random() + random() + random() as luck,
          case when random() < 0.6 then 1 + floor(${players} * power(random(), 1.5))::bigint end as player
        from (
          select game, 1 + floor(${machines} * power(random(), 1.5))::bigint as machine
          from generate_series(${first + 1}::int, ${Math.min(games, first + batch)}::int) game
        ) played, generate_series(1, 2) position
      ) slot join venue_machines vm on vm.id = slot.machine
    `.execute(db)
  }
  const homeMachineId = await makeHome(db, games, now)
  // Of ten million games an index takes longer than any statement may.
  await sql`set statement_timeout = 0`.execute(db)
  for (const index of indexes) await sql.raw(index).execute(db)
  await sql`vacuum analyze`.execute(db)
  return { ...(await hallOf(db)), homeMachineId, changedTitleId }
}

async function titleAt(db: Db, offset: number): Promise<number> {
  const { machine_id } = await db
    .selectFrom('venue_machines')
    .select('machine_id')
    .orderBy('id')
    .offset(offset)
    .limit(1)
    .executeTakeFirstOrThrow()
  return machine_id
}

const homeScores = 30_000

async function makeHome(db: Db, games: number, now: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into venue_machines (venue_id, machine_id) select min(v.id), max(m.id) from venues v, machines m returning id
  `.execute(db)
  const { id } = rows[0]!
  await sql`
    insert into settled_scores (game_id, position, venue_machine_id, machine_id, user_id, score, settled_at)
    select ${games}::bigint + n, 1, vm.id, vm.machine_id, 1 + n % 3, 10 * floor(1e5 * exp(4 * random())), to_timestamp(${now / 1000}::float) - n * interval '50 min'
    from generate_series(1, ${homeScores}::int) n, venue_machines vm where vm.id = ${id}
  `.execute(db)
  return id
}

/** Drops the indexes of the scores, to be made again with these statements once all is there. */
export async function takeIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'settled_scores' and indexname not in (select conname from pg_constraint)
  `.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

async function hallOf(db: Db): Promise<Omit<FilledHall, 'homeMachineId' | 'changedTitleId'>> {
  const busiest = async (column: string): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(column)} as id from settled_scores where ${sql.ref(column)} is not null group by 1 order by count(*) desc, 1
    `.execute(db)
    return rows.map(({ id }) => id)
  }
  const machineIds = await busiest('machine_id')
  const { group_id } = await db
    .selectFrom('machines')
    .select('group_id')
    .where('id', '=', machineIds[0]!)
    .executeTakeFirstOrThrow()
  if (group_id === null) throw new Error('Too few scores: the title with the most is that of a machine at home')
  const { id: ownerId } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { id: strangerId } = await db
    .selectFrom('users')
    .select('id')
    .where('id', '<>', ownerId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const { venue_machine_id: quietMachineId } = await db
    .selectFrom('settled_scores')
    .select('venue_machine_id')
    .where('machine_id', '=', machineIds[0]!)
    .groupBy('venue_machine_id')
    .orderBy(({ fn }) => fn.countAll())
    .executeTakeFirstOrThrow()
  return {
    ownerId,
    strangerId,
    quietMachineId,
    venueMachineIds: await busiest('venue_machine_id'),
    machineIds,
    groupId: group_id,
    playerIds: await busiest('user_id'),
  }
}
