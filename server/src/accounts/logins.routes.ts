import { listOf, Login, paging } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database/tables'
import { tokenIn } from '../http/actors'
import { forgetActor, hashOf, requireUser } from '../http/auth'
import { describes } from '../http/operation'
import { pageOf } from '../http/page'
import { idOf, parse } from '../http/parse'
import { notFound } from '../http/refusals'
import { endLogin, endLogins, listLogins } from './logins.store'

interface LoginsDependencies {
  db: Kysely<Tables>
  /** ms since 1970 */
  now: () => number
}

const Query = v.object({ ...paging(100) })

/** The hash of the token that a signed-in user's request carries. */
export const currentToken = ({ headers }: FastifyRequest): Buffer => hashOf(tokenIn(headers.authorization) ?? '')

// The first match counts, as browsers name each other too.
const browsers: [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What people call the program that logs in, by its User-Agent: `Firefox on Windows`, `curl`. Empty when unknown. */
export function deviceName(userAgent = ''): string {
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser) return system ? `${browser} on ${system}` : browser
  return /^([a-z][\w.-]{0,29})\//i.exec(userAgent)?.[1] ?? ''
}

/** Where somebody is logged in, and how to end those logins. */
export function loginsRoutes({ db, now }: LoginsDependencies): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/account/logins/',
      describes({ summary: 'Your logins, most recently used first', actor: 'user', query: Query, answers: { 200: listOf(Login) } }),
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
      describes({ summary: 'End one login', actor: 'user', audit: 'login ended', answers: { 204: null }, refusals: [404] }),
      async (request, reply) => {
        const ended = await endLogin(db, requireUser(request), idOf(request))
        if (ended.length === 0) throw notFound()
        ended.forEach((hash) => forgetActor(hash))
        return reply.code(204).send()
      },
    )

    app.delete(
      '/api/account/logins/',
      describes({ summary: 'End all logins but this one', actor: 'user', audit: 'other logins ended', answers: { 204: null } }),
      async (request, reply) => {
        const ended = await endLogins(db, requireUser(request), currentToken(request))
        ended.forEach((hash) => forgetActor(hash))
        return reply.code(204).send()
      },
    )
  }
}
