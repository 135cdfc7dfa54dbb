import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { hasAnswer } from '../http/answerCache'
import { notFound } from '../http/refusals'
import { findMedia, hasMedia } from './media.store'

interface MediaDependencies {
  db: Kysely<Tables>
}

const yearSeconds = 31_536_000

/** The bytes of all pictures, to anyone who knows their hash, which nobody can guess. */
export const mediaRoutes =
  ({ db }: MediaDependencies): FastifyPluginAsync =>
  async (app) => {
    app.get('/media/:hash', async (request, reply) => {
      const { hash: text } = request.params as { hash: string }
      if (!/^[0-9a-f]{64}$/.test(text)) throw notFound()
      const hash = Buffer.from(text, 'hex')
      const etag = `"${text}"`
      if (hasAnswer(request, etag) && (await hasMedia(db, hash))) return forEver(reply, etag).code(304).send()
      const found = await findMedia(db, hash)
      if (!found) throw notFound()
      return forEver(reply, etag).type(found.type).send(found.bytes)
    })
  }

/** Bytes that never change, for pages of every origin, and never to be taken for a page themselves. */
const forEver = (reply: FastifyReply, etag: string) =>
  reply
    .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
