import { builtInTypes, EmbedSettings } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { idOf, parse } from '../../ground/http/parse'
import { customTypeOf } from '../../core/boards/custom/types'
import type { Embeds } from './embeds.service'

const owners = { actor: 'user', refusals: [403, 404] } as const

/** What an owner says of the pages that may show a board. */
export function embedsRoutes({ embeds }: { embeds: Embeds }): FastifyPluginAsync {
  return async (app) => {
    // Of types from remotes as of the others: a board that is not stored is not found.
    for (const type of [...builtInTypes, undefined]) {
      const settings = type ? `/api/${type}/:id/embed/` : '/api/board/:type/:id/embed/'
      const name = type ?? 'board of a type from a remote'
      const typeOf = ({ params }: FastifyRequest) => type ?? customTypeOf(params)

      app.get(
        settings,
        describes({
          summary: `The sites that may embed a ${name}; none: any site`,
          ...owners,
          scope: 'read',
          answers: { 200: EmbedSettings },
        }),
        async (request) => {
          const userId = requireUser(request)
          return { sites: await embeds.sites(typeOf(request), idOf(request), userId) }
        },
      )

      app.put(
        settings,
        describes({
          summary: `Say which sites may embed a ${name}`,
          audit: 'sites of a board changed',
          body: EmbedSettings,
          ...owners,
          scope: 'boards',
          answers: { 200: EmbedSettings },
        }),
        async (request) => {
          const userId = requireUser(request)
          const id = idOf(request)
          // Whose it is comes before what is wrong with it.
          await embeds.sites(typeOf(request), id, userId)
          const { sites } = parse(EmbedSettings, request.body)
          await embeds.setSites(typeOf(request), id, userId, sites)
          return { sites }
        },
      )
    }
  }
}
