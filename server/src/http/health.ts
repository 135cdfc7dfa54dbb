import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../database/tables'
import { unavailable } from './refusals'

/** /healthz while the process lives, /readyz when it can serve. */
export function installHealth(app: FastifyInstance, db: Kysely<Tables>, isDraining: () => boolean): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining()) throw unavailable('The server is stopping.')
    await sql`select 1`.execute(db).catch(() => {
      throw unavailable('The database does not answer.')
    })
    return { status: 'ready' }
  })
}
