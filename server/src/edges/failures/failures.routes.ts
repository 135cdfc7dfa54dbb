import { ClientErrorReport, VisitReport } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { perAddress } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'
import { forbidden, Refusal } from '../../ground/http/refusals'
import type { RegistryStore } from '../../ground/registry/registry.store'
import type { VisitCounts, Reporter } from './failures.service'
import type { VisitTokens } from './visitTokens'

interface FailuresDependencies {
  counts: VisitCounts
  tokens: VisitTokens
  registry: RegistryStore
}

/** Another type could be sent by anybody's page without asking. */
function mustBeJson({ headers }: FastifyRequest) {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new Refusal(415, { detail: 'This type of content is not accepted.' })
}

/** What our pages report of remotes: which were loaded, and which failed. */
export function failuresRoutes({ counts, tokens, registry }: FailuresDependencies): FastifyPluginAsync {
  async function reporter(request: FastifyRequest, token: string): Promise<Reporter> {
    const visit = await tokens.read(token)
    if (visit === undefined) throw forbidden('Only pages that this server sent within the last day may report.')
    return { visit, address: request.caller }
  }

  return async (app) => {
    app.post(
      '/api/client-errors/',
      describes(
        {
          summary: 'Report that a remote failed in a page',
          actor: 'anyone',
          body: ClientErrorReport,
          answers: { 204: null },
          refusals: [403],
        },
        perAddress(60, 60_000),
      ),
      async (request, reply) => {
        mustBeJson(request)
        const { visit, ...error } = parse(ClientErrorReport, request.body)
        const from = await reporter(request, visit)
        // Without a registry there are no pages that could fail.
        const known = await registry.read().catch(() => undefined)
        if (known && counts.failed(from, error, known)) request.log.warn(error, 'a remote failed in a page')
        return reply.code(204).send()
      },
    )

    app.post(
      '/api/client-errors/visits/',
      describes(
        {
          summary: 'Report which remotes were loaded into a page',
          actor: 'anyone',
          body: VisitReport,
          answers: { 204: null },
          refusals: [403],
        },
        perAddress(600, 60_000),
      ),
      async (request, reply) => {
        mustBeJson(request)
        const { visit, loaded } = parse(VisitReport, request.body)
        const from = await reporter(request, visit)
        const known = await registry.read().catch(() => undefined)
        if (known) for (const one of loaded) counts.visited(from, one, known)
        return reply.code(204).send()
      },
    )
  }
}
