import { ordering, paging, VenueInput, VenueMachineInput } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { BoardChanges } from '../boards/changes'
import type { Tables } from '../database/tables'
import { requireUser } from '../http/auth'
import { pageOf } from '../http/page'
import { idOf, parse } from '../http/parse'
import { IdText } from '../http/query'
import { notFound } from '../http/refusals'
import { addVenueMachine, changeVenue, removeVenue, removeVenueMachine, venueAnswer, venueMachineAnswer, venueMachineFor } from './venues.service'
import { findOwner, findVenue, insertVenue, listVenueMachines, listVenues } from './venues.store'

const listQuery = (maxLimit: number) => ({
  ...paging(maxLimit),
  owner: v.optional(IdText),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(150)), ''),
  ordering: v.optional(ordering(['id', 'name']), 'name'),
})
const VenueQuery = v.object(listQuery(1000))
const VenueMachineQuery = v.object({ ...listQuery(1000), venue: v.optional(IdText) })

const orderOf = (order: string | undefined) =>
  ({ column: order?.endsWith('id') ? 'id' : 'name', direction: order?.startsWith('-') ? 'desc' : 'asc' }) as const

/** Venues and the machines in them. Lists are of one's own, whatever `owner` says. */
export function venuesRoutes({ db, changes }: { db: Kysely<Tables>; changes: BoardChanges }): FastifyPluginAsync {
  const own = <Query extends { owner?: number; ordering?: string }>(request: FastifyRequest, query: Query) => {
    const ownerId = requireUser(request)
    return { ...query, ...orderOf(query.ordering), ownerId, isOthers: query.owner !== undefined && query.owner !== ownerId }
  }

  return async (app) => {
    app.get('/api/venue/', async (request) => {
      const query = own(request, parse(VenueQuery, request.query))
      if (query.isOthers) return pageOf(request.url, query, 0, [])
      const owner = await findOwner(db, query.ownerId)
      const { count, rows } = await listVenues(db, query)
      return pageOf(request.url, query, count, rows.map((row) => venueAnswer(row, owner)))
    })

    app.post('/api/venue/', async (request, reply) => {
      const userId = requireUser(request)
      const { name } = parse(VenueInput, { name: '', ...(request.body as object) })
      const venue = await insertVenue(db, userId, name)
      return reply.code(201).send(venueAnswer(venue, await findOwner(db, userId)))
    })

    app.get('/api/venue/:id/', async (request) => {
      const userId = requireUser(request)
      const venue = await findVenue(db, idOf(request), userId)
      if (!venue) throw notFound()
      return venueAnswer(venue, await findOwner(db, userId))
    })

    app.put('/api/venue/:id/', async (request) => {
      const userId = requireUser(request)
      const id = idOf(request)
      if (!(await findVenue(db, id, userId))) throw notFound()
      const { name } = parse(VenueInput, { name: '', ...(request.body as object) })
      return venueAnswer(await changeVenue(db, changes, id, userId, name), await findOwner(db, userId))
    })

    app.delete('/api/venue/:id/', async (request, reply) => {
      const userId = requireUser(request)
      await removeVenue(db, idOf(request), userId)
      return reply.code(204).send()
    })

    app.get('/api/venuemachine/', async (request) => {
      const { venue: venueId, ...query } = own(request, parse(VenueMachineQuery, request.query))
      if (query.isOthers) return pageOf(request.url, query, 0, [])
      const owner = await findOwner(db, query.ownerId)
      const { count, rows } = await listVenueMachines(db, { ...query, venueId })
      return pageOf(request.url, query, count, rows.map((row) => venueMachineAnswer(row, owner, true)))
    })

    app.post('/api/venuemachine/', async (request, reply) => {
      const userId = requireUser(request)
      const id = await addVenueMachine(db, userId, parse(VenueMachineInput, request.body))
      return reply.code(201).send(await venueMachineFor(db, request.actor, id))
    })

    app.get('/api/venuemachine/:id/', async (request) => venueMachineFor(db, request.actor, idOf(request)))

    app.delete('/api/venuemachine/:id/', async (request, reply) => {
      const userId = requireUser(request)
      await removeVenueMachine(db, idOf(request), userId)
      return reply.code(204).send()
    })
  }
}
