import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../database/tables'
import { isReadOnly } from '../database/outage'
import { unavailable } from './refusals'

interface HealthDependencies {
  db: Kysely<Tables>
  isDraining(): boolean
  /** a sentence on what keeps the server from its work; undefined while nothing does */
  trouble?(): string | undefined
  /** ms that the database has for its answer */
  patienceMs?: number
}

/** /healthz while the process lives, /readyz when it can serve. */
export function installHealth(
  app: FastifyInstance,
  { db, isDraining, trouble, patienceMs = 2_000 }: HealthDependencies,
): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining()) throw unavailable('The server is stopping.')
    const found = trouble?.() ?? (await whyUnusable(db, patienceMs))
    if (found) throw unavailable(found)
    return { status: 'ready' }
  })
}

/** Fails where a write would: on a standby, too. A server that gets no posts any more finds the new primary by it. */
const asWrite = sql`do $$ begin if current_setting('transaction_read_only')::boolean then raise read_only_sql_transaction; end if; end $$`

async function whyUnusable(db: Kysely<Tables>, ms: number): Promise<string | undefined> {
  const silent = 'The database does not answer.'
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => (timer = setTimeout(() => resolve(silent), ms)))
  const answered = asWrite.execute(db).then(
    () => undefined,
    (error: Error) => (isReadOnly(error) ? 'The database takes no writes.' : silent),
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
