import {
  boardTypesIn,
  Detail,
  emptyRegistry,
  OEmbed,
  embedPath,
  embedPlace,
  viewedPlace,
  type BoardTypeInfo,
  type EmbedPlace,
} from '@multiball/shared/schema'
import escapeHtml from 'escape-html'
import type { FastifyPluginAsync } from 'fastify'
import * as v from 'valibot'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'
import { notFound } from '../../ground/http/refusals'
import type { RegistryStore } from '../../ground/registry/registry.store'
import type { Embeds } from './embeds.service'

/** px in a query */
const PixelsText = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,4}$/, 'A number of pixels is expected'),
  v.transform(Number),
  v.minValue(1),
)

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
        return reply
          .header('access-control-allow-origin', '*')
          .send(oembedAnswer(board, shape, { width: maxwidth, height: maxheight }, publicUrl))
      },
    )
  }
}

/** px */
interface FrameSize {
  width: number
  height: number
}

const usual: FrameSize = { width: 800, height: 450 }
const cacheSeconds = 3600

/** The board at an address of our own pages; undefined for every other address. */
export function boardAt(address: string, publicUrl: string, types: readonly BoardTypeInfo[]): EmbedPlace | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  if (origin !== new URL(publicUrl).origin) return undefined
  return viewedPlace(pathname, types) ?? embedPlace(pathname)
}

/** The largest size of this shape within the limits, never larger than usual. */
export function sizeWithin(shape: FrameSize, { width: maxWidth, height: maxHeight }: Partial<FrameSize>): FrameSize {
  const scale = Math.min(
    Math.min(usual.width, maxWidth ?? usual.width) / shape.width,
    (maxHeight ?? Number.POSITIVE_INFINITY) / shape.height,
  )
  return { width: Math.max(1, Math.floor(shape.width * scale)), height: Math.max(1, Math.floor(shape.height * scale)) }
}

/** What consumers of oEmbed put into their pages: one frame, and nothing that runs. */
function oembedAnswer(
  board: EmbedPlace & { title: string },
  shape: FrameSize | undefined,
  limits: Partial<FrameSize>,
  publicUrl: string,
): OEmbed {
  const { width, height } = sizeWithin(shape ?? usual, limits)
  const attributes = {
    src: publicUrl + embedPath(board),
    width: String(width),
    height: String(height),
    title: board.title,
    loading: 'lazy',
    sandbox: 'allow-scripts allow-same-origin',
    referrerpolicy: 'strict-origin',
    style: 'border:0;max-width:100%;color-scheme:light',
  }
  const html = `<iframe ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')}></iframe>`
  return {
    type: 'rich',
    version: '1.0',
    title: board.title,
    provider_name: 'Multiball',
    provider_url: publicUrl,
    cache_age: cacheSeconds,
    html,
    width,
    height,
  }
}
