import {
  GuestLink,
  GuestScores,
  GuestScoresInput,
  Nothing,
  VenueGuestScores,
  VenueGuestScoresChange,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import { requireUser } from '../../../ground/http/auth'
import { perAddress } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { idOf, KeyQuery, parse, parseId } from '../../../ground/http/parse'
import { conflict, notFound } from '../../../ground/http/refusals'
import { findVenue } from '../../venues/venues.store'
import { playerOf } from '../claimers'
import type { MachineScores } from '../scores.service'
import type { DayCodes } from './dayCodes'
import {
  changeVenueSettings,
  findGuestScores,
  findLinkOf,
  readVenueSettings,
  renewCode,
  revokeAlways,
  setMode,
} from './guestLinks.store'

interface GuestLinksDependencies {
  db: Kysely<Tables>
  scores: Pick<MachineScores, 'isVouchedFor'>
  dayCodes: DayCodes
}

const minuteMs = 60_000
/** the screens of a venue share an address */
const linksPerMinute = 600
const neverOn = 'This machine has no link yet. Switch guests’ scores on first.'

const owners = { actor: 'user', refusals: [404] } as const

/** How machines and venues take guests' scores, for their owner; and the link for walls. */
export function guestLinksRoutes({ db, scores, dayCodes }: GuestLinksDependencies): FastifyPluginAsync {
  async function machineAnswer(id: number, ownerId: number): Promise<GuestScores> {
    const found = await findGuestScores(db, id, ownerId)
    if (!found) throw notFound()
    return found
  }

  async function requireVenue(id: number, ownerId: number): Promise<void> {
    if (!(await findVenue(db, id, ownerId))) throw notFound()
  }

  async function venueAnswer(id: number): Promise<VenueGuestScores> {
    const { always, ...settings } = await readVenueSettings(db, id)
    const { code, until } = await dayCodes.today(id)
    return {
      ...settings,
      day_code: code,
      day_code_until: until.toISOString(),
      always: always.map(({ player, since }) => ({ user: playerOf(player), since: since.toISOString() })),
    }
  }

  return async (app) => {
    app.get(
      '/api/venuemachine/:id/guest_scores/',
      describes({ summary: 'How your machine takes scores of guests', ...owners, answers: { 200: GuestScores } }),
      async (request) => machineAnswer(idOf(request), requireUser(request)),
    )

    app.put(
      '/api/venuemachine/:id/guest_scores/',
      describes({
        summary: 'Switch scores of guests on your machine: off, after your yes, or at once',
        ...owners,
        body: GuestScoresInput,
        audit: 'guests’ scores of a machine switched',
        answers: { 200: GuestScores },
      }),
      async (request) => {
        const [ownerId, id] = [requireUser(request), idOf(request)]
        await machineAnswer(id, ownerId)
        await setMode(db, [id], parse(GuestScoresInput, request.body).mode)
        return machineAnswer(id, ownerId)
      },
    )

    app.post(
      '/api/venuemachine/:id/guest_scores/code/',
      describes({
        summary: 'Give your machine a new link for guests; the one before leads nowhere from then on',
        actor: 'user',
        body: Nothing,
        audit: 'link for guests renewed',
        answers: { 200: GuestScores },
        refusals: [404, 409],
      }),
      async (request) => {
        const [ownerId, id] = [requireUser(request), idOf(request)]
        if ((await machineAnswer(id, ownerId)).code === null) throw conflict(neverOn)
        await renewCode(db, id)
        return machineAnswer(id, ownerId)
      },
    )

    app.get(
      '/api/venuemachine/:id/guest_link/',
      describes(
        {
          summary: 'The link for guests of a machine, for screens that its owner vouches for, where walls show it',
          actor: 'optional',
          query: KeyQuery,
          answers: { 200: GuestLink },
          refusals: [404],
        },
        perAddress(linksPerMinute, minuteMs),
      ),
      async (request, reply): Promise<GuestLink> => {
        const id = idOf(request)
        if (!(await scores.isVouchedFor(id, request.actor, parse(KeyQuery, request.query).key))) throw notFound()
        const link = await findLinkOf(db, id)
        reply.header('cache-control', 'no-store')
        if (!link?.on_walls) return { code: null, day_code: null }
        return { code: link.code, day_code: link.asks_day_code ? (await dayCodes.today(link.venue_id)).code : null }
      },
    )

    app.get(
      '/api/venue/:id/guest_scores/',
      describes({ summary: 'How your venue takes scores of guests', ...owners, answers: { 200: VenueGuestScores } }),
      async (request) => {
        const [ownerId, id] = [requireUser(request), idOf(request)]
        await requireVenue(id, ownerId)
        return venueAnswer(id)
      },
    )

    app.patch(
      '/api/venue/:id/guest_scores/',
      describes({
        summary:
          'Set whether a code of the day is asked for, whether walls show links, and how all its machines take scores of guests',
        ...owners,
        body: VenueGuestScoresChange,
        audit: 'guests’ scores of a venue changed',
        answers: { 200: VenueGuestScores },
      }),
      async (request) => {
        const [ownerId, id] = [requireUser(request), idOf(request)]
        await requireVenue(id, ownerId)
        await changeVenueSettings(db, id, parse(VenueGuestScoresChange, request.body))
        return venueAnswer(id)
      },
    )

    app.delete(
      '/api/venue/:id/guest_scores/:user/',
      describes({
        summary: 'Let scores of an account wait for your yes again',
        ...owners,
        audit: 'account needs a yes again',
        answers: { 204: null },
      }),
      async (request, reply) => {
        const [ownerId, id] = [requireUser(request), idOf(request)]
        await requireVenue(id, ownerId)
        await revokeAlways(db, id, parseId((request.params as { user: string }).user))
        return reply.code(204).send()
      },
    )
  }
}
