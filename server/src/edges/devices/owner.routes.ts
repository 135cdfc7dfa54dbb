import { DeviceKey, PairInput } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../ground/database/tables'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { idOf, parse } from '../../ground/http/parse'
import { perAddress } from '../../ground/http/limits'
import type { Devices } from './devices.service'
import type { TestGames } from './testGames'

const minuteMs = 60_000
/** Against guessing: codes have six characters, and some clients derive their uuid from what others can know. */
const pairingsPerMinute = 20
const testGamesPerMinute = 30

const owners = { actor: 'user', refusals: [404] } as const
const Paired = v.object({ paired: v.boolean() })
const TestGame = v.object({ game: v.number(), seconds: v.number() })

interface OwnedDevicesDependencies {
  /** counts attempts at pairing */
  db: Kysely<Tables>
  devices: Devices
  testGames: TestGames
}

/** What owners do with the devices of their machines. */
export function ownedDevicesRoutes({ db, devices, testGames }: OwnedDevicesDependencies): FastifyPluginAsync {
  return async (app) => {
    const pair = describes(
      {
        summary: 'Pair the device with this code, uuid or link with a machine',
        actor: 'user',
        body: PairInput,
        audit: 'device paired',
        answers: { 200: Paired },
        refusals: [404, 409],
      },
      perAddress(pairingsPerMinute, minuteMs, { db, name: 'pairings' }),
    )
    app.post('/api/venuemachine/:id/pair/', pair, async (request) => {
      const userId = requireUser(request)
      const { shortcode } = parse(PairInput, { shortcode: '', ...(request.body as object) })
      await devices.pair(idOf(request), userId, shortcode)
      return { paired: true }
    })

    const unpair = describes({
      summary: 'Unpair the device of a machine',
      ...owners,
      audit: 'device unpaired',
      answers: { 200: Paired },
    })
    app.post('/api/venuemachine/:id/unpair/', unpair, async (request) => {
      await devices.unpair(idOf(request), requireUser(request))
      return { paired: false }
    })

    const makeKey = describes({
      summary: 'Create a device key, shown only this once; it replaces the previous one',
      ...owners,
      audit: 'device key made',
      answers: { 201: DeviceKey },
    })
    app.post('/api/venuemachine/:id/device_key/', makeKey, async (request, reply) => {
      const key = await devices.makeKey(idOf(request), requireUser(request))
      return reply.code(201).send({ key })
    })

    const makeVenueKey = describes({
      summary:
        'Create a key for final scores of all machines of a venue, shown only this once; it replaces the previous one',
      ...owners,
      audit: 'venue key made',
      answers: { 201: DeviceKey },
    })
    app.post('/api/venue/:id/key/', makeVenueKey, async (request, reply) => {
      const key = await devices.makeVenueKey(idOf(request), requireUser(request))
      return reply.code(201).send({ key })
    })

    const revokeVenueKey = describes({
      summary: 'Revoke the key of a venue',
      ...owners,
      audit: 'venue key revoked',
      answers: { 204: null },
    })
    app.delete('/api/venue/:id/key/', revokeVenueKey, async (request, reply) => {
      await devices.revokeVenueKey(idOf(request), requireUser(request))
      return reply.code(204).send()
    })

    const playTestGame = describes(
      {
        summary: 'Play a short test game on a machine: boards show it as such, and it counts nowhere',
        actor: 'user',
        answers: { 201: TestGame },
        refusals: [404, 409],
      },
      perAddress(testGamesPerMinute, minuteMs),
    )
    app.post('/api/venuemachine/:id/test_game/', playTestGame, async (request, reply) =>
      reply.code(201).send(await testGames.play(idOf(request), requireUser(request))),
    )

    const revokeKey = describes({
      summary: 'Revoke the device key of a machine',
      ...owners,
      audit: 'device key revoked',
      answers: { 204: null },
    })
    app.delete('/api/venuemachine/:id/device_key/', revokeKey, async (request, reply) => {
      await devices.revokeKey(idOf(request), requireUser(request))
      return reply.code(204).send()
    })
  }
}
