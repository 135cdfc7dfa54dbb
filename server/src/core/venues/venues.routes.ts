import {
  AddedMachines,
  AddedMachinesInput,
  listOf,
  Machine,
  ordering,
  OwnMachineInput,
  OwnTitleInput,
  paging,
  Venue,
  VenueInput,
  VenueMachine,
  VenueMachineChange,
  VenueMachineInput,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { BoardChanges } from '../boards/changes'
import type { Tables } from '../../ground/database/tables'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { pageOf } from '../../ground/http/page'
import { idOf, IdText, KeyQuery, parse } from '../../ground/http/parse'
import { notFound } from '../../ground/http/refusals'
import {
  addListedMachines,
  addOwnMachine,
  addVenueMachine,
  changeOwnTitle,
  changeVenue,
  changeVenueMachine,
  removeVenue,
  removeVenueMachine,
  venueAnswer,
  venueMachineFor,
  venueMachinesFor,
} from './venues.service'
import type { Retirement } from './venues.service'
import { findOwner, findVenue, insertVenue, listVenues } from './venues.store'

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

const owners = { actor: 'user', refusals: [404] } as const

/** Venues, which are their owner's alone, and the machines in them. */
export function venuesRoutes({
  db,
  readDb = db,
  changes,
  retirement,
}: {
  db: Kysely<Tables>
  readDb?: Kysely<Tables>
  changes: BoardChanges
  retirement: Retirement
}): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/venue/',
      describes({
        summary: 'Your venues',
        actor: 'user',
        scope: 'read',
        query: VenueQuery,
        answers: { 200: listOf(Venue) },
      }),
      async (request) => {
        const userId = requireUser(request)
        const query = parse(VenueQuery, request.query)
        if ((query.owner ?? userId) !== userId) return pageOf(request.url, query, 0, [])
        const owner = await findOwner(db, userId)
        const { count, rows } = await listVenues(db, { ...query, ...orderOf(query.ordering), ownerId: userId })
        return pageOf(
          request.url,
          query,
          count,
          rows.map((row) => venueAnswer(row, owner)),
        )
      },
    )

    app.post(
      '/api/venue/',
      describes({ summary: 'Create a venue', actor: 'user', body: VenueInput, answers: { 201: Venue } }),
      async (request, reply) => {
        const userId = requireUser(request)
        const input = parse(VenueInput, { name: '', ...(request.body as object) })
        const venue = await insertVenue(db, userId, input)
        return reply.code(201).send(venueAnswer(venue, await findOwner(db, userId)))
      },
    )

    app.get(
      '/api/venue/:id/',
      describes({ summary: 'One venue', ...owners, scope: 'read', answers: { 200: Venue } }),
      async (request) => {
        const userId = requireUser(request)
        const venue = await findVenue(db, idOf(request), userId)
        if (!venue) throw notFound()
        return venueAnswer(venue, await findOwner(db, userId))
      },
    )

    app.put(
      '/api/venue/:id/',
      describes({ summary: 'Change a venue', ...owners, body: VenueInput, answers: { 200: Venue } }),
      async (request) => {
        const userId = requireUser(request)
        const id = idOf(request)
        if (!(await findVenue(db, id, userId))) throw notFound()
        const input = parse(VenueInput, { name: '', ...(request.body as object) })
        return venueAnswer(await changeVenue(db, changes, id, userId, input), await findOwner(db, userId))
      },
    )

    app.delete(
      '/api/venue/:id/',
      describes({
        summary: 'Delete a venue and its machines; their scores are kept',
        ...owners,
        answers: { 204: null },
      }),
      async (request, reply) => {
        const userId = requireUser(request)
        await removeVenue(db, idOf(request), userId, retirement)
        return reply.code(204).send()
      },
    )

    app.post(
      '/api/venue/:id/machines/',
      describes({
        summary: 'Add several machines to a venue, but for those that stand there',
        ...owners,
        body: AddedMachinesInput,
        answers: { 200: AddedMachines },
      }),
      async (request) => {
        const userId = requireUser(request)
        const id = idOf(request)
        if (!(await findVenue(db, id, userId))) throw notFound()
        return { added: await addListedMachines(db, userId, id, parse(AddedMachinesInput, request.body).machines) }
      },
    )

    app.get(
      '/api/venuemachine/',
      describes({
        summary: 'Your machines, and those on public scoreboards',
        actor: 'user',
        scope: 'read',
        query: VenueMachineQuery,
        answers: { 200: listOf(VenueMachine) },
      }),
      async (request) => {
        const reader = requireUser(request)
        const { venue: venueId, ...query } = parse(VenueMachineQuery, request.query)
        // A search may be some seconds old; a list of one's own is read right after it was changed.
        const isSearch = query.search !== '' && query.owner === undefined && venueId === undefined
        const { count, machines } = await venueMachinesFor(isSearch ? readDb : db, {
          ...query,
          ...orderOf(query.ordering),
          venueId,
          reader,
        })
        return pageOf(request.url, query, count, machines)
      },
    )

    app.post(
      '/api/venuemachine/',
      describes({
        summary: 'Add a machine to a venue',
        actor: 'user',
        body: VenueMachineInput,
        answers: { 201: VenueMachine },
      }),
      async (request, reply) => {
        const userId = requireUser(request)
        const id = await addVenueMachine(db, userId, parse(VenueMachineInput, request.body))
        return reply.code(201).send(await venueMachineFor(db, request.actor, id))
      },
    )

    app.post(
      '/api/venuemachine/own/',
      describes({
        summary: 'Add to a venue a machine that the catalogue does not have',
        actor: 'user',
        body: OwnMachineInput,
        answers: { 201: VenueMachine },
      }),
      async (request, reply) => {
        const userId = requireUser(request)
        const id = await addOwnMachine(
          db,
          userId,
          parse(OwnMachineInput, { name: '', manufacturer: '', ...(request.body as object) }),
        )
        return reply.code(201).send(await venueMachineFor(db, request.actor, id))
      },
    )

    app.put(
      '/api/machines/:id/',
      describes({
        summary: 'Change the description of a machine of your own',
        ...owners,
        body: OwnTitleInput,
        answers: { 200: Machine },
      }),
      async (request) => {
        const userId = requireUser(request)
        const described = parse(OwnTitleInput, { name: '', manufacturer: '', ...(request.body as object) })
        return changeOwnTitle(db, changes, idOf(request), userId, described)
      },
    )

    app.get(
      '/api/venuemachine/:id/',
      describes({
        summary: 'One machine and its venue',
        actor: 'optional',
        scope: 'read',
        query: KeyQuery,
        answers: { 200: VenueMachine },
        refusals: [404],
      }),
      async (request) => venueMachineFor(db, request.actor, idOf(request), parse(KeyQuery, request.query).key),
    )

    app.patch(
      '/api/venuemachine/:id/',
      describes({
        summary: 'Set whether other people’s leaderboards count a machine',
        ...owners,
        body: VenueMachineChange,
        answers: { 200: VenueMachine },
      }),
      async (request) => {
        const userId = requireUser(request)
        const id = idOf(request)
        await changeVenueMachine(db, changes, id, userId, parse(VenueMachineChange, request.body))
        return venueMachineFor(db, request.actor, id)
      },
    )

    app.delete(
      '/api/venuemachine/:id/',
      describes({ summary: 'Remove a machine from its venue; its scores are kept', ...owners, answers: { 204: null } }),
      async (request, reply) => {
        const userId = requireUser(request)
        await removeVenueMachine(db, idOf(request), userId, retirement)
        return reply.code(204).send()
      },
    )
  }
}
