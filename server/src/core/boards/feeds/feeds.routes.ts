import {
  FeedKey,
  maxPostedBytes,
  PostedDocument,
  PostedFiles,
  PostedNumber,
  PostedPlace,
  type EventDocument,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { requireUser } from '../../../ground/http/auth'
import { describes } from '../../../ground/http/operation'
import { parse, parseId } from '../../../ground/http/parse'
import { invalid, notFound, unauthorized } from '../../../ground/http/refusals'
import { FileError } from '../../../ground/files/csvRows'
import { textIn } from '../../../ground/files/textIn'
import { documentFromCsv, documentFromJson } from '../../../ground/tournaments/eventFiles'
import type { BoardTypes } from '../custom/types'
import type { FeedPlace } from './feeds.store'
import type { PostedFeeds } from './postedFeeds'

interface FeedsDependencies {
  feeds: PostedFeeds
  types: Pick<BoardTypes, 'get'>
}

const noSequence = `A whole number from 0 to ${Number.MAX_SAFE_INTEGER} is expected`
/** The same with a sentence that says what is expected. */
const Posted = v.object({
  ...PostedDocument.entries,
  sequence: v.pipe(v.number(noSequence), v.safeInteger(noSequence), v.minValue(0, noSequence)),
})
const Overtaken = v.object({ detail: v.string(), sequence: v.number() })

const maxFilesBytes = 1_048_576

const address = '/api/board/:type/:id/feed/:name'

/** The key of an Authorization header of a program that posts. Throws 401 where there is none. */
function keyOf({ headers }: FastifyRequest): string {
  const [, key] = /^Feed +(\S{1,128})$/i.exec(headers.authorization ?? '') ?? []
  if (key === undefined) throw unauthorized('Feed')
  return key
}

/** What tables or a document in files say. Throws 400 with what is wrong, and in which line. */
function documentIn({ name, is_finished: isFinished, ...files }: v.InferOutput<typeof PostedFiles>): EventDocument {
  const text = (base64: string | undefined) =>
    base64 === undefined ? undefined : textIn(Buffer.from(base64, 'base64'))
  const [standings, matches, document] = [text(files.standings), text(files.matches), text(files.document)]
  try {
    if (document !== undefined) return documentFromJson(document)
    if ((standings ?? matches) === undefined) throw new FileError('Choose a file.')
    if (name === undefined) throw invalid({ name: ['Name the tournament'] })
    return documentFromCsv({ name, isFinished, standings, matches })
  } catch (error) {
    throw error instanceof FileError ? invalid({ files: [error.message] }) : error
  }
}

/** The calls of feeds that programs post for boards of types from remotes, see docs/wire.md. */
export function feedsRoutes({ feeds, types }: FeedsDependencies): FastifyPluginAsync {
  /** Throws 404 where the type has no such posted feed. */
  async function placeOf({ params }: FastifyRequest): Promise<FeedPlace> {
    const { type, id, name } = params as { type: string; id: string; name: string }
    const declared = (await types.get(type))?.published.feeds ?? {}
    if (!Object.hasOwn(declared, name) || declared[name]!.kind !== 'posted') throw notFound()
    return { type, id: parseId(id), name }
  }

  return async (app) => {
    app.post(
      `${address}/key/`,
      describes({
        summary: 'Make a new key for a posted feed, shown only this once; the old one stops working',
        actor: 'user',
        audit: 'feed key renewed',
        answers: { 200: FeedKey },
        refusals: [403, 404],
      }),
      async (request) => {
        const owner = requireUser(request)
        return { key: await feeds.renewKey(await placeOf(request), owner) }
      },
    )

    app.get(
      `${address}/`,
      describes({
        summary: 'What a program needs to know of the board that it posts for',
        actor: 'feed',
        answers: { 200: PostedPlace },
        refusals: [404],
      }),
      async (request) => {
        const key = keyOf(request)
        const place = await placeOf(request)
        return feeds.placeFor(place, key, (await types.get(place.type))!)
      },
    )

    app.put(
      `${address}/`,
      describes(
        {
          summary: 'Post what a board shows from now on; 409 names the sequence that is there already',
          actor: 'feed',
          body: PostedDocument,
          answers: { 200: PostedNumber, 409: Overtaken },
          refusals: [404],
        },
        { bodyLimit: maxPostedBytes },
      ),
      async (request) => {
        const key = keyOf(request)
        const place = await placeOf(request)
        const posted = parse(Posted, request.body)
        await feeds.post(place, key, posted)
        return { sequence: posted.sequence }
      },
    )

    app.put(
      `${address}/files/`,
      describes(
        {
          summary: 'Show a tournament that is kept in tables, or in a document, from now on',
          actor: 'user',
          scope: 'boards',
          body: PostedFiles,
          answers: { 200: PostedNumber },
          refusals: [403, 404, 409],
        },
        { bodyLimit: maxFilesBytes },
      ),
      async (request) => {
        const owner = requireUser(request)
        const place = await placeOf(request)
        const type = (await types.get(place.type))!
        const { [place.name]: feed } = type.published.feeds
        if (feed?.kind !== 'posted' || feed.match_play === undefined) throw notFound()
        const files = parse(PostedFiles, request.body)
        await feeds.open(place, owner)
        return { sequence: await feeds.postOnce(place, type, documentIn(files)) }
      },
    )
  }
}
