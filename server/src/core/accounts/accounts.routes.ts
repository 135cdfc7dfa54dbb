import {
  asItLooks,
  Credentials,
  Id,
  listOf,
  ordering,
  paging,
  Registration,
  Token,
  User,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../ground/database/tables'
import { tokenIn } from '../../ground/http/actors'
import { requireUser } from '../../ground/http/auth'
import { networkOf } from '../../ground/http/caller'
import { deviceName } from '../../ground/http/deviceName'
import { describes } from '../../ground/http/operation'
import { pageOf } from '../../ground/http/page'
import { idOf, parse } from '../../ground/http/parse'
import { perAddress, SharedLimit } from '../../ground/http/limits'
import type { Outbox } from '../../ground/mails/outbox'
import { authenticate, register, revoke, userOf } from './accounts.service'
import { findLogin, searchUsers } from './accounts.store'
import { activityRoutes } from './activity.routes'
import { apiTokensRoutes } from './apiTokens/apiTokens.routes'
import { credentialsRoutes } from './credentials.routes'
import { exportRoutes } from './export.routes'
import { linksRoutes } from './links.routes'
import { MailedLinks } from './links.service'
import { loginsRoutes } from './logins.routes'
import { profileRoutes } from './profile.routes'
import type { Removal } from './removal/removal.service'
import { userFor } from './publicUser'

const defaultLimits = {
  loginsPerAddress: 120,
  failuresPerAccount: 10,
  registrationsPerAddress: 60,
  /** per hour, as exports; the others are per minute */
  mailsPerAddress: 30,
  linksPerAddress: 60,
  updatesPerMinute: 60,
  exportsPerHour: 6,
}

interface AccountsDependencies {
  db: Kysely<Tables>
  /** for searches, which may be some seconds old */
  readDb?: Kysely<Tables>
  outbox: Outbox
  /** where people open the product, no trailing slash */
  publicUrl: string
  /** called after a user's names or picture changed: boards show them */
  onRenamed?: (userId: number) => Promise<void>
  /** without it an account goes alone: for tests that make nothing else */
  removal?: Removal
  /** for tests */
  limits?: Partial<typeof defaultLimits>
  /** ms since 1970 */
  now?: () => number
}

const minuteMs = 60_000

const alone: Removal = { cutOff: async () => [], leaveOut: async () => [], onRemoved: async () => {} }

/** The fields of a body without those that are null. */
const withoutNulls = (body: unknown) =>
  Object.fromEntries(Object.entries((body ?? {}) as object).filter(([, value]) => value !== null))

/** What a missing field counts as, so that the answer is the form's own sentence. */
const emptyRegistration = { username: '', password: '', first_name: '', last_name: '', email: '' }

const UserSearch = v.object({
  search: v.optional(v.pipe(v.string(), v.trim(), v.minLength(2, 'At least 2 characters'), v.maxLength(150))),
  ordering: v.optional(v.union([v.literal('usernames'), ordering(['username', 'id'])], 'Unknown ordering'), 'username'),
  ...paging(100),
})

/** Login, registration, mailed links, one's own profile, other users. */
export function accountsRoutes({
  db,
  readDb = db,
  outbox,
  publicUrl,
  onRenamed = async () => {},
  removal = alone,
  limits: given,
  now = Date.now,
}: AccountsDependencies): FastifyPluginAsync {
  const limits = { ...defaultLimits, ...given }
  const failures = new SharedLimit({ db, name: 'wrong passwords' }, limits.failuresPerAccount, minuteMs)
  const links = new MailedLinks({ db, outbox, publicUrl, now })

  return async (app) => {
    await app.register(linksRoutes(db, links, limits))
    await app.register(credentialsRoutes({ db, links, failures, updatesPerMinute: limits.updatesPerMinute, removal }))
    await app.register(loginsRoutes({ db, now }))
    await app.register(apiTokensRoutes({ db, updatesPerMinute: limits.updatesPerMinute, now }))
    await app.register(activityRoutes({ db }))
    await app.register(exportRoutes({ db, exportsPerHour: limits.exportsPerHour, now }))
    await app.register(profileRoutes({ db, onRenamed, updatesPerMinute: limits.updatesPerMinute }))

    const login = describes(
      {
        summary: 'Log in',
        actor: 'anyone',
        audit: 'login',
        body: Credentials,
        answers: { 200: Token },
        refusals: [429],
      },
      perAddress(limits.loginsPerAddress, minuteMs, { db, name: 'logins' }),
    )
    app.post('/api/auth/', login, async (request) => {
      const credentials = parse(Credentials, { username: '', password: '', ...(request.body as object) })
      // Names that look the same lead to the same account.
      const key = `${asItLooks(credentials.username).toLowerCase()} ${networkOf(request.caller)}`
      const onFound = (userId: number) => void (request.auditedUser = userId)
      // Counted as failed until it succeeds, so that many tries at once are counted too.
      await failures.count(key).catch(async (refusal: unknown) => {
        // The owner reads in their activity that somebody tries.
        const locked = await findLogin(db, credentials.username.trim())
        if (locked) onFound(locked.id)
        throw refusal
      })
      const token = await authenticate(db, credentials, {
        device: deviceName(request.headers['user-agent']),
        now: now(),
        onFound,
      })
      await failures.forget(key)
      return { token }
    })

    app.post(
      '/api/auth/logout/',
      describes({ summary: 'Revoke the token', actor: 'anyone', audit: 'logout', answers: { 204: null } }),
      async (request, reply) => {
        const token = tokenIn(request.headers.authorization)
        if (token && request.actor.type === 'user') await revoke(db, token)
        return reply.code(204).send()
      },
    )

    const registration = describes(
      {
        summary: 'Create an account',
        actor: 'anyone',
        audit: 'account made',
        body: Registration,
        answers: { 201: v.object({ id: Id }) },
        refusals: [429],
      },
      perAddress(limits.registrationsPerAddress, minuteMs, { db, name: 'registrations' }),
    )
    app.post('/api/account/register/', registration, async (request, reply) => {
      const id = await register(db, links, parse(Registration, { ...emptyRegistration, ...withoutNulls(request.body) }))
      request.auditedUser = id
      return reply.code(201).send({ id })
    })

    app.get(
      '/api/user/:id/',
      describes({ summary: 'One user', actor: 'user', answers: { 200: User }, refusals: [404] }),
      async (request) => userOf(db, requireUser(request), idOf(request)),
    )

    const search = describes({
      summary: 'Search users by name',
      actor: 'user',
      query: UserSearch,
      answers: { 200: listOf(User) },
    })
    app.get('/api/user/', search, async (request) => {
      const reader = requireUser(request)
      const { search: text, ordering: order, limit, offset } = parse(UserSearch, request.query)
      // Without a text it is not a search: nobody gets a list of all users.
      if (text === undefined) return pageOf(request.url, { limit, offset }, 0, [])
      const { count, rows } = await searchUsers(readDb, {
        reader,
        search: text,
        column: order === 'id' || order === '-id' ? 'id' : 'username',
        direction: order?.startsWith('-') ? 'desc' : 'asc',
        limit,
        offset,
      })
      return pageOf(
        request.url,
        { limit, offset },
        count,
        rows.map((row) => userFor(reader, row)),
      )
    })
  }
}
