import { Entry, Heartbeat, Installed, SessionUuid, TokenRequest } from '@multiball/shared/schema'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import * as v from 'valibot'
import type { Games } from '../games/games.service'
import { parse } from '../http/parse'
import { perAddress } from '../http/rateLimit'
import { unauthorized } from '../http/refusals'
import type { Devices } from './devices.service'
import { quoteLongIntegers } from './exactJson'
import { requireSender } from './sender'
import { acceptUploads, readSessionLog } from './sessionLog'

export interface DevicesDependencies {
  devices: Devices
  games: Games
}

const minuteMs = 60_000
const tokensPerMinute = 600

const DeviceUuid = v.object({ uuid: SessionUuid })

/** Clients look for these words, and for this status: a 401 would stop them for good. */
const refuseUnpaired = (reply: FastifyReply) => reply.code(500).send({ detail: 'This device is not attached to a machine.' })

/** JSON bodies with every digit of a long integer kept. */
function parseJsonExactly(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, {})
    else parseJson(request, quoteLongIntegers(body), done)
  })
}

/** What machine-side clients call (docs/wire.md). */
export function devicesRoutes({ devices, games }: DevicesDependencies): FastifyPluginAsync {
  return async (app) => {
    parseJsonExactly(app)

    app.post('/api/stoken/', perAddress(tokensPerMinute, minuteMs), async (request) => ({
      stoken: await devices.authenticate(parse(TokenRequest, request.body)),
    }))

    app.post('/api/entry/', async (request, reply) => {
      const { venueMachineId } = requireSender(request)
      if (venueMachineId === null) return refuseUnpaired(reply)
      return games.record(venueMachineId, parse(Entry, request.body))
    })

    app.route({
      method: ['GET', 'POST'],
      url: '/api/heartbeat/',
      handler: async (request) => {
        const { venueMachineId } = requireSender(request)
        if (venueMachineId === null) return { unpaired: true }
        const { session_active } = parse(Heartbeat, { ...(request.body as object), ...(request.query as object) })
        return devices.heartbeat(venueMachineId, session_active)
      },
    })

    app.post('/api/installed/', async (request) => {
      const { deviceId, venueMachineId } = requireSender(request)
      await devices.installed(deviceId, venueMachineId, parse(Installed, request.body))
      return {}
    })

    app.get('/api/scorbitron_paired/:uuid/', async (request) => {
      if (request.actor.type !== 'device') throw unauthorized()
      return { shortcode: await devices.pairCode(request.actor.deviceId, parse(DeviceUuid, request.params).uuid) }
    })

    app.post('/api/scorbitron_unpair/', async (request) => {
      const { deviceId } = requireSender(request)
      if (deviceId !== undefined) await devices.detach(deviceId)
      return {}
    })

    await app.register(async (scope) => {
      await acceptUploads(scope)
      scope.post('/api/session_log/', async (request, reply) => {
        const { venueMachineId } = requireSender(request)
        if (venueMachineId === null) return refuseUnpaired(reply)
        const { sessionUuid, timeline } = await readSessionLog(request)
        await devices.keepTimeline(venueMachineId, sessionUuid, timeline)
        return {}
      })
    })
  }
}
