import {
  Bridge,
  BridgeCodeInput,
  BridgeInput,
  BridgeReport,
  Bridges,
  BridgeSignOn,
  EventboardInput,
  FeedKey,
  BridgeState,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { requireUser } from '../../ground/http/auth'
import { perAddress, perUser } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { idOf, parse } from '../../ground/http/parse'
import { unauthorized } from '../../ground/http/refusals'
import type { BridgeSignOns } from './bridges.service'

const minuteMs = 60_000
const codesPerMinute = 60
/** A bridge asks every 3 to 15 s, and when it finds something. */
const reportsPerMinute = 600
/** Codes are six characters: not to be guessed. */
const signOnsPerMinute = 20

/** The key of a bridge, which is neither a user's nor a device's. */
const keyOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bridge +(\S{1,128})$/i.exec(headers.authorization ?? '')?.[1]

/** What bridges ask, and what owners do with them. */
export function bridgesRoutes({ bridges }: { bridges: BridgeSignOns }): FastifyPluginAsync {
  return async (app) => {
    app.post(
      '/api/bridge/code/',
      describes(
        {
          summary: 'Get a code for a bridge to show, and its key; with a key, a new code',
          actor: 'anyone',
          body: BridgeCodeInput,
          answers: { 201: BridgeSignOn },
        },
        perAddress(codesPerMinute, minuteMs),
      ),
      async (request, reply) => {
        const { name } = parse(BridgeCodeInput, { name: '', ...(request.body as object) })
        return reply.code(201).send(await bridges.newCode(keyOf(request), name))
      },
    )

    app.put(
      '/api/bridge/',
      describes(
        {
          summary: 'Say which machines a bridge has found; answers what their owner accepted',
          actor: 'bridge',
          body: BridgeReport,
          answers: { 200: BridgeState },
        },
        perAddress(reportsPerMinute, minuteMs),
      ),
      async (request) => {
        const key = keyOf(request)
        if (!key) throw unauthorized('Bridge')
        return bridges.report(key, parse(BridgeReport, request.body))
      },
    )

    app.post(
      '/api/bridge/eventboard/',
      describes(
        {
          summary: 'Get a new feed key of an eventboard of the venue’s owner; the old one stops working',
          actor: 'bridge',
          body: EventboardInput,
          audit: 'feed key renewed',
          answers: { 200: FeedKey },
          refusals: [403, 404],
        },
        perAddress(codesPerMinute, minuteMs),
      ),
      async (request) => {
        const key = keyOf(request)
        if (!key) throw unauthorized('Bridge')
        return { key: await bridges.eventboardKey(key, parse(EventboardInput, request.body).board) }
      },
    )

    app.get(
      '/api/bridge/',
      describes({
        summary: 'Your bridges, and the machines that they found',
        actor: 'user',
        answers: { 200: Bridges },
      }),
      async (request) => ({ bridges: await bridges.list(requireUser(request)) }),
    )

    app.post(
      '/api/bridge/',
      describes(
        {
          summary: 'Connect the bridge showing this code with a venue',
          actor: 'user',
          body: BridgeInput,
          audit: 'bridge connected',
          answers: { 201: Bridge },
        },
        perUser(signOnsPerMinute, minuteMs),
      ),
      async (request, reply) => {
        const userId = requireUser(request)
        return reply
          .code(201)
          .send(await bridges.add(userId, parse(BridgeInput, { code: '', ...(request.body as object) })))
      },
    )

    app.delete(
      '/api/bridge/:id/',
      describes({
        summary: 'Remove a bridge; it shows a code again',
        actor: 'user',
        refusals: [404],
        audit: 'bridge removed',
        answers: { 204: null },
      }),
      async (request, reply) => {
        await bridges.remove(idOf(request), requireUser(request))
        return reply.code(204).send()
      },
    )
  }
}
