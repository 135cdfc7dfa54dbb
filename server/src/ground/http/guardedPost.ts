import { lookup as systemLookup } from 'node:dns'
import type { LookupAddress, LookupOptions } from 'node:dns'
import { request as plainRequest } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { mayCall } from '../process/networks'
import type { Network } from '../process/networks'

/** The address that stands in a URL; undefined where a name stands there, which is looked up. */
export function addressIn({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? undefined : bare
}

type Lookup = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

interface GuardedPost {
  headers: Record<string, string>
  body: string
  networks: readonly Network[]
  signal: AbortSignal
  /** for tests */
  lookup?: Lookup
}

export interface PostAnswer {
  status: number
  /** the beginning of the body, as text */
  text: string
  /** seconds that it asks to be left alone for */
  retryAfter: number | undefined
}

const mostBytes = 2_048

/** Thrown before anything is sent: this server does not call there. */
export const refusedAddress = (isSecure: boolean) =>
  new Error(
    isSecure
      ? 'This address is inside a private network. The operator of this server can allow it.'
      : 'Only https is called, unless the operator of this server allows the address.',
  )

/**
 * Posts to an address that anybody may have chosen. What is checked is the address that is connected to, so a name that changes in
 * between gains nothing. Redirects are answers like others. No more than the beginning of an answer is read; one that is still coming
 * when `signal` ends it counts as far as it came. Throws what kept it from an answer.
 */
export function guardedPost(url: URL, { headers, body, networks, signal, lookup = systemLookup }: GuardedPost) {
  const isSecure = url.protocol === 'https:'
  const own = addressIn(url)
  const guardedLookup: RequestOptions['lookup'] = (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const allowed = found.filter(({ address }) => mayCall(address, isSecure, networks))
      const [first] = allowed
      if (!first) return callback(refusedAddress(isSecure), [])
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  return new Promise<PostAnswer>((resolve, reject) => {
    if (own !== undefined && !mayCall(own, isSecure, networks)) return reject(refusedAddress(isSecure))
    const send = isSecure ? secureRequest : plainRequest
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: guardedLookup,
      // Of its own: a connection that is kept was checked for somebody else's address.
      agent: false,
      signal,
    })
    request.on('error', reject)
    request.on('response', (response) => void readBeginning(response).then(resolve, reject))
    request.end(body)
  })
}

async function readBeginning(response: IncomingMessage): Promise<PostAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= mostBytes) break
    }
  } catch {
    // It broke off, or took too long: the status was said before.
  }
  response.destroy()
  const seconds = Number(response.headers['retry-after'])
  return {
    status: response.statusCode ?? 0,
    // PostgreSQL keeps no NUL.
    text: Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8').replaceAll('\0', ''),
    retryAfter: seconds > 0 ? seconds : undefined,
  }
}
