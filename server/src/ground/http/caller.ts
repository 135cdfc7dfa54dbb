import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Whether Fastify believes an address of X-Forwarded-For: those that so many proxies in front have written, counted from the last one. */
export const trusting =
  (proxies: number) =>
  (_address: string, hop: number): boolean =>
    hop < proxies

/** The sender's address, behind so many proxies: what Fastify calls `request.ip`. Empty for a connection that is gone. */
export const callerOf = (request: IncomingMessage, proxies: number): string =>
  (proxies === 0 ? request.socket.remoteAddress : proxyAddress(request, trusting(proxies))) ?? ''

const networkBytes = 8

/** What limits count an address by: one connection to the internet has a whole /64 of IPv6 addresses. */
export function networkOf(address: string): string {
  // Most addresses are as they stay.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  return read.kind() === 'ipv4' ? read.toString() : Buffer.from(read.toByteArray().slice(0, networkBytes)).toString('hex')
}
