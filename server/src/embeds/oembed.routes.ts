import { boardTypesIn, Detail, emptyRegistry, OEmbed } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import * as v from 'valibot'
import { describes } from '../http/operation'
import { parse } from '../http/parse'
import { notFound } from '../http/refusals'
import type { RegistryStore } from '../pages/registry.store'
import type { Embeds } from './embeds.service'
import { boardAt, oembedAnswer } from './oembed'

/** px in a query */
const PixelsText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, 'A number of pixels is expected'), v.transform(Number), v.minValue(1))

const OEmbedQuery = v.object({
  url: v.pipe(v.string(), v.maxLength(2048, 'At most 2048 characters'), v.url('The address of a board is expected')),
  format: v.optional(v.pipe(v.string(), v.maxLength(32))),
  maxwidth: v.optional(PixelsText),
  maxheight: v.optional(PixelsText),
})

interface OEmbedDependencies {
  embeds: Embeds
  registry: RegistryStore
  /** of our own pages, without a slash at its end */
  publicUrl: string
}

/** What a public board's address stands for in a page of somebody else, for consumers such as blogs (oembed.com). */
export function oembedRoutes({ embeds, registry, publicUrl }: OEmbedDependencies): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/oembed/',
      describes({
        summary: 'What a public board’s address stands for in another page, by oEmbed 1.0',
        actor: 'anyone',
        query: OEmbedQuery,
        answers: { 200: OEmbed, 501: Detail },
        refusals: [404],
      }),
      async (request, reply) => {
        const { url, format = 'json', maxwidth, maxheight } = parse(OEmbedQuery, request.query)
        if (format !== 'json') return reply.code(501).send({ detail: 'Only the format json is spoken.' })
        const published = await registry.read().catch(() => emptyRegistry)
        const place = boardAt(url, publicUrl, boardTypesIn(published))
        // There is no answer for addresses of other sites either.
        const board = place && (await embeds.visible(place.type, place.id, undefined))
        if (!board) throw notFound()
        const shape = embeds.shapeOf(board)
        return reply.header('access-control-allow-origin', '*').send(oembedAnswer(board, shape, { width: maxwidth, height: maxheight }, publicUrl))
      },
    )
  }
}
