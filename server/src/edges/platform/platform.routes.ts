import { listOf, paging, PlatformChange, PlatformChanged, PlatformFailure, PlatformState } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { findCredentials } from '../../core/accounts/accounts.store'
import { requireOperator } from '../../core/accounts/operators.routes'
import type { Tables } from '../../ground/database/tables'
import { perUser } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { pageOf, type Paging } from '../../ground/http/page'
import { parse } from '../../ground/http/parse'
import { unauthorized } from '../../ground/http/refusals'
import type { RegistryHistory } from './history'
import type { Platform, ReportedFailure } from './platform.service'
import type { Stacks } from './stacks'

interface PlatformRoutesDependencies {
  db: Kysely<Tables>
  platform: Platform
  history: RegistryHistory
  stacks: Stacks
  listFailures(page: Paging): Promise<{ count: number; rows: ReportedFailure[] }>
}

const changesPerMinute = 60
const minuteMs = 60_000
const Query = v.object({ ...paging(100) })

/** What runs on this server, for operators. */
export function platformRoutes({ db, platform, history, stacks, listFailures }: PlatformRoutesDependencies): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/platform/', describes({ summary: 'What runs: the shell, the remotes and the embed, with their versions', actor: 'operator', answers: { 200: PlatformState } }), async (request) => {
      await requireOperator(db, request)
      return platform.state()
    })

    app.get(
      '/api/platform/changes/',
      describes({ summary: 'Who changed what runs, and when', actor: 'operator', query: Query, answers: { 200: listOf(PlatformChanged) } }),
      async (request) => {
        await requireOperator(db, request)
        const page = parse(Query, request.query)
        const all = await history.changes()
        return pageOf(request.url, page, all.length, all.slice(page.offset, page.offset + page.limit))
      },
    )

    app.get(
      '/api/platform/failures/',
      describes({ summary: 'How versions of remotes failed, with the places in their sources', actor: 'operator', query: Query, answers: { 200: listOf(PlatformFailure) } }),
      async (request) => {
        await requireOperator(db, request)
        const page = parse(Query, request.query)
        const { count, rows } = await listFailures(page)
        const results = await Promise.all(rows.map(async ({ frames, ...failure }) => ({ ...failure, frames: await stacks.map(frames) })))
        return pageOf(request.url, page, count, results)
      },
    )

    app.post(
      '/api/platform/changes/',
      describes(
        { summary: 'Change what runs: make a version active or a canary, roll back, switch a remote off or on', actor: 'operator', body: PlatformChange, audit: 'what runs was changed', answers: { 200: PlatformState }, refusals: [409] },
        perUser(changesPerMinute, minuteMs),
      ),
      async (request) => {
        const userId = await requireOperator(db, request)
        const change = parse(PlatformChange, request.body ?? {})
        const user = await findCredentials(db, userId)
        if (!user) throw unauthorized()
        return platform.change(change, user.username)
      },
    )
  }
}
