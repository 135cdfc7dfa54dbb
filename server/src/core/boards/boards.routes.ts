import { BoardUses, CustomBoard, listOf, ordering, paging, ViewerKey } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { requireUser } from '../../ground/http/auth'
import { siteOf } from '../../ground/http/cors'
import { describes } from '../../ground/http/operation'
import { pageOf } from '../../ground/http/page'
import { FlagText, idOf, IdText, KeyQuery, parse } from '../../ground/http/parse'
import { notFound, unauthorized } from '../../ground/http/refusals'
import { Boards } from './boards.service'
import type { BoardsDependencies } from './boards.service'
import { boardOrders } from './boards.store'
import type { BoardTypes } from './custom/types'
import { customKind, CustomInput } from './kinds'
import type { BoardKind } from './kinds'

const ListQuery = v.object({
  ...paging(1000),
  owner: v.optional(IdText),
  is_public: v.optional(FlagText),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(256))),
  ordering: v.optional(ordering(boardOrders), '-id'),
})

const sortOf = (order: string) =>
  ({
    column: order.replace('-', '') as (typeof boardOrders)[number],
    direction: order.startsWith('-') ? 'desc' : 'asc',
  }) as const

const owners = { actor: 'user', refusals: [403, 404] } as const

/** The boards whose calls these are: of one type, or of whatever type the address names. */
interface Calls {
  /** where the list is */
  list: string
  /** what a board is called, such as `scoreboard` */
  name: string
  /** by default with an s at its end */
  plural?: string
  input: BoardKind['input']
  answer: BoardKind['answer']
  /** Throws 404 for a type that there is not. */
  kindOf(request: FastifyRequest): Promise<BoardKind>
}

/** The calls of one board type, the same for every type. */
export const boardRoutes = (kind: BoardKind, dependencies: BoardsDependencies): FastifyPluginAsync =>
  callsOf(
    { list: `/api/${kind.type}/`, name: kind.type, input: kind.input, answer: kind.answer, kindOf: async () => kind },
    dependencies,
  )

/** The same calls of the types that remotes bring along, as the registry has them when they are called. */
export const customBoardRoutes = (
  types: Pick<BoardTypes, 'all' | 'get'>,
  dependencies: Omit<BoardsDependencies, 'types'>,
): FastifyPluginAsync =>
  callsOf(
    {
      list: '/api/board/:type/',
      name: 'board of a type from a remote',
      plural: 'boards of a type from a remote',
      input: CustomInput,
      answer: CustomBoard,
      async kindOf({ params }) {
        const type = await types.get((params as { type: string }).type)
        if (!type) throw notFound()
        return customKind(type)
      },
    },
    { ...dependencies, types },
  )

function callsOf(
  { list, name, plural = `${name}s`, input, answer, kindOf }: Calls,
  dependencies: BoardsDependencies,
): FastifyPluginAsync {
  const boardsOf = async (request: FastifyRequest) => new Boards(await kindOf(request), dependencies)
  const item = `${list}:id/`

  return async (app) => {
    app.get(
      list,
      describes({
        summary: `${plural}, the newest first`,
        actor: 'optional',
        scope: 'read',
        query: ListQuery,
        answers: { 200: listOf(answer) },
        refusals: [401],
      }),
      async (request) => {
        const {
          owner,
          is_public: isPublic,
          search,
          ordering: order = '-id',
          limit,
          offset,
        } = parse(ListQuery, request.query)
        const reader = request.actor.type === 'user' ? request.actor.userId : undefined
        // Asking for more than what is public takes a login, also so that an expired one is noticed.
        if (reader === undefined && isPublic !== true) throw unauthorized()
        const boards = await boardsOf(request)
        const { count, boards: found } = await boards.list({
          owner,
          isPublic,
          search,
          reader,
          ...sortOf(order),
          limit,
          offset,
        })
        return pageOf(request.url, { limit, offset }, count, found)
      },
    )

    app.post(
      list,
      describes({ summary: `Make a ${name}`, actor: 'user', scope: 'boards', body: input, answers: { 201: answer } }),
      async (request, reply) => {
        const owner = requireUser(request)
        return reply.code(201).send(await (await boardsOf(request)).create(owner, request.body))
      },
    )

    app.get(
      item,
      describes({
        summary: `One ${name}`,
        actor: 'optional',
        scope: 'read',
        query: KeyQuery,
        answers: { 200: answer },
        refusals: [404],
      }),
      async (request) =>
        (await boardsOf(request)).get(
          idOf(request),
          request.actor,
          parse(KeyQuery, request.query).key,
          siteOf(request.headers, app.publicOrigin),
        ),
    )

    app.put(
      item,
      describes({
        summary: `Change a ${name}; what is left out is back at its default`,
        body: input,
        ...owners,
        scope: 'boards',
        answers: { 200: answer },
      }),
      async (request) => {
        const owner = requireUser(request)
        return (await boardsOf(request)).replace(idOf(request), owner, request.body)
      },
    )

    app.patch(
      item,
      describes({
        summary: `Change some fields of a ${name}`,
        body: someOf(input),
        ...owners,
        scope: 'boards',
        answers: { 200: answer },
      }),
      async (request) => {
        const owner = requireUser(request)
        return (await boardsOf(request)).patch(idOf(request), owner, request.body)
      },
    )

    app.delete(
      item,
      describes({ summary: `Delete a ${name}`, ...owners, scope: 'boards', answers: { 204: null } }),
      async (request, reply) => {
        const owner = requireUser(request)
        await (await boardsOf(request)).remove(idOf(request), owner)
        return reply.code(204).send()
      },
    )

    app.get(
      `${item}used_by/`,
      describes({ summary: `The boards that show a ${name}`, ...owners, scope: 'read', answers: { 200: BoardUses } }),
      async (request) => {
        const owner = requireUser(request)
        return { results: await (await boardsOf(request)).uses(idOf(request), owner) }
      },
    )

    app.post(
      `${item}viewer_key/`,
      describes({
        summary: `Make a new viewer key of a ${name}; the old one opens nothing any more`,
        ...owners,
        scope: 'boards',
        audit: 'viewer key renewed',
        answers: { 200: ViewerKey },
      }),
      async (request) => {
        const owner = requireUser(request)
        return { key: await (await boardsOf(request)).renewKey(idOf(request), owner) }
      },
    )
  }
}

/** The same fields, none of them required. */
const someOf = (input: BoardKind['input']) =>
  v.partial(input.type === 'loose_object' ? v.looseObject(input.entries) : v.object(input.entries))
