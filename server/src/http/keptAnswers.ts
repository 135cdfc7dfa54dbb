import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { elapsed } from '../clock'
import { Generations } from './generations'

/** Bytes of an answer, and the ETag that names them. */
export interface CachedAnswer {
  bytes: Buffer
  etag: string
}

interface Kept {
  answer: Promise<CachedAnswer>
  until: number
}

const mostKept = 100

/** Answers that are the same for everybody and dear to make: made once, however many ask, and kept for a moment. */
export class KeptAnswers {
  private readonly kept = new Generations<Kept>(mostKept)

  constructor(
    private readonly keepMs: number,
    private readonly now: () => number = elapsed,
  ) {}

  /** The answer of this key, made of what `make` resolves with unless it is kept. */
  get(key: string, make: () => Promise<unknown>): Promise<CachedAnswer> {
    const known = this.kept.get(key)
    if (known && known.until > this.now()) return known.answer
    const answer = make().then((body) => {
      const bytes = Buffer.from(JSON.stringify(body))
      return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
    })
    this.kept.set(key, { answer, until: this.now() + this.keepMs })
    answer.catch(() => this.kept.delete(key))
    return answer
  }
}

/** Sends bytes that were made before; 304 to whoever has them. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: CachedAnswer): FastifyReply {
  reply.header('etag', etag)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
}
