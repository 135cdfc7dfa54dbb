import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** of our own pages */
    publicOrigin: string
  }
}

const daySeconds = 86_400

/** What the page of another origin may read of an answer: all of it, as everybody may. */
export const openToPages = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, retry-after, x-request-id',
}

/**
 * The origin of a foreign page that asks; undefined where no page asks, and for our own pages: those at the public
 * address, and those that came from where they ask.
 */
export function siteOf(
  { origin, host }: Pick<IncomingHttpHeaders, 'origin' | 'host'>,
  publicOrigin: string,
): string | undefined {
  if (origin === undefined || origin === publicOrigin) return undefined
  return host !== undefined && origin.endsWith(`://${host}`) ? undefined : origin
}

/**
 * The API may be called from pages of any origin: who somebody is comes from a header that the page must know,
 * never from a cookie that a browser would add.
 */
export function installCors(app: FastifyInstance, publicUrl: string): void {
  app.decorate('publicOrigin', new URL(publicUrl).origin)
  app.addHook('onRequest', (request, reply, done) => {
    // Browsers say where a page comes from, machines and pages of our own nothing.
    if (request.headers.origin === undefined || !request.url.startsWith('/api/')) return done()
    reply.headers(openToPages)
    if (request.method !== 'OPTIONS') return done()
    reply
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type, if-none-match, traceparent, tracestate')
      .header('access-control-max-age', String(daySeconds))
      .code(204)
      .send()
  })
}
