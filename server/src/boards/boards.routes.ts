import { BoardUses, listOf, ordering, paging, ViewerKey } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import * as v from 'valibot'
import { requireUser } from '../http/auth'
import { siteOf } from '../http/cors'
import { describes } from '../http/operation'
import { pageOf } from '../http/page'
import { idOf, parse } from '../http/parse'
import { FlagText, IdText, KeyQuery } from '../http/query'
import { unauthorized } from '../http/refusals'
import { Boards } from './boards.service'
import type { BoardsDependencies } from './boards.service'
import { boardOrders } from './boards.store'
import type { BoardKind } from './kind'

const ListQuery = v.object({
  ...paging(1000),
  owner: v.optional(IdText),
  is_public: v.optional(FlagText),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(256))),
  ordering: v.optional(ordering(boardOrders), '-id'),
})

const sortOf = (order: string) =>
  ({ column: order.replace('-', '') as (typeof boardOrders)[number], direction: order.startsWith('-') ? 'desc' : 'asc' }) as const

const owners = { actor: 'user', refusals: [403, 404] } as const

/** The calls of one board type, the same for every type. */
export function boardRoutes(kind: BoardKind, dependencies: BoardsDependencies): FastifyPluginAsync {
  const boards = new Boards(kind, dependencies)
  const list = `/api/${kind.type}/`
  const item = `${list}:id/`

  return async (app) => {
    app.get(
      list,
      describes({ summary: `${kind.type}s, the newest first`, actor: 'optional', query: ListQuery, answers: { 200: listOf(kind.answer) }, refusals: [401] }),
      async (request) => {
        const { owner, is_public: isPublic, search, ordering: order = '-id', limit, offset } = parse(ListQuery, request.query)
        const reader = request.actor.type === 'user' ? request.actor.userId : undefined
        // Asking for more than what is public takes a login, also so that an expired one is noticed.
        if (reader === undefined && isPublic !== true) throw unauthorized()
        const { count, boards: found } = await boards.list({ owner, isPublic, search, reader, ...sortOf(order), limit, offset })
        return pageOf(request.url, { limit, offset }, count, found)
      },
    )

    app.post(
      list,
      describes({ summary: `Make a ${kind.type}`, actor: 'user', body: kind.input, answers: { 201: kind.answer } }),
      async (request, reply) => reply.code(201).send(await boards.create(requireUser(request), request.body)),
    )

    app.get(
      item,
      describes({ summary: `One ${kind.type}`, actor: 'optional', query: KeyQuery, answers: { 200: kind.answer }, refusals: [404] }),
      async (request) => boards.get(idOf(request), request.actor, parse(KeyQuery, request.query).key, siteOf(request.headers, app.publicOrigin)),
    )

    app.put(
      item,
      describes({ summary: `Change a ${kind.type}; what is left out is back at its default`, body: kind.input, ...owners, answers: { 200: kind.answer } }),
      async (request) => boards.replace(idOf(request), requireUser(request), request.body),
    )

    app.patch(
      item,
      describes({ summary: `Change some fields of a ${kind.type}`, body: v.partial(v.object(kind.input.entries)), ...owners, answers: { 200: kind.answer } }),
      async (request) => boards.patch(idOf(request), requireUser(request), request.body),
    )

    app.delete(item, describes({ summary: `Delete a ${kind.type}`, ...owners, answers: { 204: null } }), async (request, reply) => {
      await boards.remove(idOf(request), requireUser(request))
      return reply.code(204).send()
    })

    app.get(
      `${item}used_by/`,
      describes({ summary: `The boards that show a ${kind.type}`, ...owners, answers: { 200: BoardUses } }),
      async (request) => ({ results: await boards.uses(idOf(request), requireUser(request)) }),
    )

    app.post(
      `${item}viewer_key/`,
      describes({ summary: `Make a new viewer key of a ${kind.type}; the old one opens nothing any more`, ...owners, audit: 'viewer key renewed', answers: { 200: ViewerKey } }),
      async (request) => ({ key: await boards.renewKey(idOf(request), requireUser(request)) }),
    )
  }
}
