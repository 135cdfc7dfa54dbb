import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway, isOutage } from '../database/outage'
import { bodyTrouble, wrongType } from './bodyTypes'
import { Refusal, unavailable } from './refusals'

const malformed = ['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_INVALID_CONTENT_LENGTH']

const sentences: Record<number, string> = {
  404: 'Not found.',
  413: 'The request is too large.',
  414: 'The address is too long.',
}

// Text that PostgreSQL cannot hold, such as a NUL.
const unstorable = ['22021', '22P05']

/** What the caller is told of an error; undefined when it is our own fault. */
export function refusalOf(error: Error & Partial<FastifyError>): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error.code && malformed.includes(error.code))
    return new Refusal(400, { non_field_errors: ['The request body could not be read'] })
  if (error.code && unstorable.includes(error.code))
    return new Refusal(400, { non_field_errors: ['The request contains characters that are not accepted'] })
  // A client that goes away in the middle of its request has a status, and the code of a lost connection.
  if (error.statusCode === undefined && isDatabaseAway(error)) return unavailable()
  // The multipart parser answers 406 to a body that is not multipart.
  const status = error.statusCode === 406 ? 415 : (error.statusCode ?? 500)
  if (status < 400 || status >= 500) return undefined
  return new Refusal(
    status,
    status === 400
      ? { non_field_errors: ['The request could not be read'] }
      : { detail: sentences[status] ?? 'The request was refused.' },
  )
}

/** The refusal that says what to do about it, where the body is not what its headers say. */
function inWords(refusal: Refusal | undefined, error: Error, request: FastifyRequest): Refusal | undefined {
  if (refusal?.status === 400) return bodyTrouble(request) ?? refusal
  return refusal?.status === 415 && refusal !== error ? wrongType(request) : refusal
}

/** Answers an error: refusals as they are, the rest as a 500 with the request's id and no stack. Only what nobody meant is a line here; refusals are told elsewhere, and rarely. */
export function answerError(
  error: Error & Partial<FastifyError>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = inWords(refusalOf(error), error, request)
  if (refusal?.status === 413) closeAfterLingering(request)
  if (refusal && refusal.status < 500) return reply.code(refusal.status).headers(refusal.headers).send(refusal.body)
  const isMeant = refusal !== undefined && (error instanceof Refusal || isOutage(error))
  request.log[isMeant ? 'debug' : 'error']({ err: error, url: withoutSecrets(request.url) }, 'request failed')
  if (refusal)
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .send({ ...refusal.body, request_id: request.id })
  return reply.code(500).send({ detail: 'An error has occurred.', request_id: request.id })
}

const unreadable: Record<string, [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
}

/** Answers what could not even be read as HTTP, in the shape of every refusal, and closes its connection. */
export function answerUnreadable(
  error: Error & { code?: string },
  socket: Pick<Socket, 'destroyed' | 'writable' | 'write' | 'destroy'>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, detail] = unreadable[error.code ?? ''] ?? [400, 'The request could not be read.']
  const body = JSON.stringify({ detail })
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  }
  socket.destroy(error)
}

/** Every error of a route leaves through answerError. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => answerError(error, request, reply))
}

const shownValues = ['limit', 'offset', 'ordering', 'owner', 'is_public', 'groups', 'session']

/** Words of our own calls are short or lower case, and names of files have a dot. */
const mayBeSecret = (segment: string) => segment.length >= 16 && !/^[a-z_-]+$/.test(segment) && !segment.includes('.')

/** An address as it may stand in a log: without anything that may be a key or a token, however it is written. */
export function withoutSecrets(url: string): string {
  const [path = '', ...query] = url.split('?')
  const shownPath = path
    .split('/')
    .map((segment, place, all) =>
      mayBeSecret(segment) || /^(?:verify|reset-password)$/i.test(all[place - 1] ?? '') ? '…' : segment,
    )
    .join('/')
  if (query.length === 0) return shownPath
  const shownQuery = query
    .join('?')
    .split('&')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return shownValues.includes(name) && /^-?\w{0,20}$/.test(value) ? pair : `${name}=…`
    })
    .join('&')
  return `${shownPath}?${shownQuery}`
}

const lingerMs = 5_000
const lingerBytes = 16 * 1024 * 1024

/**
 * A body that is refused half way is read on for a while, so that its sender gets to read the refusal; a sender that
 * does not stop then loses its connection.
 */
export function closeAfterLingering({ raw }: FastifyRequest): void {
  if (raw.complete) return
  let bytes = 0
  const close = () => void raw.destroy()
  const timer = setTimeout(close, lingerMs).unref()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > lingerBytes) close()
  })
  raw.once('close', () => clearTimeout(timer))
  raw.once('end', () => clearTimeout(timer))
}
