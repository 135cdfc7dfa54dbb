import { randomBytes } from 'node:crypto'
import { ApiToken, ApiTokenInput, listOf, NewApiToken, paging } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../../ground/database/tables'
import { apiTokenPrefix } from '../../../ground/http/actors'
import { forgetActor, hashOf, requireUser } from '../../../ground/http/auth'
import { perUser } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { pageOf } from '../../../ground/http/page'
import { idOf, parse } from '../../../ground/http/parse'
import { invalid, notFound } from '../../../ground/http/refusals'
import { currentToken } from '../logins.routes'
import { endApiTokens, insertApiToken, listApiTokens } from './apiTokens.store'

interface ApiTokensDependencies {
  db: Kysely<Tables>
  updatesPerMinute: number
  /** ms since 1970 */
  now: () => number
}

const minuteMs = 60_000
const Query = v.object({ ...paging(100) })

const answerOf = ({
  created_at,
  used_at,
  expires_at,
  ...row
}: Awaited<ReturnType<typeof insertApiToken>>): ApiToken => ({
  ...row,
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
  expires_at: expires_at?.toISOString() ?? null,
})

/** Tokens for one's scripts and programs. None of these calls names a scope: a token makes no token. */
export function apiTokensRoutes({ db, updatesPerMinute, now }: ApiTokensDependencies): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/token/',
      describes({
        summary: 'Your API tokens, the newest first',
        actor: 'user',
        query: Query,
        answers: { 200: listOf(ApiToken) },
      }),
      async (request) => {
        const userId = requireUser(request)
        const page = parse(Query, request.query)
        const { count, rows } = await listApiTokens(db, userId, page)
        return pageOf(request.url, page, count, rows.map(answerOf))
      },
    )

    app.post(
      '/api/token/',
      describes(
        {
          summary: 'Make an API token for a script or program, shown only this once',
          actor: 'user',
          body: ApiTokenInput,
          audit: 'API token made',
          answers: { 201: NewApiToken },
        },
        perUser(updatesPerMinute, minuteMs),
      ),
      async (request, reply) => {
        const userId = requireUser(request)
        const input = parse(ApiTokenInput, { name: '', scopes: [], ...(request.body as object) })
        const expiresAt = input.expires_at === null ? null : new Date(input.expires_at)
        if (expiresAt && !(expiresAt.getTime() > now())) throw invalid({ expires_at: ['Choose a day that is to come'] })
        const token = `${apiTokenPrefix}${randomBytes(32).toString('base64url')}`
        const made = await insertApiToken(db, {
          userId,
          hash: hashOf(token),
          name: input.name,
          scopes: input.scopes,
          expiresAt,
          login: currentToken(request),
          now: new Date(now()),
        })
        return reply.code(201).send({ ...answerOf(made), token })
      },
    )

    app.delete(
      '/api/token/:id/',
      describes({
        summary: 'Revoke an API token',
        actor: 'user',
        audit: 'API token revoked',
        answers: { 204: null },
        refusals: [404],
      }),
      async (request, reply) => {
        const ended = await endApiTokens(db, requireUser(request), idOf(request))
        if (ended.length === 0) throw notFound()
        ended.forEach((hash) => forgetActor(hash))
        return reply.code(204).send()
      },
    )
  }
}
