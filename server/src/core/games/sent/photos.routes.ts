import { Nothing } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../../ground/database'
import { requireUser } from '../../../ground/http/auth'
import { perAddress, perUser } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { idOf, KeyQuery, parse } from '../../../ground/http/parse'
import { conflict, notFound } from '../../../ground/http/refusals'
import { acceptUploads, readBody } from '../../../ground/http/uploads'
import { pictureSlots } from '../../../ground/media/concurrency'
import { imageTypes, photoUpload, readPhoto } from '../../../ground/media/images'
import { holdOwnGame } from '../entered/entered.store'
import type { MachineScores } from '../scores.service'
import { visibleGame } from '../timelines/timelines.routes'
import { findGamePhoto, putGamePhoto, removeGamePhoto } from './photos.store'

interface PhotosDependencies {
  db: Kysely<Tables>
  scores: Pick<MachineScores, 'requireVisible'>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const photosPerHour = 300
const looksPerMinute = 300
const isRecorded = 'This game was recorded as it was played. Only scores that were added can have a photo.'

/** Answers a photo, which is never to be taken for a page, nor kept: it may be private, and goes after a month. Throws 404 for none. */
export function sendPhoto(reply: FastifyReply, photo: { type: string; bytes: Buffer } | undefined): FastifyReply {
  if (!photo) throw notFound()
  return reply
    .type(photo.type)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(photo.bytes)
}

/** Photos of scores that were told as a whole: visible where the game is. */
export function photosRoutes({ db, scores }: PhotosDependencies): FastifyPluginAsync {
  return async (app) => {
    await acceptUploads(app)

    app.get(
      '/api/game/:id/photo/',
      describes(
        {
          summary: 'The photo of a score that was added or sent, for anyone who may see the game',
          actor: 'optional',
          query: KeyQuery,
          answers: { 200: v.string() },
          contentType: 'image/jpeg',
          refusals: [404],
        },
        perAddress(looksPerMinute, minuteMs),
      ),
      async (request, reply) => {
        const { key } = parse(KeyQuery, request.query)
        const { id } = await visibleGame({ db, scores }, idOf(request), request.actor, key)
        return sendPhoto(reply, await findGamePhoto(db, id))
      },
    )

    app.post(
      '/api/game/:id/photo/',
      describes(
        {
          summary: 'Add a photo to a score that was added to one’s own machine, in place of the one that it has',
          actor: 'user',
          upload: { file: 'photo', types: imageTypes, required: true },
          audit: 'photo of a score added',
          answers: { 201: Nothing },
          refusals: [404, 409, 413, 415],
        },
        perUser(photosPerHour, hourMs),
      ),
      async (request, reply) => {
        const [ownerId, id] = [requireUser(request), idOf(request)]
        const game = await holdOwnGame(db, id, ownerId)
        if (!game) throw notFound()
        if (game.entered === null) throw conflict(isRecorded)
        const photo = await pictureSlots.take(ownerId, async () => {
          const { files } = await readBody(request, photoUpload)
          return readPhoto(files.photo, 'photo')
        })
        if (!(await putGamePhoto(db, id, ownerId, photo))) throw notFound()
        return reply.code(201).send({})
      },
    )

    app.delete(
      '/api/game/:id/photo/',
      describes({
        summary: 'Remove the photo of a score of one’s own machine',
        actor: 'user',
        audit: 'photo of a score removed',
        answers: { 204: null },
        refusals: [404],
      }),
      async (request, reply) => {
        const [ownerId, id] = [requireUser(request), idOf(request)]
        if (!(await holdOwnGame(db, id, ownerId))) throw notFound()
        await removeGamePhoto(db, id)
        return reply.code(204).send()
      },
    )
  }
}
