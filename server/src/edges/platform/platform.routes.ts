import {
  listOf,
  paging,
  PlatformChange,
  PlatformChanged,
  PlatformFailure,
  PlatformState,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { requireOperator, requireOperatorsName } from '../../core/accounts/operators.routes'
import type { Tables } from '../../ground/database/tables'
import { perUser } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { pageOf, type Paging } from '../../ground/http/page'
import { parse } from '../../ground/http/parse'
import type { RegistryHistory } from './history'
import type { Platform, ReportedFailure } from './platform.service'
import type { Reviews } from './reviews.service'
import type { Stacks } from './stacks'

interface PlatformRoutesDependencies {
  db: Kysely<Tables>
  platform: Platform
  history: RegistryHistory
  reviews: Pick<Reviews, 'changes'>
  stacks: Stacks
  listFailures(page: Paging): Promise<{ count: number; rows: ReportedFailure[] }>
}

const changesPerMinute = 60
const minuteMs = 60_000
const Query = v.object({ ...paging(100) })

/** Both newest first, and so is what comes of them. Revisions keep their order, also where a clock was put back. */
function merged(changes: readonly PlatformChanged[], links: readonly PlatformChanged[]): PlatformChanged[] {
  const rest = [...links]
  const all = changes.flatMap((change) => [
    ...rest.splice(0, rest.filter(({ changed_at }) => changed_at > change.changed_at).length),
    change,
  ])
  return [...all, ...rest]
}

/** What runs on this server, for operators. */
export function platformRoutes({
  db,
  platform,
  history,
  reviews,
  stacks,
  listFailures,
}: PlatformRoutesDependencies): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/platform/',
      describes({
        summary: 'What runs: the shell, the remotes and the embed, with their versions',
        actor: 'operator',
        answers: { 200: PlatformState },
      }),
      async (request) => {
        await requireOperator(db, request)
        return platform.state()
      },
    )

    app.get(
      '/api/platform/changes/',
      describes({
        summary: 'Who changed what runs, and when',
        actor: 'operator',
        query: Query,
        answers: { 200: listOf(PlatformChanged) },
      }),
      async (request) => {
        await requireOperator(db, request)
        const page = parse(Query, request.query)
        const all = merged(...(await Promise.all([history.changes(), reviews.changes()])))
        return pageOf(request.url, page, all.length, all.slice(page.offset, page.offset + page.limit))
      },
    )

    app.get(
      '/api/platform/failures/',
      describes({
        summary: 'How versions of remotes failed, with the places in their sources',
        actor: 'operator',
        query: Query,
        answers: { 200: listOf(PlatformFailure) },
      }),
      async (request) => {
        await requireOperator(db, request)
        const page = parse(Query, request.query)
        const { count, rows } = await listFailures(page)
        const results = await Promise.all(
          rows.map(async ({ frames, ...failure }) => ({ ...failure, frames: await stacks.map(frames) })),
        )
        return pageOf(request.url, page, count, results)
      },
    )

    app.post(
      '/api/platform/changes/',
      describes(
        {
          summary: 'Change what runs: make a version active or a canary, roll back, switch a remote off or on',
          actor: 'operator',
          body: PlatformChange,
          audit: 'what runs was changed',
          answers: { 200: PlatformState },
          refusals: [409],
        },
        perUser(changesPerMinute, minuteMs),
      ),
      async (request) => {
        const username = await requireOperatorsName(db, request)
        return platform.change(parse(PlatformChange, request.body ?? {}), username)
      },
    )
  }
}
