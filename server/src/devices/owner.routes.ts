import { PairInput } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { requireUser } from '../http/auth'
import { idOf, parse } from '../http/parse'
import { perAddress } from '../http/rateLimit'
import type { Devices } from './devices.service'

const minuteMs = 60_000
/** Codes are six characters: not to be guessed. */
const pairingsPerMinute = 20

/** What an owner does with the devices of his machines. */
export function ownedDevicesRoutes({ devices }: { devices: Devices }): FastifyPluginAsync {
  return async (app) => {
    app.post('/api/venuemachine/:id/pair/', perAddress(pairingsPerMinute, minuteMs), async (request) => {
      const userId = requireUser(request)
      const { shortcode } = parse(PairInput, { shortcode: '', ...(request.body as object) })
      await devices.pair(idOf(request), userId, shortcode)
      return { paired: true }
    })

    app.post('/api/venuemachine/:id/unpair/', async (request) => {
      await devices.unpair(idOf(request), requireUser(request))
      return { paired: false }
    })

    app.post('/api/venuemachine/:id/device_key/', async (request, reply) => {
      const key = await devices.makeKey(idOf(request), requireUser(request))
      return reply.code(201).send({ key })
    })

    app.delete('/api/venuemachine/:id/device_key/', async (request, reply) => {
      await devices.revokeKey(idOf(request), requireUser(request))
      return reply.code(204).send()
    })
  }
}
