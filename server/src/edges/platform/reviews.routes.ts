import { NewReviewLink, ReviewLinkInput, ReviewLinks } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import { requireOperator, requireOperatorsName } from '../../core/accounts/operators.routes'
import type { Tables } from '../../ground/database/tables'
import { perUser } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { idOf, parse } from '../../ground/http/parse'
import type { Reviews } from './reviews.service'

const linksPerMinute = 20
const minuteMs = 60_000

/** Links for reviewers, as operators make and withdraw them. Where they lead is with the pages. */
export function reviewsRoutes({ db, reviews }: { db: Kysely<Tables>; reviews: Reviews }): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/platform/reviews/',
      describes({ summary: 'Links for reviewers that still open', actor: 'operator', answers: { 200: ReviewLinks } }),
      async (request) => {
        await requireOperator(db, request)
        return { links: await reviews.list() }
      },
    )

    app.post(
      '/api/platform/reviews/',
      describes(
        {
          summary: 'Make a link that shows a reviewer one version of a remote, for at most a week',
          actor: 'operator',
          body: ReviewLinkInput,
          audit: 'link for a reviewer made',
          answers: { 201: NewReviewLink },
          refusals: [409],
        },
        perUser(linksPerMinute, minuteMs),
      ),
      async (request, reply) => {
        const username = await requireOperatorsName(db, request)
        return reply.code(201).send(await reviews.make(parse(ReviewLinkInput, request.body ?? {}), username))
      },
    )

    app.delete(
      '/api/platform/reviews/:id/',
      describes({
        summary: 'Withdraw a link for a reviewer',
        actor: 'operator',
        audit: 'link for a reviewer withdrawn',
        answers: { 204: null },
      }),
      async (request, reply) => {
        const username = await requireOperatorsName(db, request)
        await reviews.withdraw(idOf(request), username)
        return reply.code(204).send()
      },
    )
  }
}
