import type { PublishedFrame } from '@multiball/shared/schema'
import { sql, type Kysely } from 'kysely'
import { signingKey } from '../../ground/database/signingKey'
import type { Tables } from '../../ground/database/tables'
import type { Paging } from '../../ground/http/page'

type Db = Kysely<Tables>

/** What pages reported of one version. */
export interface CountedVisits {
  remote: string
  version: string
  visits: number
  /** visits in which it failed */
  failed: number
  /** visits by how long it took to load, see loadBounds; all of them or none */
  loads: number[]
  /** code → visits that it failed in so, and what the newest one said */
  codes: Map<string, CountedCode>
}

interface CountedCode {
  count: number
  message?: string
  frames?: PublishedFrame[]
}

/** ms within which a remote was loaded; nobody waits longer than the last one. */
export const loadBounds = [100, 250, 500, 1000, 2500, 5000, 12_000] as const

/** The key that this database's servers sign visits with. */
export const visitKey = (db: Db): Promise<Buffer> => signingKey(db, 'visits')

/** Adds what was counted to what is stored of this day. All or nothing of it. */
export async function addCounts(db: Db, counted: readonly CountedVisits[], now: Date): Promise<void> {
  const visits = counted.map(({ remote, version, visits, failed, loads }) => ({
    remote,
    version,
    visits,
    failed,
    loads,
  }))
  const failures = counted.flatMap(({ remote, version, codes }) =>
    [...codes].map(([code, { count, message = null, frames = null }]) => ({
      remote,
      version,
      code,
      count,
      message,
      frames,
    })),
  )
  // In one order, so that servers that write at once never wait for each other in a ring.
  await sql`
    with failures as (
      insert into remote_failures as stored (day, remote, version, code, count, message, frames)
      select ${now}::timestamptz::date, remote, version, code, count, message, frames
      from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as counted (remote text, version text, code text, count integer, message text, frames jsonb)
      order by remote, version, code
      on conflict (remote, version, code, day) do update set count = stored.count + excluded.count, message = coalesce(excluded.message, stored.message), frames = coalesce(excluded.frames, stored.frames)
    )
    insert into remote_visits as stored (day, remote, version, visits, failed, loads)
    select ${now}::timestamptz::date, remote, version, visits, failed, loads
    from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as counted (remote text, version text, visits integer, failed integer, loads integer[])
    order by remote, version
    on conflict (remote, version, day) do update set visits = stored.visits + excluded.visits, failed = stored.failed + excluded.failed,
      loads = array(select coalesce(before, 0) + coalesce(more, 0) from unnest(stored.loads, excluded.loads) with ordinality as bound (before, more, place) order by place)
  `.execute(db)
}

/** Forgets what was reported before this day. */
export async function removeOldCounts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('remote_visits').where('day', '<', before).execute()
  await db.deleteFrom('remote_failures').where('day', '<', before).execute()
}

/** What is stored of each version, and of each way in which it failed. */
export async function countVisits(db: Db) {
  const visits = await db
    .selectFrom('remote_visits')
    .select(({ fn }) => [
      'remote',
      'version',
      fn.sum<string>('visits').as('visits'),
      fn.sum<string>('failed').as('failed'),
    ])
    .groupBy(['remote', 'version'])
    .orderBy('remote')
    .orderBy('version')
    .execute()
  const failures = await db
    .selectFrom('remote_failures')
    .select(({ fn }) => ['remote', 'version', 'code', fn.sum<string>('count').as('count')])
    .groupBy(['remote', 'version', 'code'])
    .orderBy('remote')
    .orderBy('version')
    .orderBy('code')
    .execute()
  return { visits, failures }
}

/** What is stored of each version: visits, failed ones, and visits by how long they took to load it. */
export async function readHealth(db: Db) {
  const { rows } = await sql<{ remote: string; version: string; visits: number; failed: number; loads: number[] }>`
    select remote, version, sum(visits) as visits, sum(failed) as failed,
      array(
        select sum(count) from remote_visits one, unnest(one.loads) with ordinality as bound (count, place)
        where one.remote = remote_visits.remote and one.version = remote_visits.version group by place order by place
      ) as loads
    from remote_visits group by remote, version
  `.execute(db)
  return rows.map(({ visits, failed, loads, ...version }) => ({
    ...version,
    visits: Number(visits),
    failed: Number(failed),
    loads: loads.map(Number),
  }))
}

/** The ways in which versions failed, newest first. */
export async function listFailures(db: Db, { limit, offset }: Paging) {
  const { count } = await db
    .selectFrom('remote_failures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('remote_failures')
    .select(['remote', 'version', 'code', 'count', 'message', 'frames', sql<string>`day::text`.as('day')])
    .orderBy('day', 'desc')
    .orderBy('count', 'desc')
    .orderBy('remote')
    .orderBy('version')
    .orderBy('code')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows: rows.map(({ frames, ...row }) => ({ ...row, frames: (frames ?? []) as PublishedFrame[] })) }
}
