import type { FastifyInstance } from 'fastify'

const daySeconds = 86_400

/**
 * The API may be called from pages of any origin: who somebody is comes from a header that the page must know,
 * never from a cookie that a browser would add.
 */
export function installCors(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Browsers say where a page comes from, machines and pages of our own nothing.
    if (request.headers.origin === undefined || !request.url.startsWith('/api/')) return done()
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'etag, retry-after, x-request-id')
    if (request.method !== 'OPTIONS') return done()
    reply
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type, if-none-match')
      .header('access-control-max-age', String(daySeconds))
      .code(204)
      .send()
  })
}
