import { randomBytes } from 'node:crypto'
import {
  allowsSite,
  embedPlace,
  readLanguage,
  boardTroubles,
  type BoardType,
  type PageConfig,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { siteOf } from '../../ground/http/cors'
import { refusalOf } from '../../ground/http/errors'
import type { PageStore } from '../../ground/registry/registry.store'
import { contentSecurityPolicy, integrityPolicy, originsOf } from './contentSecurityPolicy'
import { renderDocument, unpinnedFiles } from './document'
import { framePage } from './pages.service'

interface FrameDependencies {
  embeds: {
    /** the board for a caller with this key; undefined when there is none or it may not be seen */
    visible(
      type: BoardType,
      id: number,
      key: string | undefined,
    ): Promise<{ type: BoardType; id: number; embed_sites: readonly string[] } | undefined>
  }
  registry: PageStore
  config: PageConfig
  /** makes the token of each visit */
  visits: { issue(): Promise<string | undefined> }
}

const longestKey = 128

/** What a frame does in a partner's page: no wake lock, no full screen. */
const frameHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'screen-wake-lock=(), fullscreen=()',
  'cross-origin-resource-policy': 'cross-origin',
  // Pages that isolate themselves show only frames that do so too.
  'cross-origin-embedder-policy': 'require-corp',
}

/** The first value of a query's parameter that is a text. */
function textOf({ query }: FastifyRequest, name: string): string | undefined {
  const value = [(query as Record<string, string | string[]>)[name]].flat()[0]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The origin of the foreign page around the frame, where its browser says so. */
function siteAround({ headers, server }: FastifyRequest): string | undefined {
  const { referer = '', host } = headers
  return URL.canParse(referer) ? siteOf({ origin: new URL(referer).origin, host }, server.publicOrigin) : undefined
}

/**
 * The page that shows one board in a frame: the only one of ours that others may frame, and only those sites that the
 * board's owner lists. It sets no cookie and reads none. On any other site the browser refuses it without a word to the
 * page around; where the browser says whose page that is, it gets the page of a missing board, which tells.
 */
export function frameRoutes({ embeds, registry, config, visits }: FrameDependencies): FastifyPluginAsync {
  const origins = originsOf(config)

  /** Of a board that may not be seen by this visitor, or on this site, nothing is told, not even its sites: the page is that of a missing board. */
  async function visibleBoard(request: FastifyRequest) {
    const place = embedPlace(request.url.split('?')[0]!)
    const key = textOf(request, 'key')?.slice(0, longestKey)
    const board = place && (await embeds.visible(place.type, place.id, key))
    const site = siteAround(request)
    if (board && site !== undefined && !allowsSite(board.embed_sites, site)) return undefined
    return board && { type: board.type, id: board.id, key: key ?? null, sites: board.embed_sites }
  }

  return async (app) => {
    app.get('/embed/v1/*', async (request, reply) => {
      // A missing file is no page.
      if (/\.\w+$/.test(request.url.split('?')[0]!))
        return reply.code(404).header('cache-control', 'no-store').send({ detail: 'Not found.' })
      const nonce = randomBytes(16).toString('base64')
      const unavailable = () =>
        reply
          .code(503)
          .headers(frameHeaders)
          .header('content-security-policy', unavailablePolicy(nonce))
          .send(unavailableFrame(nonce))
      let board
      try {
        board = await visibleBoard(request)
      } catch (error) {
        request.log.error({ err: error }, 'a frame cannot be shown')
        if (refusalOf(error as Error)?.status === 503) return unavailable()
        throw error
      }
      const published = await registry.read().catch(() => undefined)
      const page = published && framePage(published, config, board)
      if (!page) return unavailable()
      const hashes = await registry.hashesOf(unpinnedFiles(page))
      const by = board && board.sites.length > 0 ? board.sites : 'any'
      return reply
        .headers(frameHeaders)
        .header('content-security-policy', contentSecurityPolicy(nonce, origins, { by }))
        .headers(integrityPolicy)
        .send(
          renderDocument({
            ...page,
            language: readLanguage(textOf(request, 'lang') ?? '') ?? 'en',
            hashes,
            visit: await visits.issue(),
            nonce,
          }),
        )
    })
  }
}

/** The policy of {@link unavailableFrame}: it says nothing of any board, so that any page may show it. */
const unavailablePolicy = (nonce: string): string =>
  [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')

const againSeconds = 30

const message = { multiball: 1, event: 'error', detail: boardTroubles.network }

/** What stands in a partner's frame while nothing can be said of the board: it tells the page around it, and comes back by itself. */
const unavailableFrame = (nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${againSeconds}">
<title>Multiball</title>
<style nonce="${nonce}">html,body{height:100%;margin:0;background:transparent}p{display:grid;place-items:center;height:100%;margin:0;padding:0 16px;color:#77716a;font:14px/20px system-ui,sans-serif;text-align:center}</style>
</head>
<body>
<p role="status">${boardTroubles.network.message}</p>
<script nonce="${nonce}">parent!==window&&parent.postMessage(${JSON.stringify(message)},'*')</script>
</body>
</html>
`
