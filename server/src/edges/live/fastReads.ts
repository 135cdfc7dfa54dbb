import type { IncomingMessage, Server } from 'node:http'
import { boardScores, isBuiltInType } from '@multiball/shared/schema'
import { anonymous } from '../../ground/http/actors'
import { hasAnswer } from '../../ground/http/answerCache'
import { beforeFramework } from '../../ground/http/beforeFramework'
import { callerOf, networkOf } from '../../ground/http/caller'
import { openToPages, siteOf } from '../../ground/http/cors'
import type { ReportedLimit } from '../../ground/http/limits'
import type { Access } from './access'

interface FastReadsOptions {
  hub: Pick<Access, 'openNow'>
  /** how often one address may open one board; undefined: as often as it likes */
  bootstraps?: Pick<ReportedLimit, 'take'>
  /** proxies in front, which say who calls */
  proxies: number
  /** of our own pages */
  publicOrigin: string
  /** takes the time of each answer, as the framework's are taken */
  onAnswered?: (route: string, status: number, seconds: number) => void
}

const address = new RegExp(
  `^/api/(?:(${Object.keys(boardScores).join('|')})|board/([a-z]{2,30}))/([1-9]\\d{0,14})/(scores|bootstrap)/?$`,
)

/** What bootstraps are counted by: network and board. */
export const bootstrapKey = (caller: string, type: string, id: string) => `${networkOf(caller)} ${type} ${id}`

/** Only plain requests: a login, or a proxy that was reached over http, needs a closer look. */
const isPlain = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers.authorization === undefined && headers['x-forwarded-proto'] !== 'http'

/**
 * Thousands of viewers that lost their sockets poll at the same time. Requests that need nothing but bytes in memory are
 * answered before the framework sees them; the others go on to the same calls there (live.routes.ts). Answers a function
 * that ends this.
 */
export function answerFastReads(
  server: Server,
  { hub, bootstraps, proxies, publicOrigin, onAnswered }: FastReadsOptions,
): () => void {
  return beforeFramework(server, (request, response) => {
    const [, builtIn, custom, id, what] = address.exec(request.url!) ?? []
    const type = builtIn ?? custom
    if (type === undefined || id === undefined || (custom && isBuiltInType(custom)) || !isPlain(request)) return false
    const isFromPage = request.headers.origin !== undefined
    const opened = hub.openNow(
      type,
      Number(id),
      anonymous,
      undefined,
      isFromPage ? siteOf(request.headers, publicOrigin) : undefined,
    )
    // Answers about a board with parts for insiders only carry marks: rare, and left to the framework.
    if (!opened || opened.board.hasPrivateParts) return false
    const isBootstrap = what === 'bootstrap'
    if (isBootstrap && bootstraps && bootstraps.take(bootstrapKey(callerOf(request, proxies), type, id)) > 0)
      return false

    const begun = onAnswered && performance.now()
    const { bytes, etag } = isBootstrap ? opened.channel.bootstrapAnswer() : opened.channel.scoresAnswer()
    const isKnown = hasAnswer(request, etag)
    const head = {
      ...(isFromPage && openToPages),
      etag,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    }
    if (isKnown) response.writeHead(304, head).end()
    else
      response
        .writeHead(200, { ...head, 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
        .end(bytes)
    if (onAnswered)
      onAnswered(
        `GET /api/${builtIn ?? 'board/:type'}/:id/${what}/`,
        isKnown ? 304 : 200,
        (performance.now() - begun!) / 1000,
      )
    return true
  })
}
