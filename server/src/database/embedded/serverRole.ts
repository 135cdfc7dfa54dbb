import pg from 'pg'
import { adminRole, databaseName, serverRole, urlOf } from './cluster'

/** Does something over a connection of PostgreSQL's own administrator. */
async function asAdmin<Result>(port: number, password: string, database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: urlOf({ port, password, role: adminRole, database }) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

// What belongs to a table or an extension changes hands with it. Rows: the kind of thing, and its name as SQL says it.
const ofAdmin = `
  select kind, name from (
    select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind,
      format('%I.%I', n.nspname, c.relname) as name, c.relowner as owner, c.oid
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass and c.relkind = 'S')
    union all
    select 'routine', format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)), p.proowner, p.oid
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'
    union all
    select 'schema', format('%I', nspname), nspowner, oid from pg_namespace where nspname = 'public'
  ) as things
  where owner = $1::regrole and not exists (select from pg_depend e where e.objid = things.oid and e.deptype = 'e')`

/**
 * Makes the role that the server works as, which owns the database and may do nothing else, and the database, unless they
 * are there. What earlier versions, which worked as the administrator, have made becomes the role's.
 */
export async function prepareDatabase(port: number, password: string): Promise<void> {
  const owner = pg.escapeIdentifier(serverRole)
  await asAdmin(port, password, 'postgres', async (client) => {
    const { rowCount: hasRole } = await client.query('select from pg_roles where rolname = $1', [serverRole])
    if (!hasRole) await client.query(`create role ${owner} login`)
    // That it is what it should be, whatever happened to it.
    await client.query(`alter role ${owner} nosuperuser nocreaterole nobypassrls noreplication password ${pg.escapeLiteral(password)}`)
    const { rows } = await client.query<{ owner: string }>('select datdba::regrole::text as owner from pg_database where datname = $1', [databaseName])
    if (rows.length === 0) await client.query(`create database ${databaseName} owner ${owner}`)
    else if (rows[0]!.owner !== serverRole) await client.query(`alter database ${databaseName} owner to ${owner}`)
  })
  await asAdmin(port, password, databaseName, async (client) => {
    const { rows } = await client.query<{ kind: string; name: string }>(ofAdmin, [adminRole])
    if (rows.length === 0) return
    await client.query('begin')
    for (const { kind, name } of rows) await client.query(`alter ${kind} ${name} owner to ${owner}`)
    await client.query('commit')
  })
}
