import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { Actors, anonymous } from './actors'
import type { Actor } from './actors'
import { unauthorized } from './refusals'

export { hashOf } from './actors'
export type { Actor } from './actors'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
}

const running = new Set<Actors>()

/** Gives every request its `actor`, from the Authorization header alone: cookies are never read. */
export function installAuth(app: FastifyInstance, db: Kysely<Tables>): void {
  const actors = new Actors(db)
  running.add(actors)
  app.addHook('onClose', async () => void running.delete(actors))
  app.decorateRequest('actor')
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers
    request.actor = authorization ? await actors.find(authorization) : anonymous
  })
}

/** Drops what is remembered of a token's hash (see hashOf), or of all: after a revocation, a pairing, an unpairing. */
export function forgetActor(which: Buffer | 'all'): void {
  for (const actors of running) actors.forget(which)
}

/** The id of the signed-in user. Throws 401 for everybody else. */
export function requireUser(request: FastifyRequest): number {
  if (request.actor.type !== 'user') throw unauthorized()
  return request.actor.userId
}
