import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../database/tables'
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
export function installHealth(app: FastifyInstance, { db, isDraining, trouble, patienceMs = 2_000 }: HealthDependencies): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining()) throw unavailable('The server is stopping.')
    const found = trouble?.()
    if (found) throw unavailable(found)
    if (!(await answersWithin(db, patienceMs))) throw unavailable('The database does not answer.')
    return { status: 'ready' }
  })
}

async function answersWithin(db: Kysely<Tables>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
