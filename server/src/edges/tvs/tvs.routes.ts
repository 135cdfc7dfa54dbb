import {
  FollowInput,
  Followers,
  listOf,
  PairTvInput,
  paging,
  ReplaceTvInput,
  SoundReport,
  SoundTrialInput,
  Tv,
  TvInput,
  TvPairing,
  TvState,
  TvStateQuery,
  UnfollowInput,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { pageOf } from '../../ground/http/page'
import { idOf, IdText, parse } from '../../ground/http/parse'
import { perAddress, perUser } from '../../ground/http/limits'
import { unauthorized } from '../../ground/http/refusals'
import type { Tvs } from './tvs.service'

const minuteMs = 60_000
/** a hall of TVs behind one address that come up together */
const codesPerMinute = 60
/** Codes are six characters: not to be guessed. */
const pairingsPerMinute = 20

const owners = { actor: 'user', refusals: [404] } as const
const TvQuery = v.object({ ...paging(500), venuemachine: v.optional(IdText) })

/** The token of a TV, which is neither a user's nor a device's. */
const tvTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^TvToken +(\S{1,128})$/i.exec(headers.authorization ?? '')?.[1]

/** What TVs ask, and what their owners do with them. */
export function tvsRoutes({ tvs }: { tvs: Tvs }): FastifyPluginAsync {
  return async (app) => {
    // Settings of the screen go with it.
    app.get('/tv', async ({ url }, reply) =>
      reply.header('cache-control', 'no-store').redirect(`/viewer/tv${new URL(url, 'http://page').search}`, 302),
    )

    app.post(
      '/api/tv/code/',
      describes(
        {
          summary: 'Get a code for a TV to show, and its token; with a waiting token, a new code',
          actor: 'anyone',
          answers: { 201: TvPairing },
          refusals: [409],
        },
        perAddress(codesPerMinute, minuteMs),
      ),
      async (request, reply) => reply.code(201).send(await tvs.newCode(tvTokenOf(request))),
    )

    app.get(
      '/api/tv/state/',
      describes({
        summary: 'What a TV should show; with the version it has, answered once there is a newer one',
        actor: 'tv',
        query: TvStateQuery,
        answers: { 200: TvState },
      }),
      async (request, reply) => {
        const token = tvTokenOf(request)
        if (!token) throw unauthorized()
        const { version } = parse(TvStateQuery, request.query)
        return tvs.state(token, version, (forget) => reply.raw.once('close', forget))
      },
    )

    app.post(
      '/api/tv/sound/',
      describes(
        {
          summary: 'Say whether the browser of a TV forbids sounds',
          actor: 'tv',
          body: SoundReport,
          answers: { 204: null },
        },
        perAddress(codesPerMinute, minuteMs),
      ),
      async (request, reply) => {
        const token = tvTokenOf(request)
        if (!token) throw unauthorized()
        await tvs.noteSound(token, parse(SoundReport, request.body).is_forbidden)
        return reply.code(204).send()
      },
    )

    app.get(
      '/api/tv/',
      describes({ summary: 'Your TVs', actor: 'user', scope: 'read', query: TvQuery, answers: { 200: listOf(Tv) } }),
      async (request) => {
        const userId = requireUser(request)
        const query = parse(TvQuery, request.query)
        const { count, tvs: found } = await tvs.list(userId, query)
        return pageOf(request.url, query, count, found)
      },
    )

    app.post(
      '/api/tv/',
      describes(
        {
          summary: 'Pair the TV showing this code',
          actor: 'user',
          scope: 'tvs',
          body: PairTvInput,
          audit: 'TV paired',
          answers: { 201: Tv },
        },
        perUser(pairingsPerMinute, minuteMs),
      ),
      async (request, reply) => {
        const userId = requireUser(request)
        const input = parse(PairTvInput, { code: '', name: '', board: null, ...(request.body as object) })
        return reply.code(201).send(await tvs.pair(userId, input))
      },
    )

    app.post(
      '/api/tv/follow/',
      describes({
        summary: 'Show a board on several TVs until it is over, then their own again',
        actor: 'user',
        scope: 'tvs',
        body: FollowInput,
        audit: 'TVs follow a board',
        answers: { 200: Followers },
      }),
      async (request) => {
        const userId = requireUser(request)
        const { board, tvs: ids } = parse(FollowInput, { board: null, tvs: [], ...(request.body as object) })
        return { tvs: await tvs.follow(userId, ids, board) }
      },
    )

    app.post(
      '/api/tv/unfollow/',
      describes({
        summary: 'Show their own boards on several TVs again',
        actor: 'user',
        scope: 'tvs',
        body: UnfollowInput,
        answers: { 200: Followers },
      }),
      async (request) => {
        const userId = requireUser(request)
        const { tvs: ids } = parse(UnfollowInput, { tvs: [], ...(request.body as object) })
        return { tvs: await tvs.follow(userId, ids, undefined) }
      },
    )

    app.get(
      '/api/tv/:id/',
      describes({ summary: 'One TV', ...owners, scope: 'read', answers: { 200: Tv } }),
      async (request) => tvs.get(idOf(request), requireUser(request)),
    )

    app.put(
      '/api/tv/:id/',
      describes({
        summary: 'Change the name, board or screen of a TV',
        ...owners,
        scope: 'tvs',
        body: TvInput,
        answers: { 200: Tv },
      }),
      async (request) => {
        const userId = requireUser(request)
        const id = idOf(request)
        await tvs.get(id, userId)
        return tvs.change(id, userId, parse(TvInput, { name: '', board: null, ...(request.body as object) }))
      },
    )

    app.delete(
      '/api/tv/:id/',
      describes({
        summary: 'Remove a TV; it shows a code again',
        ...owners,
        scope: 'tvs',
        audit: 'TV removed',
        answers: { 204: null },
      }),
      async (request, reply) => {
        await tvs.remove(idOf(request), requireUser(request))
        return reply.code(204).send()
      },
    )

    app.post(
      '/api/tv/:id/pair/',
      describes(
        {
          summary: 'Replace this TV with the one showing this code, keeping its name and board',
          ...owners,
          scope: 'tvs',
          body: ReplaceTvInput,
          answers: { 200: Tv },
        },
        perUser(pairingsPerMinute, minuteMs),
      ),
      async (request) => {
        const userId = requireUser(request)
        const id = idOf(request)
        await tvs.get(id, userId)
        const { code } = parse(ReplaceTvInput, { code: '', ...(request.body as object) })
        return tvs.replace(id, userId, code)
      },
    )

    app.post(
      '/api/tv/:id/sound/',
      describes({
        summary: 'Have a TV play its sound once',
        ...owners,
        scope: 'tvs',
        body: SoundTrialInput,
        answers: { 204: null },
      }),
      async (request, reply) => {
        const userId = requireUser(request)
        const id = idOf(request)
        await tvs.get(id, userId)
        await tvs.trySound(id, userId, parse(SoundTrialInput, request.body).volume)
        return reply.code(204).send()
      },
    )

    for (const [step, what, summary] of [
      ['reload', 'reloads', 'Have a TV load its page again'],
      ['identify', 'identifies', 'Have a TV show its name for a moment'],
    ] as const) {
      app.post(
        `/api/tv/:id/${step}/`,
        describes({ summary, ...owners, scope: 'tvs', answers: { 204: null } }),
        async (request, reply) => {
          await tvs.request(idOf(request), requireUser(request), what)
          return reply.code(204).send()
        },
      )
    }
  }
}
