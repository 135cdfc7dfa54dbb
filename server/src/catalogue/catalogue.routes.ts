import { paging } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database/tables'
import { pageOf } from '../http/page'
import { idOf, parse } from '../http/parse'
import { notFound } from '../http/refusals'
import { allGroups, allMachines, findMachine } from './catalogue.store'
import { groupedEntries, machineEntries, matches } from './entries'

const search = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(150)), '')

const MachineQuery = v.object({ ...paging(5000), search, groups: v.optional(v.picklist(['true', 'false'], 'true or false is expected'), 'false') })
const GroupQuery = v.object({ ...paging(5000), search })

/** The machines that exist in the world. Facts, open to everybody. */
export function catalogueRoutes({ db }: { db: Kysely<Tables> }): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/machines/', async (request) => {
      const query = parse(MachineQuery, request.query)
      const machines = await allMachines(db)
      const entries = query.groups === 'true' ? groupedEntries(machines, await allGroups(db), query.search) : machineEntries(machines, query.search)
      return pageOf(request.url, query, entries.length, entries.slice(query.offset, query.offset + query.limit))
    })

    app.get('/api/machines/:id/', async (request) => {
      const machine = await findMachine(db, idOf(request))
      if (!machine) throw notFound()
      const { group_id: _group, ...answer } = machine
      return answer
    })

    app.get('/api/machinegroups/', async (request) => {
      const query = parse(GroupQuery, request.query)
      const groups = (await allGroups(db)).filter(({ name }) => matches(query.search, name))
      return pageOf(request.url, query, groups.length, groups.slice(query.offset, query.offset + query.limit))
    })
  }
}
