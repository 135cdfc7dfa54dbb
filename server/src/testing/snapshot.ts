import { testSessionMark } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../ground/database/tables'

/** Never written by a call: long, or written by chores in the background, as the trail of refused calls is a moment later. */
const constant = [
  'machines',
  'machine_groups',
  'game_points',
  'game_timelines',
  'moments',
  'moments_due',
  'event_moments',
  'events_known',
  'events_due',
  'security_events',
  'turns',
]

/** When a machine was heard is written a moment later, too, and how far a webhook has read. */
const content = sql`(to_jsonb(t) - 'last_heard_at' - 'read_to')::text`

/** Test games go on in the background. */
const isTestGame = sql`coalesce(replace(to_jsonb(t)->>'session_uuid', '-', ''), '') like ${testSessionMark + '%'}`

/** Every row of every table, as text, to be compared with the rows at another moment. */
export async function snapshot(db: Kysely<Tables>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name
  `.execute(db)
  const read = tables
    .filter(({ name }) => !constant.includes(name))
    .map(
      ({ name }) => sql`
    select ${sql.lit(name)} as name, coalesce((select string_agg(${content}, E'\n' order by ${content}) from ${sql.table(name)} t where not ${isTestGame}), '') as content`,
    )
  const { rows } = await sql<{ name: string; content: string }>`${sql.join(read, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}
