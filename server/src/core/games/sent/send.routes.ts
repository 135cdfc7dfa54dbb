import { listOf, paging, SendPage, SentScore, SentScoreInput } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../../ground/database'
import { requireUser } from '../../../ground/http/auth'
import { networkOf } from '../../../ground/http/caller'
import { perAddress, perUser } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { pageOf } from '../../../ground/http/page'
import { parse } from '../../../ground/http/parse'
import { conflict, forbidden, invalid, notFound, Refusal } from '../../../ground/http/refusals'
import { acceptUploads, readBody } from '../../../ground/http/uploads'
import { photoSlots } from '../../../ground/media/concurrency'
import { imageTypes, photoUpload, readPhoto } from '../../../ground/media/images'
import { guesserOf } from '../codeTries'
import { asksForAccounts, findGuest, guestIn, isFitName, rememberGuest } from '../guests'
import type { DayCodes } from './dayCodes'
import { findLinkByCode } from './guestLinks.store'
import type { OpenLink } from './guestLinks.store'
import type { SentScores } from './sentScores.service'
import {
  findSent,
  insertSent,
  isAlwaysAccepted,
  listSent,
  playedMachine,
  readSentById,
  withdrawSent,
} from './sentScores.store'
import type { Sender } from './sentScores.store'

