import pg from 'pg'

/** A table as it is in a database. */
export interface Table {
  name: string
  /** without those that the database computes */
  columns: string[]
  /** the column that numbers itself */
  identity: string | null
  /** tables that must be filled before it */
  references: string[]
}

export const quoted = (name: string): string => pg.escapeIdentifier(name)

/** `"users" ("id", "name")`, as COPY wants it. */
export const target = ({ name, columns }: Pick<Table, 'name' | 'columns'>): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`

// What belongs to an extension is not ours.
const own = (oid: string) => `not exists (select from pg_depend e where e.objid = ${oid} and e.deptype = 'e')`

/** The tables of Multiball, by name; without those in which migrations are noted. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as identity,
      (select coalesce(json_agg(distinct r.relname), '[]') from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid) as references
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_migration%' and ${own('c.oid')}
    order by c.relname
  `)
  return rows
}

/** In an order in which each comes after those that it refers to. Throws for tables that refer to each other in a ring. */
export function inOrderOfReferences<Row extends Pick<Table, 'name' | 'references'>>(tables: readonly Row[]): Row[] {
  const ordered: Row[] = []
  let left = [...tables]
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const free = left.filter(({ references }) => !references.some((name) => waiting.has(name)))
    if (free.length === 0) throw new Error(`These tables refer to each other in a ring: ${[...waiting].join(', ')}`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

/** The migrations that a database went through, in order; none when Multiball never ran on it. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query("select to_regclass('kysely_migration') is not null as is_there")
  if (!found[0].is_there) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** Removes everything in the schema, whoever made it. */
export async function dropEverything(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select 'drop ' || case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end
      || ' if exists ' || c.oid::regclass || ' cascade' as statement
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and ${own('c.oid')}
    union all
    select 'drop routine if exists ' || p.oid::regprocedure || ' cascade'
    from pg_proc p where p.pronamespace = current_schema()::regnamespace and ${own('p.oid')}
  `)
  for (const { statement } of rows) await client.query(statement)
}

// The same bytes from every server, and no clock that ends long work.
const settings = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex'; set timezone = 'UTC';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s'
`

/** Does something over one connection of its own, which is closed at the end, in the middle of a query too when `signal` says so. */
export async function withSession<Result>(
  url: string,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  // Kept alive: it may have nothing to say for an hour, and what stands between would forget it.
  const client = new pg.Client({
    connectionString: url,
    application_name: 'multiball-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  })
  // What breaks the connection fails the query that is under way.
  client.on('error', () => {})
  const stop = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', stop)
  try {
    await client.connect()
    await client.query(settings)
    return await work(client)
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}
