import { boardTypesIn, emptyRegistry, type EmbedPlace, type Registry } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { hasAnswer } from '../../ground/http/answerCache'
import { perAddress } from '../../ground/http/limits'
import { notFound } from '../../ground/http/refusals'
import type { Pictures } from './pictures.service'

interface PicturesRoutesDependencies {
  pictures: Pick<Pictures, 'picture' | 'cardPicture'>
  registry: { read(): Promise<Registry> }
}

/** of one address, which a chat's crawler shares among all who post links */
const perMinute = 240

const idPattern = '^[1-9]\\d{0,14}$'
/** of a card, and with `-upright` the form for the stories of phones */
const cardPattern = '^[a-z_]{1,40}:[1-9]\\d{0,14}:[1-6](?:-upright)?$'

/** Pictures of boards at their viewers' addresses, `/viewer/scoreboards/12.png`, and short `/scoreboard/12.png`; of cards at `/moment/day_record:812:2.png`. */
export function picturesRoutes({ pictures, registry }: PicturesRoutesDependencies): FastifyPluginAsync {
  /** By the name of the type, or by its path. */
  async function placeOf(request: FastifyRequest): Promise<EmbedPlace> {
    const { type: name, id } = request.params as { type: string; id: string }
    const types = boardTypesIn(await registry.read().catch(() => emptyRegistry))
    const info = types.find(({ type, path }) => type === name || path === name)
    if (!info) throw notFound()
    return { type: info.type, id: Number(id) }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { png, etag, drawnOn, freshSeconds, isForAllSites }: Awaited<ReturnType<Pictures['picture']>>,
  ) {
    reply
      .header('etag', etag)
      .header('last-modified', drawnOn.toUTCString())
      .header('cache-control', `public, max-age=${freshSeconds}`)
      .header('cross-origin-resource-policy', isForAllSites ? 'cross-origin' : 'same-site')
    if (hasAnswer(request, etag)) return reply.code(304).send()
    return reply.type('image/png').send(png)
  }

  return async (app) => {
    const options = perAddress(perMinute, 60_000)
    for (const path of ['/viewer/:type', '/:type'])
      app.get(`${path}/:id(${idPattern}).png`, options, async (request, reply) =>
        answer(request, reply, await pictures.picture(await placeOf(request))),
      )
    app.get(`/moment/:card(${cardPattern}).png`, options, async (request, reply) => {
      const [id = '', form] = (request.params as { card: string }).card.split('-')
      return answer(request, reply, await pictures.cardPicture(id, form === undefined ? 'wide' : 'upright'))
    })
  }
}
