import type { FastifyPluginAsync } from 'fastify'
import type { RegistryStore } from './registry.store'
import { droppedLink, keptLink, readable, reviewStart, type ReviewReader } from './review'

interface ReviewOptions {
  store: RegistryStore
  reviews: ReviewReader
  /** the pages are served with https */
  isSecure: boolean
}

/** Where a link for reviewers leads, and how a reviewer leaves. */
export const reviewAddress = '/review'

/** Opening a link gives this browser a cookie, and nobody any right: all that follows from it is which published version is loaded. */
export function reviewRoutes({ store, reviews, isSecure }: ReviewOptions): FastifyPluginAsync {
  return async (app) => {
    app.get(reviewAddress, async (request, reply) => {
      const link = readable((request.query as { link?: unknown }).link)
      const read = await reviews.read(link)
      return reply
        .header('set-cookie', keptLink(link, read, isSecure))
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(typeof read === 'string' ? '/' : reviewStart(await store.read(), read), 303)
    })

    // Not GET, which a browser or a chat may ask for ahead, nor POST, which another site's form may send.
    app.delete(reviewAddress, async (_request, reply) =>
      reply.code(204).header('set-cookie', droppedLink).header('cache-control', 'no-store').send(),
    )
  }
}