interface SendDependencies {
  db: Kysely<Tables>
  sentScores: SentScores
  dayCodes: DayCodes
  /** ms since 1970 */
  now?: () => number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const scoresPerHour = 60
/** the guests of a venue share an address */
const guestScoresPerHour = 120
/** phones look every few seconds what became of theirs */
const looksPerMinute = 600
const mostListed = 100

const ListQuery = v.object(paging(mostListed))

const noLink = 'This link takes no scores any more. Scan the code at the machine again, or ask the staff.'
const tooManyScores =
  'Too many scores came from here within an hour. Please try again later: nothing that you sent is lost.'
const accountsOnly = 'Only players with an account can put their name on this screen. Log in or register first.'
const wrongCode = 'This is not today’s code. Ask the staff for it.'
const isFull = 'Many scores wait at this machine already. Please try again when the staff have looked at them.'
const isElsewhere = 'This score was already sent to another machine. Please send it as a new one.'

/** Throws 404 with a sentence for a link that takes none. */
async function requireLink(db: Kysely<Tables>, request: FastifyRequest) {
  const link = await findLinkByCode(db, (request.params as { code: string }).code)
  if (!link) throw new Refusal(404, { detail: noLink })
  return link
}

/** The one who asks, where they have sent something; otherwise undefined. */
async function knownSender(db: Kysely<Tables>, { actor, headers }: FastifyRequest): Promise<Sender | undefined> {
  if (actor.type === 'user') return { user: actor.userId }
  const hash = guestIn(headers.authorization)
  const guest = hash && (await findGuest(db, hash))
  return guest === undefined ? undefined : { guest }
}

/** Guests send scores of a machine by its link, and see what becomes of them. */
export function sendRoutes({ db, sentScores, dayCodes, now = Date.now }: SendDependencies): FastifyPluginAsync {
  async function senderOf(request: FastifyRequest): Promise<Sender> {
    const hash = guestIn(request.headers.authorization)
    if (request.actor.type !== 'user' && hash) return { guest: await rememberGuest(db, hash, new Date(now())) }
    return { user: requireUser(request) }
  }

  /** Throws 400 for letters that do not go up, and a code that is not today's; 403, 429. */
  async function requireFit(
    request: FastifyRequest,
    link: OpenLink,
    { guest, day_code }: v.InferOutput<typeof SentScoreInput>,
  ): Promise<void> {
    const isAccount = request.actor.type === 'user'
    if (guest === null && !isAccount) throw invalid({ guest: ['Please enter a name, or letters'] })
    if (guest !== null && !isFitName(guest)) throw invalid({ guest: ['Please pick other letters'] })
    if (!isAccount && (await asksForAccounts(db, link.venue_machine_id))) throw forbidden(accountsOnly)
    if (!link.asks_day_code) return
    if (day_code === null) throw invalid({ day_code: ['Please enter the four digits of the code of the day'] })
    if (!(await dayCodes.isGood(link.venue_id, day_code, guesserOf(request)))) throw invalid({ day_code: [wrongCode] })
  }

  /** Stores what was sent, and answers its id. Throws what refuses it. */
  async function take(request: FastifyRequest, link: OpenLink): Promise<number> {
    const { fields, files } = await readBody(request, photoUpload)
    const input = parse(SentScoreInput, fields)
    const before = await findSent(db, input.uuid, link.venue_machine_id)
    if (before === 'elsewhere') throw conflict(isElsewhere)
    if (before) return before.id
    await requireFit(request, link, input)
    const photo = files.photo && (await readPhoto(files.photo, 'photo'))
    const sender = await senderOf(request)
    const inserted = await insertSent(db, link, sender, { ...input, photo })
    if (inserted === 'elsewhere') throw conflict(isElsewhere)
    if (inserted === 'full') throw conflict(isFull)
    if (inserted === 'closed') throw new Refusal(404, { detail: noLink })
    const needsNoYes =
      link.mode === 'accept' ||
      (input.guest === null && 'user' in sender && (await isAlwaysAccepted(db, link.venue_id, sender.user)))
    if (needsNoYes) await sentScores.acceptAtOnce(inserted.id, link.owner_id)
    return inserted.id
  }

  return async (app) => {
    await acceptUploads(app)

    const page = describes(
      {
        summary: 'The machine behind a link for guests, and how it takes scores',
        actor: 'anyone',
        answers: { 200: SendPage },
        refusals: [404],
      },
      perAddress(looksPerMinute, minuteMs),
    )
    app.get('/api/send/:code/', page, async (request, reply): Promise<SendPage> => {
      const link = await requireLink(db, request)
      reply.header('cache-control', 'no-store')
      return {
        venuemachine: playedMachine(link),
        mode: link.mode,
        needs_day_code: link.asks_day_code,
        claims: (await asksForAccounts(db, link.venue_machine_id)) ? 'accounts' : 'anyone',
      }
    })

    const send = describes(
      {
        summary:
          'Send a score of a machine by its link for guests, with a photo or without; with the same uuid it is sent once',
        actor: 'guest',
        body: SentScoreInput,
        upload: { file: 'photo', types: imageTypes },
        answers: { 201: SentScore },
        refusals: [401, 403, 404, 409, 413, 415],
      },
      perUser(scoresPerHour, hourMs, guestScoresPerHour, { db, name: 'sent scores' }, tooManyScores),
    )
    app.post('/api/send/:code/', send, async (request, reply) => {
      const link = await requireLink(db, request)
      // Before a body is read: without a browser's token or a login nothing is taken.
      if (guestIn(request.headers.authorization) === undefined) requireUser(request)
      const id = await photoSlots.take(networkOf(request.caller), () => take(request, link))
      const sent = await readSentById(db, id)
      if (!sent) throw notFound()
      return reply.code(201).send(sent)
    })

    const list = describes(
      {
        summary: 'The scores that you, or a guest, have sent by links of machines, newest first',
        actor: 'guest',
        query: ListQuery,
        answers: { 200: listOf(SentScore) },
      },
      perAddress(looksPerMinute, minuteMs),
    )
    app.get('/api/sent_score/', list, async (request) => {
      const query = parse(ListQuery, request.query)
      const sender = await knownSender(db, request)
      const { count, sent } = sender ? await listSent(db, sender, query) : { count: 0, sent: [] }
      return pageOf(request.url, query, count, sent)
    })

    const withdraw = describes({
      summary: 'Take back a score that you, or a guest, sent and that still waits',
      actor: 'guest',
      answers: { 204: null },
      refusals: [401, 404],
    })
    app.delete('/api/sent_score/:uuid/', withdraw, async (request, reply) => {
      const { uuid } = request.params as { uuid: string }
      const sender = await knownSender(db, request)
      const isUuid = v.is(SentScoreInput.entries.uuid, uuid)
      if (!sender || !isUuid || !(await withdrawSent(db, uuid, sender))) throw notFound()
      return reply.code(204).send()
    })
  }
}
