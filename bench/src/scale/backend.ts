import { sql, type Kysely } from 'kysely'
import { connect } from '../../../server/src/ground/database/pool'
import type { Tables } from '../../../server/src/ground/database/tables'

/** A connection of its own to a database, which waits as long as it takes to make an index. The search path says whose tables it finds. */
export function patientConnection(url: string, searchPath = 'public'): Kysely<Tables> {
  const address = new URL(url)
  address.searchParams.set('options', `-c search_path=${searchPath} -c statement_timeout=0`)
  return connect({ connectionString: address.href, max: 1 })
}

/** The process of PostgreSQL behind such a connection, asked anew each time: an idle connection is closed in the end, and the next one is another process. */
export async function backendOf(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]!.pid
}
