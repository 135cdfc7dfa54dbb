import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** see callerOf; `ip` is the connection's own address, which behind a proxy is the proxy's */
    readonly caller: string
  }
}

/** An address as some proxies write it: with its port, and in brackets. */
const written = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/

/** The address in a text, in its one spelling; undefined where there is none. */
function addressIn(text = ''): string | undefined {
  if (isIPv4(text)) return text
  const [, inBrackets, beforePort] = written.exec(text) ?? []
  const address = inBrackets ?? beforePort ?? text
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/** The sender's address, behind so many proxies; the connection's own where they say none. Empty for a connection that is gone. */
export function callerOf(request: IncomingMessage, proxies: number): string {
  const own = request.socket.remoteAddress
  return (
    (proxies > 0 ? addressIn(proxyAddress(request, (_address, hop) => hop < proxies)) : undefined) ??
    addressIn(own) ??
    ''
  )
}

/** Gives every request its `caller`. */
export function installCaller(app: FastifyInstance, proxies: number): void {
  app.decorateRequest('caller', {
    getter() {
      return callerOf(this.raw, proxies)
    },
  })
}

const networkBytes = 8

/** What limits count a caller by: one connection to the internet has a whole /64 of IPv6 addresses. */
export function networkOf(caller: string): string {
  return isIP(caller) === 6
    ? Buffer.from(ipaddr.parse(caller).toByteArray().slice(0, networkBytes)).toString('hex')
    : caller
}
