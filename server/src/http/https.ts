import type { FastifyInstance } from 'fastify'
import { isLocalHost } from './localNames'

const plainHost = /^[a-z0-9.-]+(?::\d+)?$/i

/** Where a request that reached the proxy over http belongs; undefined when it may stay. */
export function httpsAddress(request: { protocol?: string; host?: string; url: string }, publicUrl: string): string | undefined {
  const { protocol, host = '', url } = request
  if (protocol?.split(',')[0]?.trim().toLowerCase() !== 'http' || isLocalHost(host)) return undefined
  return `https://${plainHost.test(host) ? host : new URL(publicUrl).host}${url}`
}

/** Behind a proxy that says X-Forwarded-Proto: http, everything but localhost is sent to https. */
export function installHttps(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const protocol = request.headers['x-forwarded-proto']
    const address = protocol && httpsAddress({ protocol: String(protocol), host: request.headers.host, url: request.url }, publicUrl)
    if (address) reply.redirect(address, 308)
    else done()
  })
}
