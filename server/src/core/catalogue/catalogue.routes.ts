import { CatalogueEntry, listOf, Machine, MachineGroup, ordering, paging } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { Tables } from '../../ground/database/tables'
import { AnswerCache, cacheFor, sendCached } from '../../ground/http/answerCache'
import { describes } from '../../ground/http/operation'
import { pageOf } from '../../ground/http/page'
import { FlagText, idOf, parse } from '../../ground/http/parse'
import { notFound } from '../../ground/http/refusals'
import { allGroups, allMachines, catalogueVersion, findMachine, ownMachines } from './catalogue.store'
import { answerOf, byName, Catalogue } from './entries'

const search = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(150)), '')

const common = { ...paging(5000), search, ordering: ordering(['name']) }
const MachineQuery = v.object({ ...common, groups: v.optional(FlagText, 'false') })
const GroupQuery = v.object(common)

/** Readers with machines of their own, whose indexes are kept. */
const mostReaders = 100

/** An import shows within this time. */
const keepMs = 5_000

type ListQuery = v.InferOutput<typeof GroupQuery>

/** One page; what was searched for stands best first, unless an order is asked for. */
function page<Row extends { name: string }>(
  url: string,
  { limit, offset, search: text, ordering: order }: ListQuery,
  found: Row[],
) {
  const rows = order === undefined || text === '' ? [...found] : found.toSorted(byName)
  if (order === '-name') rows.reverse()
  return pageOf(url, { limit, offset }, rows.length, rows.slice(offset, offset + limit))
}

/** The machines that exist in the world. Facts, open to everybody; what owners added by themselves only they are told. */
export function catalogueRoutes({
  db,
  answers = new AnswerCache(keepMs),
}: {
  db: Kysely<Tables>
  answers?: AnswerCache
}): FastifyPluginAsync {
  let newest: { version: string; catalogue: Catalogue } | undefined
  const read = async () => {
    const version = await catalogueVersion(db)
    if (newest?.version !== version)
      newest = { version, catalogue: new Catalogue(await allMachines(db), await allGroups(db)) }
    return newest.catalogue
  }
  const kept = new LRUCache<'catalogue', Catalogue>({ ...cacheFor(1, keepMs), fetchMethod: read })
  const catalogue = () => kept.forceFetch('catalogue')

  const ownKept = new LRUCache<number, { of: string; catalogue: Catalogue }>({ max: mostReaders })
  /** What a reader added by themselves; undefined for most. Kept until it differs: an index of thousands takes a second to make. */
  const ownOf = async ({ actor }: FastifyRequest) => {
    if (actor.type !== 'user') return undefined
    const own = await ownMachines(db, actor.userId)
    if (own.length === 0) return undefined
    const of = JSON.stringify(own)
    const known = ownKept.get(actor.userId)
    if (known?.of === of) return known.catalogue
    const catalogue = new Catalogue(own, [])
    ownKept.set(actor.userId, { of, catalogue })
    return catalogue
  }

  return async (app) => {
    app.get(
      '/api/machines/',
      describes({
        summary: 'Machine titles; with groups, the editions of a title as one entry',
        actor: 'optional',
        scope: 'read',
        query: MachineQuery,
        answers: { 200: listOf(CatalogueEntry), 304: null },
      }),
      async (request, reply) => {
        const query = parse(MachineQuery, request.query)
        const own = await ownOf(request)
        const make = async () => {
          const all = await catalogue()
          return page(
            request.url,
            query,
            query.groups ? all.findGrouped(query.search, own) : all.find(query.search, own).map(answerOf),
          )
        }
        if (own) return reply.header('cache-control', 'private, no-cache').send(await make())
        return sendCached(request, reply, await answers.get(request.url, make))
      },
    )

    app.get(
      '/api/machines/:id/',
      describes({
        summary: 'One machine title',
        actor: 'optional',
        scope: 'read',
        answers: { 200: Machine },
        refusals: [404],
      }),
      async (request) => {
        const machine = await findMachine(
          db,
          idOf(request),
          request.actor.type === 'user' ? request.actor.userId : undefined,
        )
        if (!machine) throw notFound()
        return answerOf(machine)
      },
    )

    app.get(
      '/api/machinegroups/',
      describes({
        summary: 'Groups of machine titles',
        actor: 'anyone',
        query: GroupQuery,
        answers: { 200: listOf(MachineGroup), 304: null },
      }),
      async (request, reply) => {
        const query = parse(GroupQuery, request.query)
        const made = await answers.get(request.url, async () =>
          page(
            request.url,
            query,
            (await catalogue()).findGroups(query.search).map(({ id, name, machines }) => ({ id, name, machines })),
          ),
        )
        return sendCached(request, reply, made)
      },
    )
  }
}
