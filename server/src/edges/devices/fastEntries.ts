import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { Readable } from 'node:stream'
import { Entry } from '@multiball/shared/schema'
import type { preParsingHookHandler } from 'fastify'
import * as v from 'valibot'
import type { Games, RecordedEntry } from '../../core/games/games.service'
import type { Actor } from '../../ground/http/actors'
import { beforeFramework } from '../../ground/http/beforeFramework'
import type { Traces } from '../../ground/tracing/traces'

interface FastEntriesOptions {
  games: Pick<Games, 'record'>
  /** whose Authorization header this is, if that is in memory */
  knownActor(authorization: string): Actor | undefined
  /** follows posts to the frames that show them */
  traces?: Pick<Traces, 'post'>
  /** measures each answer, as those of the framework are measured */
  onAnswered?: (route: string, status: number, seconds: number) => void
}

const paths = ['/api/entry/', '/api/entry']
/** Ten times the size of an entry. */
const mostBytes = 8_192

/** Left to the framework, which looks more closely: bytes that are not text, names that no field has, in any spelling, and names of players. */
const suspicious = ['\uFFFD', '__proto__', 'constructor', '\\u00', '_name']

/** Levels of lists and objects in a body; the framework judges what has more. */
const mostLevels = 8

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** A number with a fraction or an exponent, which rounding may make a whole one; at worst a text that looks like it. */
const mayBeRounded = /[:,[]\s*-?\d+[.eE]/

/** Throws when a number may have lost digits, and for a body nested deeper than any entry. */
function readJson(text: string): unknown {
  if (mayBeRounded.test(text)) throw new RangeError()
  const fields = JSON.parse(text) as object
  for (const value of Object.values(fields)) {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError()
    if (isDeeper(value, mostLevels)) throw new TypeError()
  }
  return fields
}

function readForm(text: string): unknown {
  // Throws when something is not encoded correctly.
  decodeURIComponent(text)
  return parseQuery(text, '&', '=', { maxKeys: 0 })
}

const form = 'application/x-www-form-urlencoded'
const readers = new Map([
  ['application/json', readJson],
  ['application/json; charset=utf-8', readJson],
  [form, readForm],
  [`${form}; charset=utf-8`, readForm],
])

/** The entry in a body; undefined when anything about it has to be looked at more closely. */
function readEntry(bytes: Buffer, read: (text: string) => unknown): Entry | undefined {
  const text = bytes.toString()
  if (suspicious.some((part) => text.includes(part))) return
  try {
    const parsed = v.safeParse(Entry, read(text), { abortEarly: true })
    return parsed.success ? parsed.output : undefined
  } catch {
    return
  }
}

const plainHeaders = [
  'cache-control',
  'no-store',
  'content-type',
  'application/json; charset=utf-8',
  'x-content-type-options',
  'nosniff',
]

/** Plain entries only: requests of web pages or over http need more checks. */
const isPlain = ({ method, url, headers }: IncomingMessage) =>
  method === 'POST' &&
  paths.includes(url!) &&
  headers.origin === undefined &&
  (headers['x-forwarded-proto'] ?? 'https') === 'https'

function venueMachineIdOf(actor: Actor | undefined): number | null {
  return actor?.type === 'device' || actor?.type === 'device-key' ? actor.venueMachineId : null
}

/** How far a request got that is handed to the framework after all. */
interface Begun {
  body: Buffer
  /** why it could not be recorded */
  failure?: Error
}

const begun = new WeakMap<IncomingMessage, Begun>()

/** Continues where answerFastEntries left off. */
export const resume: preParsingHookHandler = (request, _reply, payload, done) => {
  const before = begun.get(request.raw)
  if (!before) done(null, payload)
  else if (before.failure) done(before.failure)
  else done(null, Readable.from([before.body], { objectMode: false }))
}

/** Calls back once the whole body is there. */
function readBody(request: IncomingMessage, bytes: number, done: (body: Buffer) => void, before?: Buffer) {
  // Once: a connection keeps its last request until the next one, and with it what its listeners know.
  request.once('data', (chunk: Buffer) => {
    const body = before ? Buffer.concat([before, chunk]) : chunk
    if (body.length < bytes) readBody(request, bytes, done, body)
    else done(body)
  })
}

/**
 * Machines post on every change, so a good entry is answered before the framework sees it. The framework gets all others,
 * with the same call (devices.routes.ts): senders that are not in memory, entries that are refused or could not be
 * recorded. Answers a function that ends this.
 */
export function answerFastEntries(
  server: Server,
  { games, knownActor, traces, onAnswered }: FastEntriesOptions,
): () => void {
  let isOver = false

  function send(response: ServerResponse, recorded: RecordedEntry) {
    const text = JSON.stringify(recorded)
    const headers = ['x-request-id', randomUUID(), ...plainHeaders, 'content-length', String(Buffer.byteLength(text))]
    if (isOver) headers.push('connection', 'close')
    response.writeHead(200, headers).end(text)
  }

  const end = beforeFramework(server, (request, response, handOver) => {
    if (!isPlain(request)) return false
    const { headers } = request
    const length = Number(headers['content-length'])
    const read = readers.get(headers['content-type']!)
    const venueMachineId = venueMachineIdOf(knownActor(headers.authorization ?? ''))
    if (venueMachineId === null || !read || !(length > 0 && length <= mostBytes)) return false
    const startedMs = performance.now()
    readBody(request, length, (body) => {
      const entry = readEntry(body, read)
      if (!entry) {
        begun.set(request, { body })
        return handOver(request, response)
      }
      const recording = traces
        ? traces.post(headers.traceparent, venueMachineId, () => games.record(venueMachineId, entry))
        : games.record(venueMachineId, entry)
      recording.then(
        (recorded) => {
          send(response, recorded)
          onAnswered?.('POST /api/entry/', 200, (performance.now() - startedMs) / 1000)
        },
        (failure: Error) => {
          begun.set(request, { body, failure })
          handOver(request, response)
        },
      )
    })
    return true
  })
  return () => {
    isOver = true
    end()
  }
}
