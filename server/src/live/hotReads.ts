import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { boardScores } from '@multiball/shared/schema'
import { anonymous } from '../http/actors'
import type { WindowLimit } from '../http/windowLimit'
import type { LiveHub } from './hub'

export interface HotReadsOptions {
  hub: LiveHub
  /** how often one address may open one board; undefined: as often as it likes */
  bootstraps?: WindowLimit
  /** believe the proxy in front about who calls */
  trustProxy: boolean
  /** takes the time of each answer, as the framework's are taken */
  onAnswered?: (route: string, status: number, seconds: number) => void
}

const address = new RegExp(`^/api/(${Object.keys(boardScores).join('|')})/([1-9]\\d{0,14})/(scores|bootstrap)/?$`)

/** What bootstraps are counted by. */
export const bootstrapKey = (caller: string, type: string, id: string) => `${caller} ${type} ${id}`

/** Plain questions only: who signs in, comes from another page, or from http, has more to be looked at. */
const isPlain = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers.authorization === undefined && headers.origin === undefined && headers['x-forwarded-proto'] !== 'http'

/** The address that the framework would call the request's. */
function callerOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy && headers['x-forwarded-for']
  return (forwarded && String(forwarded).split(',')[0]!.trim()) || (socket.remoteAddress ?? '')
}

/**
 * Thousands of viewers that lost their sockets poll at the same time. What needs nothing but bytes in memory is answered
 * before the framework sees it; all else is the framework's, with the same calls (live.routes.ts). Answers a function
 * that ends this.
 */
export function answerHotReads(server: Server, { hub, bootstraps, trustProxy, onAnswered }: HotReadsOptions): () => void {
  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const [, type, id, what] = address.exec(request.url!) ?? []
    if (type === undefined || id === undefined || !isPlain(request)) return false
    const opened = hub.openNow(type, Number(id), anonymous, undefined)
    // Of a board whose parts not everybody sees, answers are marked: rare, and the framework's.
    if (!opened || opened.board.isParted) return false
    const isBootstrap = what === 'bootstrap'
    if (isBootstrap && bootstraps && bootstraps.take(bootstrapKey(callerOf(request, trustProxy), type, id)) > 0) return false

    const begun = onAnswered && performance.now()
    const { bytes, etag } = isBootstrap ? opened.channel.bootstrapAnswer() : opened.channel.scoresAnswer()
    const isKnown = request.headers['if-none-match']?.includes(etag) ?? false
    if (isKnown) response.writeHead(304, { etag, 'cache-control': 'no-cache' }).end()
    else response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length, etag, 'cache-control': 'no-cache' }).end(bytes)
    if (onAnswered) onAnswered(`GET /api/${type}/:id/${what}/`, isKnown ? 304 : 200, (performance.now() - begun!) / 1000)
    return true
  }

  const framework = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  const first = (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response)) for (const listener of framework) listener.call(server, request, response)
  }
  server.removeAllListeners('request').on('request', first)
  return () => {
    server.off('request', first)
    for (const listener of framework) server.on('request', listener)
  }
}
