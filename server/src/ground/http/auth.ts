import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { Listeners } from '../process/listeners'
import { Actors, anonymous, isApiToken, ownerBehind } from './actors'
import type { Actor, LivingSince } from './actors'
import type { Operation } from './operation'
import { forbidden, unauthorized, unknownApiToken } from './refusals'

export { hashOf } from './actors'
export type { Actor } from './actors'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyInstance {
    /** whose an Authorization header is, where that is remembered */
    knownActor(authorization: string): Actor | undefined
  }
}

const running = new Set<Actors>()

/** Calls that ask which user calls. */
const ofUsers: readonly Operation['actor'][] = ['user', 'operator', 'optional', 'guest']

/** Who makes a call: a program acts as its owner where its token has the scope that the call names. Throws 401, 403. */
function callerFor({ actor: asked, scope }: Operation, actor: Actor, authorization: string | undefined): Actor {
  if (!ofUsers.includes(asked)) return actor
  if (actor.type !== 'api-token') {
    // What is open to everyone would else answer less than was asked for.
    if (actor.type === 'anonymous' && isApiToken(authorization)) throw unknownApiToken()
    return actor
  }
  if (scope === undefined) throw forbidden('API tokens may not do this. Log in to do it.')
  const owner = ownerBehind(actor, scope)
  if (owner.type === 'anonymous') throw forbidden(`This API token may not do this: it lacks the scope “${scope}”.`)
  return owner
}

/** Gives every request its `actor`, from the Authorization header alone: cookies are never read. */
export function installAuth(app: FastifyInstance, db: Kysely<Tables>, livingSince: LivingSince): void {
  const actors = new Actors(db, livingSince)
  running.add(actors)
  app.addHook('onClose', async () => void running.delete(actors))
  app.decorateRequest('actor')
  app.decorate('knownActor', (authorization: string) => actors.known(authorization))
  app.addHook('onRequest', (request, _reply, done) => {
    // Pages and files do not ask who is calling.
    const authorization = request.url.startsWith('/api/') ? request.headers.authorization : undefined
    const { operation } = request.routeOptions.config
    const begin = (actor: Actor) => {
      request.actor = actor
      try {
        if (operation) request.actor = callerFor(operation, actor, authorization)
      } catch (refusal) {
        return done(refusal as Error)
      }
      done()
    }
    const known = authorization ? actors.known(authorization) : anonymous
    if (known) return begin(known)
    actors.find(authorization).then(begin, done)
  })
}

/** Which process a change was made by: this one, or another one that has told of it. */
export type Origin = 'here' | 'elsewhere'

const forgetListeners = new Listeners<[which: Buffer | 'all', origin: Origin]>()

/** Drops what is remembered of a token's hash (see hashOf), or of all: after a revocation, a pairing, an unpairing. */
export function forgetActor(which: Buffer | 'all', origin: Origin = 'here'): void {
  for (const actors of running) actors.forget(which)
  forgetListeners.tell(which, origin)
}

/** Calls the listener with what is forgotten. Answers a function that ends that. */
export function onForgetActor(listener: (which: Buffer | 'all', origin: Origin) => void): () => void {
  return forgetListeners.add(listener)
}

/** The id of the signed-in user. Throws 401 for everybody else. */
export function requireUser(request: FastifyRequest): number {
  if (request.actor.type !== 'user') throw unauthorized()
  return request.actor.userId
}
