import {
  DeviceToken,
  Entry,
  EntryNames,
  FinalScore,
  Heartbeat,
  HeartbeatAnswer,
  Installed,
  LenientEntry,
  Nothing,
  PairCode,
  PlayedGame,
  RecordedEntry,
  SessionUuid,
  TokenRequest,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { addGame } from '../../core/games/entered/addGame'
import type { Games, NewGames } from '../../core/games/games.service'
import { isFitName } from '../../core/games/guests'
import { nameSlots } from '../../core/games/machineNames'
import { findPlayed } from '../../core/games/played.store'
import type { Tables } from '../../ground/database/tables'
import { tokenIn } from '../../ground/http/actors'
import { acceptJson } from '../../ground/http/jsonBodies'
import { countCall, perAddress, SharedLimit, WindowLimit } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'
import { forbidden, notFound, unauthorized } from '../../ground/http/refusals'
import { acceptUploads } from '../../ground/http/uploads'
import type { Traces } from '../../ground/tracing/traces'
import type { Devices } from './devices.service'
import { resume } from './fastEntries'
import { findMachineOf } from './devices.store'
import { logSlots, readSessionLog } from './sessionLog'

interface DevicesDependencies {
  /** counts requests for tokens, and the bytes of logs */
  db: Kysely<Tables>
  devices: Devices
  games: Games
  /** asked before a final score is added; without it each may be */
  newGames?: NewGames
  /** follows posts to the frames that show them */
  traces?: Pick<Traces, 'post'>
}

/** per machine; a game takes minutes, and a log may be 2 MiB */
const logsPerHour = 120
/** of all machines of an owner, in bytes: what may be kept of their games is not to fill the disk, nor to keep the process busy */
const logBytesPerDay = 200_000_000
const minuteMs = 60_000
const dayMs = 86_400_000
const tokensPerMinute = 600

const DeviceUuid = v.object({ uuid: SessionUuid })

/** Clients check for these words and this status: a 401 would stop them for good. */
const refuseUnpaired = (reply: FastifyReply) =>
  reply.code(500).send({ detail: 'This device is not attached to a machine.' })

/** Who posts for a machine: a device, paired or not, or a program with the machine's key. */
interface Sender {
  deviceId: number | undefined
  /** null while unpaired */
  venueMachineId: number | null
  /** when a device got its token, ms since 1970; a key says nothing about when its sender started */
  signedOnAt: number | undefined
}

/** Throws 401 without a token or key, 403 for a user's token. */
function requireSender({ actor, headers }: FastifyRequest): Sender {
  switch (actor.type) {
    case 'device':
      return { deviceId: actor.deviceId, venueMachineId: actor.venueMachineId, signedOnAt: actor.signedOnAt }
    case 'device-key':
      return { deviceId: undefined, venueMachineId: actor.venueMachineId, signedOnAt: undefined }
    case 'venue-key':
      throw forbidden('A venue key sends final scores only. Send a device token or a device key.')
    case 'user':
    case 'api-token':
      throw forbidden('This call is for machines: send a device token or a device key.')
    case 'anonymous':
      // Who sends none, or under another name, is told how.
      throw unauthorized(tokenIn(headers.authorization) === undefined ? 'SToken' : 'Token')
  }
}

/** What machine-side clients call (docs/wire.md). */
export function devicesRoutes({ db, devices, games, newGames, traces }: DevicesDependencies): FastifyPluginAsync {
  const logs = new WindowLimit(logsPerHour, 60 * minuteMs)
  const logBytes = new SharedLimit({ db, name: 'bytes of logs' }, logBytesPerDay, dayMs)

  return async (app) => {
    // Keeps every digit of a long integer.
    acceptJson(app, quoteLongNumbers)

    const token = describes(
      {
        summary: 'Exchange a maker’s signature for a device token',
        actor: 'anyone',
        body: TokenRequest,
        answers: { 200: DeviceToken },
        refusals: [403],
      },
      perAddress(tokensPerMinute, minuteMs, { db, name: 'device tokens' }),
    )
    app.post('/api/stoken/', token, async (request) => ({
      stoken: await devices.authenticate(parse(TokenRequest, leaveOutUnknown(request.body))),
    }))

    const entry = describes(
      {
        summary: 'Post the state of a game',
        actor: 'device',
        body: v.object({ ...Entry.entries, ...EntryNames.entries }),
        answers: { 200: RecordedEntry },
        refusals: [409, 429, 500],
      },
      { preParsing: resume },
    )
    app.post('/api/entry/', entry, async (request, reply) => {
      const { venueMachineId } = requireSender(request)
      if (venueMachineId === null) return refuseUnpaired(reply)
      // Entries without any peculiarity do not come here: see fastEntries.ts.
      const record = async () => {
        const fields = leaveOutUnknown(request.body)
        const sent = parse(LenientEntry, fields)
        const recorded = await games.record(venueMachineId, sent)
        const names = namesIn(fields)
        if (names.size === 0 || !(await nameSlots(db, games, venueMachineId, sent.session_uuid, names))) return recorded
        return games.slotsOf(venueMachineId, sent.session_uuid)
      }
      return traces ? traces.post(request.headers.traceparent, venueMachineId, record) : record()
    })

    const finalScore = describes({
      summary: 'Post the score of a game that is over; with a venue’s key, of the machine that is named',
      actor: 'device',
      body: FinalScore,
      answers: { 200: PlayedGame },
      refusals: [409, 429, 500],
    })
    app.post('/api/score/', finalScore, async (request, reply) => {
      const { actor } = request
      const sender = actor.type === 'venue-key' ? undefined : requireSender(request)
      if (sender?.venueMachineId === null) return refuseUnpaired(reply)
      const { session_uuid, score, name, machine, played_on } = parse(FinalScore, leaveOutUnknown(request.body))
      const venueMachineId =
        sender?.venueMachineId ?? (await devices.machineNamed(actor.type === 'venue-key' ? actor.venueId : 0, machine))
      const id = await addGame(
        { db, games, newGames },
        {
          venueMachineId,
          uuid: session_uuid,
          by: 'program',
          score,
          user: null,
          guest: name !== undefined && isFitName(name) ? name : null,
          note: null,
          playedOn: played_on,
        },
      )
      return findPlayed(db, id)
    })

    app.route({
      ...describes({
        summary: 'Send a heartbeat',
        actor: 'device',
        query: Heartbeat,
        answers: { 200: HeartbeatAnswer },
        refusals: [404],
      }),
      method: ['GET', 'POST'],
      url: '/api/heartbeat/',
      handler: async (request) => {
        const { venueMachineId, signedOnAt } = requireSender(request)
        if (venueMachineId === null) return { unpaired: true }
        const { session_active } = parse(Heartbeat, {
          ...(leaveOutUnknown(request.body) as object),
          ...(leaveOutUnknown(request.query) as object),
        })
        return devices.heartbeat(venueMachineId, session_active, signedOnAt)
      },
    })

    const installed = describes({
      summary: 'Report that a client has started; ends the game in progress',
      actor: 'device',
      body: Installed,
      answers: { 200: Nothing },
    })
    app.post('/api/installed/', installed, async (request) => {
      const { deviceId, venueMachineId } = requireSender(request)
      await devices.installed(deviceId, venueMachineId, parse(Installed, request.body))
      return {}
    })

    app.route({
      ...describes({
        summary: 'Get the device’s own pair code',
        actor: 'device',
        answers: { 200: PairCode },
        refusals: [400, 404],
      }),
      // SDKs of the 1.x line use POST, with an empty form.
      method: ['GET', 'POST'],
      url: '/api/scorbitron_paired/:uuid/',
      handler: async (request) => {
        const { deviceId } = requireSender(request)
        // A program with a machine's key is not a device and has no code; a 401 would say that the key is unknown.
        if (deviceId === undefined) throw notFound()
        return { shortcode: await devices.pairCode(deviceId, parse(DeviceUuid, request.params).uuid) }
      },
    })

    const detach = describes({
      summary: 'Unpair the device from its machine',
      actor: 'device',
      answers: { 200: Nothing },
    })
    app.post('/api/scorbitron_unpair/', detach, async (request) => {
      const { deviceId } = requireSender(request)
      if (deviceId !== undefined) await devices.detach(deviceId)
      return {}
    })

    await app.register(async (scope) => {
      await acceptUploads(scope)
      const log = describes({
        summary: 'Upload the log of a game',
        actor: 'device',
        body: DeviceUuid,
        upload: { file: 'log_file', types: ['text/csv'], required: true },
        answers: { 200: Nothing },
        refusals: [429, 500],
      })
      scope.post('/api/session_log/', log, async (request, reply) => {
        const { venueMachineId } = requireSender(request)
        if (venueMachineId === null) return refuseUnpaired(reply)
        if (app.isLimited) countCall(logs, String(venueMachineId))
        const machine = await findMachineOf(db, venueMachineId)
        // It was removed a moment ago, and its games with it.
        if (!machine) return {}
        await logSlots.take(machine.owner_id, async () => {
          const count = async (bytes: number) =>
            void (app.isLimited && (await logBytes.count(String(machine.owner_id), bytes)))
          const { sessionUuid, timeline } = await readSessionLog(request, count)
          await devices.keepTimeline(venueMachineId, sessionUuid, timeline)
        })
        return {}
      })
    })
  }
}

/** The names of players in an entry, by slot. */
const namesIn = (fields: unknown): Map<number, string> =>
  new Map(
    Object.entries(parse(EntryNames, fields)).flatMap(([field, name]) =>
      name === undefined ? [] : [[Number(field.charAt(1)), name]],
    ),
  )

/* Bodies are read as leniently as clients are careless: no digit of a score is lost, and an empty field counts as left out. */

// A string (left as it is) or a number. A string without an end reaches to the end of the text: searching for its end from
// each of its quotes again would take minutes.
const tokens = /"(?:[^"\\]|\\[^]?)*"?|(?<![\w.+-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const isLong = /\d{16}|[.eE]/
const mayBeLong = /\d{16}|\d[.eE]/
/** In JSON a dot is a decimal one: as a text, 1.000 could be a thousand. */
const noFraction = /\.0+$/

/**
 * JSON text in which the numbers that parsing could round are strings: those with 16 digits or more, a fraction, or an
 * exponent.
 */
export const quoteLongNumbers = (json: string): string =>
  // There is rarely one, and checking for it is cheap.
  !mayBeLong.test(json)
    ? json
    : json.replace(tokens, (token) =>
        token.startsWith('"') || !isLong.test(token) ? token : `"${token.replace(noFraction, '.0')}"`,
      )

/** Kept even when empty: whether a game goes on must be said, so nothing in its place is a mistake. */
const decisive = ['active']

const isUnknown = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

/** The fields of a body or query without the empty ones: some clients send null, or an empty text, for what they do not know. */
function leaveOutUnknown(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => decisive.includes(name) || !isUnknown(value)),
  )
}
