import { builtInTypes, EmbedSettings } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { requireUser } from '../http/auth'
import { describes } from '../http/operation'
import { idOf, parse } from '../http/parse'
import type { Embeds } from './embeds.service'

const owners = { actor: 'user', refusals: [403, 404] } as const

/** What an owner says of the pages that may show a board. */
export function embedsRoutes({ embeds }: { embeds: Embeds }): FastifyPluginAsync {
  return async (app) => {
    for (const type of builtInTypes) {
      const settings = `/api/${type}/:id/embed/`

      app.get(
        settings,
        describes({ summary: `The sites that may embed a ${type}; none: any site`, ...owners, answers: { 200: EmbedSettings } }),
        async (request) => ({ sites: await embeds.sites(type, idOf(request), requireUser(request)) }),
      )

      app.put(
        settings,
        describes({ summary: `Say which sites may embed a ${type}`, body: EmbedSettings, ...owners, answers: { 200: EmbedSettings } }),
        async (request) => {
          const userId = requireUser(request)
          const id = idOf(request)
          // Whose it is comes before what is wrong with it.
          await embeds.sites(type, id, userId)
          const { sites } = parse(EmbedSettings, request.body)
          await embeds.setSites(type, id, userId, sites)
          return { sites }
        },
      )
    }
  }
}
