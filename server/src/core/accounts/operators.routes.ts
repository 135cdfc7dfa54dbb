import { OperatorInput, Operators } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { idOf, parse } from '../../ground/http/parse'
import { conflict, forbidden, invalid, notFound, unauthorized } from '../../ground/http/refusals'
import { findCredentials } from './accounts.store'
import { endOperator, isOperator, listOperators, makeOperator } from './operators.store'

type Db = Kysely<Tables>

/** The id of the operator who is logged in. Throws 401 for everybody who is not, machines with a key too, and 403 for other users. */
export async function requireOperator(db: Db, request: FastifyRequest): Promise<number> {
  const userId = requireUser(request)
  if (!(await isOperator(db, userId))) throw forbidden()
  return userId
}

/** The username of the operator who is logged in, for what notes who changed it. Throws as above. */
export async function requireOperatorsName(db: Db, request: FastifyRequest): Promise<string> {
  const user = await findCredentials(db, await requireOperator(db, request))
  if (!user) throw unauthorized()
  return user.username
}

/** Who may change what runs on this server. */
export function operatorsRoutes({ db }: { db: Db }): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/platform/operators/',
      describes({ summary: 'The operators of this server', actor: 'operator', answers: { 200: Operators } }),
      async (request) => {
        await requireOperator(db, request)
        return { operators: await listOperators(db) }
      },
    )

    app.post(
      '/api/platform/operators/',
      describes({
        summary: 'Make an account an operator',
        actor: 'operator',
        body: OperatorInput,
        audit: 'operator made',
        answers: { 200: Operators },
      }),
      async (request) => {
        await requireOperator(db, request)
        const { username } = parse(OperatorInput, { username: '', ...(request.body as object) })
        if (!(await makeOperator(db, username))) throw invalid({ username: ['No account has this username'] })
        return { operators: await listOperators(db) }
      },
    )

    app.delete(
      '/api/platform/operators/:id/',
      describes({
        summary: 'Take the right of an operator; one stays',
        actor: 'operator',
        audit: 'operator ended',
        answers: { 204: null },
        refusals: [409],
      }),
      async (request, reply) => {
        await requireOperator(db, request)
        const outcome = await endOperator(db, { id: idOf(request) })
        if (outcome === 'unknown') throw notFound()
        if (outcome === 'last') throw conflict('Somebody has to be an operator. Make another account one first.')
        return reply.code(204).send()
      },
    )
  }
}
