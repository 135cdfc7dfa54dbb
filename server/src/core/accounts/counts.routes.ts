import { Counts } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'

/** How much of each kind a user has, for the navigation: one statement over indexes that begin with the owner. */
export const countsRoutes =
  ({ db }: { db: Kysely<Tables> }): FastifyPluginAsync =>
  async (app) => {
    app.get(
      '/api/counts/',
      describes({
        summary: 'How many boards, venues and TVs you have',
        actor: 'user',
        scope: 'read',
        answers: { 200: Counts },
      }),
      async (request) => {
        const owner = requireUser(request)
        const { rows } = await sql<Counts>`
        select coalesce((select json_object_agg(type, n) from (select type, count(*) as n from boards where owner_id = ${owner} group by type) b), '{}'::json) as boards,
          (select count(*)::int from venues where owner_id = ${owner} and retired_at is null) as venues,
          (select count(*)::int from tvs where owner_id = ${owner}) as tvs
      `.execute(db)
        return rows[0]
      },
    )
  }
