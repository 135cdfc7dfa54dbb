import { listOf, Login, paging } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../ground/database/tables'
import { tokenIn } from '../../ground/http/actors'
import { forgetActor, hashOf, requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { pageOf } from '../../ground/http/page'
import { idOf, parse } from '../../ground/http/parse'
import { notFound } from '../../ground/http/refusals'
import { endLogin, endLogins, listLogins } from './logins.store'

interface LoginsDependencies {
  db: Kysely<Tables>
  /** ms since 1970 */
  now: () => number
}

const Query = v.object({ ...paging(100) })

/** The hash of the token that a signed-in user's request carries. */
export const currentToken = ({ headers }: FastifyRequest): Buffer => hashOf(tokenIn(headers.authorization) ?? '')

/** Where somebody is logged in, and how to end those logins. */
export function loginsRoutes({ db, now }: LoginsDependencies): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/account/logins/',
      describes({
        summary: 'Your logins, most recently used first',
        actor: 'user',
        query: Query,
        answers: { 200: listOf(Login) },
      }),
      async (request) => {
        const userId = requireUser(request)
        const page = parse(Query, request.query)
        const own = currentToken(request)
        const { count, rows } = await listLogins(db, userId, now(), page)
        const results = rows.map(({ id, hash, created_at, used_at, device }) => ({
          id,
          created_at: created_at.toISOString(),
          used_at: used_at.toISOString(),
          device,
          is_current: hash.equals(own),
        }))
        return pageOf(request.url, page, count, results)
      },
    )

    app.delete(
      '/api/account/logins/:id/',
      describes({
        summary: 'End one login',
        actor: 'user',
        audit: 'login ended',
        answers: { 204: null },
        refusals: [404],
      }),
      async (request, reply) => {
        const ended = await endLogin(db, requireUser(request), idOf(request))
        if (ended.length === 0) throw notFound()
        ended.forEach((hash) => forgetActor(hash))
        return reply.code(204).send()
      },
    )

    app.delete(
      '/api/account/logins/',
      describes({
        summary: 'End all logins but this one',
        actor: 'user',
        audit: 'other logins ended',
        answers: { 204: null },
      }),
      async (request, reply) => {
        const ended = await endLogins(db, requireUser(request), currentToken(request))
        ended.forEach((hash) => forgetActor(hash))
        return reply.code(204).send()
      },
    )
  }
}
