import type pg from 'pg'
import { quoted } from './tables'

/*
 * Many rows are stored several times faster where no index has to be kept sorted and no reference looked up for each of
 * them: both are made for all at once when the rows are there. What makes rows unique by a constraint stays, since other
 * tables may refer to it.
 */

interface Part {
  off: string
  on: string
}

/** Takes the references and indexes of a table off, for as long as it is filled. Answers the statements that put them on again, in order. */
export async function takeIndexesOff(client: pg.Client, table: string): Promise<string[]> {
  const { rows: parts } = await client.query<Part>(
    `
    select format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as on, 1 as place
    from pg_index i
    where i.indrelid = $1::regclass and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    union all
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname),
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)), 2
    from pg_constraint k
    where k.conrelid = $1::regclass and k.contype = 'f'
    order by place, "on"
  `,
    [quoted(table)],
  )
  for (const { off } of parts) await client.query(off)
  return parts.map(({ on }) => on)
}
