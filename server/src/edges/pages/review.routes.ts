import type { FastifyPluginAsync } from 'fastify'
import type { RegistryStore } from '../../ground/registry/registry.store'
import { reviewAddress, reviewStart, type ReadReview } from '../../ground/registry/review'

/** Reads links for reviewers. Never throws. */
export interface ReviewReader {
  read(link: string): Promise<ReadReview>
}

interface ReviewOptions {
  store: RegistryStore
  reviews: ReviewReader
  /** the pages are served with https */
  isSecure: boolean
}

const cookieName = 'mb-review'
const form = '[A-Za-z0-9_.-]{1,400}'
const ofForm = new RegExp(`^${form}$`)
const inCookies = new RegExp(`(?:^|;\\s*)${cookieName}=(${form})(?:;|$)`)

/** What was opened, if it has the form of a link; what has not is kept under another word, so that the next page says so. */
export const readable = (link: unknown): string => (typeof link === 'string' && ofForm.test(link) ? link : 'unreadable')

/** The link that this visitor opened; undefined for almost everybody. */
export const reviewLinkIn = (cookies: string | undefined): string | undefined => inCookies.exec(cookies ?? '')?.[1]

/** A day longer than the link, so that the page can say that it has expired. */
const afterwardsSeconds = 86_400
/** Long enough for the next page, which says what is wrong. */
const shortlySeconds = 60

/** Set-Cookie for a link that was opened. Scripts do not read it, and frames on other sites do not send it. */
export function keptLink(link: string, read: ReadReview, isSecure: boolean, now = Date.now()): string {
  const seconds =
    typeof read === 'string' ? shortlySeconds : Math.ceil((read.expiresAt.getTime() - now) / 1000) + afterwardsSeconds
  return `${cookieName}=${link}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Set-Cookie that ends a review. */
export const droppedLink = `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

/** Where a link for reviewers leads, and how a reviewer leaves. Opening a link gives this browser a cookie that decides which published version it loads, and no right. */
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
