import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusals'

const form = 'application/x-www-form-urlencoded'
const mediaType = (type = '') => type.split(';')[0]!.trim().toLowerCase()

/** 415, with what the call takes. */
export function wrongType({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): Refusal {
  const taken = routeOptions.config?.operation?.upload ? 'multipart/form-data' : `application/json or ${form}`
  return new Refusal(415, { detail: `This type of content is not accepted. Send ${taken}.` })
}

/**
 * Why the fields of a request that is refused may be missing: its body is not what its headers say. Only for what is
 * refused anyway: clients send odd types with bodies that nobody reads.
 */
export function bodyTrouble(
  request: Pick<FastifyRequest, 'method' | 'headers' | 'body' | 'routeOptions'>,
): Refusal | undefined {
  const { method, headers, body } = request
  if (['GET', 'HEAD'].includes(method)) return undefined
  if (!['', 'identity'].includes(mediaType(headers['content-encoding'])))
    return new Refusal(415, {
      detail: 'Compressed bodies are not accepted. Send the body as it is, without Content-Encoding.',
    })
  const type = mediaType(headers['content-type'])
  if (type === 'text/plain' && typeof body === 'string') return wrongType(request)
  const [first = ''] = type === form && typeof body === 'object' && body !== null ? Object.keys(body) : []
  if (first.trimStart().startsWith('{'))
    return new Refusal(400, {
      non_field_errors: ['This looks like JSON. Send it with Content-Type: application/json.'],
    })
  return undefined
}
