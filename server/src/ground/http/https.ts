import type { FastifyInstance } from 'fastify'
import { isLocalHost } from '../process/config'

const plainHost = /^[a-z0-9.-]+(?::\d+)?$/i

/** Where a request that reached the proxy over http belongs; undefined when it may stay. */
export function httpsAddress(
  request: { protocol?: string; host?: string; url: string },
  publicUrl: string,
): string | undefined {
  const { protocol, host = '', url } = request
  if (protocol?.split(',')[0]?.trim().toLowerCase() !== 'http' || isLocalHost(host)) return undefined
  return `https://${plainHost.test(host) ? host : new URL(publicUrl).host}${url}`
}

const yearSeconds = 31_536_000

/**
 * Behind a proxy that says X-Forwarded-Proto: http, everything but localhost is sent to https. Where people come by https,
 * browsers are told to keep to it, also by a server whose proxy does not say how they came: over http they do not listen.
 */
export function installHttps(app: FastifyInstance, publicUrl: string): void {
  const isSecure = publicUrl.startsWith('https:')
  app.addHook('onRequest', (request, reply, done) => {
    const { host, 'x-forwarded-proto': protocol } = request.headers
    const address = protocol && httpsAddress({ protocol: String(protocol), host, url: request.url }, publicUrl)
    // It names the host that was asked for, which anybody can make up.
    if (address) return void reply.header('cache-control', 'no-store').redirect(address, 308)
    if (isSecure && !isLocalHost(host)) reply.header('strict-transport-security', `max-age=${yearSeconds}`)
    done()
  })
}
