import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { elapsed } from '../process/clock'

/** Bytes of an answer, and the ETag that names them. */
export interface CachedAnswer {
  bytes: Buffer
  etag: string
}

const mostKept = 100

/** Options of a cache that keeps answers for a moment. Callers that wait for one get it, even when others have pushed it out. */
export const cacheFor = (max: number, ttl: number, now: () => number = elapsed) => ({
  max,
  ttl,
  perf: { now },
  ttlResolution: 0,
  ignoreFetchAbort: true,
})

/** Answers that are the same for everybody and dear to make: made once, however many ask, and kept for a moment. */
export class AnswerCache {
  private readonly kept: LRUCache<string, CachedAnswer, () => Promise<unknown>>

  constructor(keepMs: number, now: () => number = elapsed) {
    this.kept = new LRUCache({
      ...cacheFor(mostKept, keepMs, now),
      fetchMethod: async (_key, _stale, { context: make }) => {
        const bytes = Buffer.from(JSON.stringify(await make()))
        return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
      },
    })
  }

  /** The answer of this key, made of what `make` resolves with unless it is kept. */
  get(key: string, make: () => Promise<unknown>): Promise<CachedAnswer> {
    return this.kept.forceFetch(key, { context: make })
  }
}

/**
 * Whether a caller has the answer with this ETag: its If-None-Match is `*`, or lists that tag, strong or weak (RFC 9110, 13.1.2).
 */
export const hasAnswer = (
  { headers: { 'if-none-match': known } }: Pick<IncomingMessage, 'headers'>,
  etag: string,
): boolean =>
  known !== undefined &&
  (known === etag || known.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())))

/** Sends bytes that were made before; 304 to callers that have them. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: CachedAnswer): FastifyReply {
  reply.header('etag', etag)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  if (hasAnswer(request, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
}
