import { Credentials, ordering, paging, Registration } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database/tables'
import { tokenIn } from '../http/actors'
import { requireUser } from '../http/auth'
import { pageOf } from '../http/page'
import { idOf, parse } from '../http/parse'
import { perAddress } from '../http/rateLimit'
import { authenticate, profileOf, register, revoke, userOf } from './accounts.service'
import { searchUsers } from './accounts.store'
import { Attempts } from './attempts'
import { publicUser } from './publicUser'

export interface AccountsDependencies {
  db: Kysely<Tables>
  /** at most; for tests */
  limits?: { loginsPerAddress: number; failuresPerAccount: number; registrationsPerAddress: number }
}

const minuteMs = 60_000

const defaultLimits = { loginsPerAddress: 120, failuresPerAccount: 10, registrationsPerAddress: 60 }

/** What a missing field counts as, so that the form's own sentence is answered. */
const emptyRegistration = { username: '', password: '', first_name: '', last_name: '', email: '' }

const UserSearch = v.object({
  search: v.optional(v.pipe(v.string(), v.trim(), v.minLength(2, 'At least 2 characters'), v.maxLength(150))),
  ordering: v.optional(v.union([v.literal('usernames'), ordering(['username', 'id'])], 'Unknown ordering'), 'username'),
  ...paging(100),
})

/** Login, registration, the own profile, other users. */
export function accountsRoutes({ db, limits = defaultLimits }: AccountsDependencies): FastifyPluginAsync {
  const attempts = new Attempts({ max: limits.failuresPerAccount, windowMs: minuteMs })

  return async (app) => {
    app.post('/api/auth/', perAddress(limits.loginsPerAddress, minuteMs), async (request) => {
      const credentials = parse(Credentials, { username: '', password: '', ...(request.body as object) })
      const key = `${credentials.username.trim().toLowerCase()} ${request.ip}`
      attempts.begin(key)
      const token = await authenticate(db, credentials)
      attempts.succeed(key)
      return { token }
    })

    app.post('/api/auth/logout/', async (request, reply) => {
      const token = tokenIn(request.headers.authorization)
      if (token && request.actor.type === 'user') await revoke(db, token)
      return reply.code(204).send()
    })

    app.post('/api/account/register/', perAddress(limits.registrationsPerAddress, minuteMs), async (request, reply) => {
      const id = await register(db, parse(Registration, { ...emptyRegistration, ...(request.body as object) }))
      return reply.code(201).send({ id })
    })

    app.get('/api/user_profile/get/', async (request) => profileOf(db, requireUser(request)))

    app.get('/api/user/:id/', async (request) => {
      requireUser(request)
      return userOf(db, idOf(request))
    })

    app.get('/api/user/', async (request) => {
      requireUser(request)
      const { search, ordering: order, limit, offset } = parse(UserSearch, request.query)
      // Everybody is not a search: nobody's list of all users.
      if (search === undefined) return pageOf(request.url, { limit, offset }, 0, [])
      const { count, rows } = await searchUsers(db, {
        search,
        column: order === 'id' || order === '-id' ? 'id' : 'username',
        direction: order?.startsWith('-') ? 'desc' : 'asc',
        limit,
        offset,
      })
      return pageOf(request.url, { limit, offset }, count, rows.map(publicUser))
    })
  }
}
