import { sql, type Kysely } from 'kysely'
import { signingKey } from '../../ground/database/signingKey'
import type { Tables } from '../../ground/database/tables'

type Db = Kysely<Tables>

/** What pages reported of one version. */
export interface CountedReports {
  remote: string
  version: string
  visits: number
  /** visits in which it failed */
  failed: number
  /** code → visits that it failed in so, and the newest message */
  codes: Map<string, { count: number; message?: string }>
}

/** The key that this database's servers sign visits with. */
export const visitKey = (db: Db): Promise<Buffer> => signingKey(db, 'visits')

/** Adds what was counted to what is stored of this day. All or nothing of it. */
export async function addReports(db: Db, counted: readonly CountedReports[], now: Date): Promise<void> {
  const visits = counted.map(({ remote, version, visits, failed }) => ({ remote, version, visits, failed }))
  const failures = counted.flatMap(({ remote, version, codes }) => [...codes].map(([code, { count, message = null }]) => ({ remote, version, code, count, message })))
  // In one order, so that servers that write at once never wait for each other in a ring.
  await sql`
    with failures as (
      insert into remote_failures as stored (day, remote, version, code, count, message)
      select ${now}::timestamptz::date, remote, version, code, count, message
      from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as counted (remote text, version text, code text, count integer, message text)
      order by remote, version, code
      on conflict (remote, version, code, day) do update set count = stored.count + excluded.count, message = coalesce(excluded.message, stored.message)
    )
    insert into remote_visits as stored (day, remote, version, visits, failed)
    select ${now}::timestamptz::date, remote, version, visits, failed
    from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as counted (remote text, version text, visits integer, failed integer)
    order by remote, version
    on conflict (remote, version, day) do update set visits = stored.visits + excluded.visits, failed = stored.failed + excluded.failed
  `.execute(db)
}

/** Forgets what was reported before this day. */
export async function removeOldReports(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('remote_visits').where('day', '<', before).execute()
  await db.deleteFrom('remote_failures').where('day', '<', before).execute()
}

/** What is stored of each version, and of each way in which it failed. */
export async function countReports(db: Db) {
  const visits = await db
    .selectFrom('remote_visits')
    .select(({ fn }) => ['remote', 'version', fn.sum<string>('visits').as('visits'), fn.sum<string>('failed').as('failed')])
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
