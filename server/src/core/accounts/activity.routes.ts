import { listOf, paging, SecurityEvent } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../ground/database/tables'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { pageOf } from '../../ground/http/page'
import { parse } from '../../ground/http/parse'
import { listEvents } from './trail.store'

const Query = v.object({ ...paging(100) })

/** What happened to the security of one's own account. */
export function activityRoutes({ db }: { db: Kysely<Tables> }): FastifyPluginAsync {
  return async (app) => {
    const activity = describes({
      summary: 'Logins, changes of passwords, addresses and keys, and refusals of them, newest first',
      actor: 'user',
      query: Query,
      answers: { 200: listOf(SecurityEvent) },
    })
    app.get('/api/account/activity/', activity, async (request) => {
      const userId = requireUser(request)
      const page = parse(Query, request.query)
      const { count, rows } = await listEvents(db, userId, page)
      const results = rows.map(({ happened_at, status, ...event }) => ({
        ...event,
        happened_at: happened_at.toISOString(),
        refused: status >= 400,
      }))
      return pageOf(request.url, page, count, results)
    })
  }
}
