import { CatalogueEntry, listOf, Machine, MachineGroup, ordering, paging } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database/tables'
import { AnswerCache, sendCached } from '../http/answerCache'
import { describes } from '../http/operation'
import { pageOf } from '../http/page'
import { FlagText, idOf, parse } from '../http/parse'
import { notFound } from '../http/refusals'
import { allGroups, allMachines, findMachine } from './catalogue.store'
import { groupedEntries, machineEntries, matches } from './entries'

const search = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(150)), '')

const common = { ...paging(5000), search, ordering: v.optional(ordering(['name']), 'name') }
const MachineQuery = v.object({ ...common, groups: v.optional(FlagText, 'false') })
const GroupQuery = v.object(common)

/** An import shows after so long at the latest. */
const keepMs = 5_000

/** One page of what is sorted by name. */
function page<Row>(url: string, { limit, offset, ordering: order }: { limit: number; offset: number; ordering?: string }, byName: Row[]) {
  const rows = order === '-name' ? [...byName].reverse() : byName
  return pageOf(url, { limit, offset }, rows.length, rows.slice(offset, offset + limit))
}

/** The machines that exist in the world. Facts, open to everybody. */
export function catalogueRoutes({ db, answers = new AnswerCache(keepMs) }: { db: Kysely<Tables>; answers?: AnswerCache }): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/machines/',
      describes({ summary: 'Machine titles; with groups, the editions of a title as one entry', actor: 'anyone', query: MachineQuery, answers: { 200: listOf(CatalogueEntry), 304: null } }),
      async (request, reply) => {
        const query = parse(MachineQuery, request.query)
        const made = await answers.get(request.url, async () => {
          const machines = await allMachines(db)
          const entries = query.groups ? groupedEntries(machines, await allGroups(db), query.search) : machineEntries(machines, query.search)
          return page(request.url, query, entries)
        })
        return sendCached(request, reply, made)
      },
    )

    app.get('/api/machines/:id/', describes({ summary: 'One machine title', actor: 'anyone', answers: { 200: Machine }, refusals: [404] }), async (request) => {
      const machine = await findMachine(db, idOf(request))
      if (!machine) throw notFound()
      const { group_id: _group, ...answer } = machine
      return answer
    })

    app.get(
      '/api/machinegroups/',
      describes({ summary: 'Groups of machine titles', actor: 'anyone', query: GroupQuery, answers: { 200: listOf(MachineGroup), 304: null } }),
      async (request, reply) => {
        const query = parse(GroupQuery, request.query)
        const made = await answers.get(request.url, async () => page(request.url, query, (await allGroups(db)).filter(({ name }) => matches(query.search, name))))
        return sendCached(request, reply, made)
      },
    )
  }
}
