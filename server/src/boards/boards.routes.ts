import { ordering, paging } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import * as v from 'valibot'
import { requireUser } from '../http/auth'
import { pageOf } from '../http/page'
import { idOf, parse } from '../http/parse'
import { FlagText, IdText, KeyQuery } from '../http/query'
import { unauthorized } from '../http/refusals'
import { Boards } from './boards.service'
import type { BoardsDependencies } from './boards.service'
import { boardOrders } from './boards.store'
import type { BoardKind, CommonInput } from './kind'

const ListQuery = v.object({
  ...paging(1000),
  owner: v.optional(IdText),
  is_public: v.optional(FlagText),
  ordering: v.optional(ordering(boardOrders), '-id'),
})

const sortOf = (order: string) =>
  ({ column: order.replace('-', '') as (typeof boardOrders)[number], direction: order.startsWith('-') ? 'desc' : 'asc' }) as const

/** The calls of one board type, the same for every type. */
export function boardRoutes<Input extends CommonInput, Row>(kind: BoardKind<Input, Row>, dependencies: BoardsDependencies): FastifyPluginAsync {
  const boards = new Boards(kind, dependencies)
  const list = `/api/${kind.type}/`
  const item = `${list}:id/`

  return async (app) => {
    app.get(list, async (request) => {
      const { owner, is_public: isPublic, ordering: order = '-id', limit, offset } = parse(ListQuery, request.query)
      const reader = request.actor.type === 'user' ? request.actor.userId : undefined
      // Asking for more than what is public takes a login, also so that an expired one is noticed.
      if (reader === undefined && isPublic !== true) throw unauthorized()
      const { count, boards: found } = await boards.list({ owner, isPublic, reader, ...sortOf(order), limit, offset })
      return pageOf(request.url, { limit, offset }, count, found)
    })

    app.post(list, async (request, reply) => reply.code(201).send(await boards.create(requireUser(request), request.body)))

    app.get(item, async (request) => boards.get(idOf(request), request.actor, parse(KeyQuery, request.query).key))

    app.put(item, async (request) => boards.replace(idOf(request), requireUser(request), request.body))

    app.patch(item, async (request) => boards.patch(idOf(request), requireUser(request), request.body))

    app.delete(item, async (request, reply) => {
      await boards.remove(idOf(request), requireUser(request))
      return reply.code(204).send()
    })

    app.post(`${item}viewer_key/`, async (request) => ({ key: await boards.renewKey(idOf(request), requireUser(request)) }))
  }
}
