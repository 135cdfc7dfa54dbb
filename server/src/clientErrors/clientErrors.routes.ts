import { ClientError } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { describes } from '../http/operation'
import { parse } from '../http/parse'
import { perAddress } from '../http/rateLimit'
import type { RegistryStore } from '../pages/registry.store'
import type { ClientErrors } from './clientErrors'

interface ClientErrorsDependencies {
  errors: ClientErrors
  registry: RegistryStore
}

/** A beacon is text, whatever it says: it needs no leave of another origin that way. */
function readBeacon(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** What pages report of remotes that failed in them. */
export function clientErrorsRoutes({ errors, registry }: ClientErrorsDependencies): FastifyPluginAsync {
  return async (app) => {
    app.post(
      '/api/client-errors/',
      describes({ summary: 'Report that a remote failed in a page', actor: 'anyone', body: ClientError, answers: { 204: null } }, perAddress(60, 60_000)),
      async (request, reply) => {
        const error = parse(ClientError, readBeacon(request.body))
        // Without a registry there are no pages that could fail.
        const known = await registry.read().catch(() => undefined)
        if (known) errors.add(error, known)
        return reply.code(204).send()
      },
    )
  }
}
