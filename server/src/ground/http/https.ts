import type { FastifyInstance } from 'fastify'
import { isLocalHost } from '../process/config'

const plainHost = /^[a-z0-9.-]+(?::\d+)?$/i

/** Where a request that reached the proxy over http belongs; undefined when it may stay. */
export function httpsAddress(request: { protocol?: string; host?: string; url: string }, publicUrl: string): string | undefined {
  const { protocol, host = '', url } = request
  if (protocol?.split(',')[0]?.trim().toLowerCase() !== 'http' || isLocalHost(host)) return undefined
  return `https://${plainHost.test(host) ? host : new URL(publicUrl).host}${url}`
}

const yearSeconds = 31_536_000

/** Behind a proxy that says X-Forwarded-Proto: http, everything but localhost is sent to https; browsers that came by https are told to keep to it. */
export function installHttps(app: FastifyInstance, publicUrl: string): void {
  const isSecure = publicUrl.startsWith('https:')
  app.addHook('onRequest', (request, reply, done) => {
    const protocol = request.headers['x-forwarded-proto']
    const address = protocol && httpsAddress({ protocol: String(protocol), host: request.headers.host, url: request.url }, publicUrl)
    if (isSecure && protocol === 'https') reply.header('strict-transport-security', `max-age=${yearSeconds}`)
    // It names the host that was asked for, which anybody can make up.
    if (address) reply.header('cache-control', 'no-store').redirect(address, 308)
    else done()
  })
}
