import { EventMoment, OwnMomentInput, scoreToWire } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import { requireUser } from '../../../ground/http/auth'
import { perUser } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { parse, parseId } from '../../../ground/http/parse'
import { notFound } from '../../../ground/http/refusals'
import type { BoardChanges } from '../../boards/changes'
import { findBoard, refusal, refusedEdit } from '../../boards/visibility'
import type { BoardName } from '../../boards/visibility'
import { tellOwn, withdrawOwn } from './eventMoments.store'

const callsPerMinute = 60
const maxBytes = 4_096
const address = '/api/board/:type/:id/moment/:name'

interface OwnMomentsDependencies {
  db: Kysely<Tables>
  /** the kinds that a board type names, and what each is called */
  kindsOf(type: string): Promise<Readonly<Record<string, { title: string }>>>
  changes: Pick<BoardChanges, 'announce'>
}

/** Moments that programs tell of boards, of kinds that the board's type names. */
export function ownMomentsRoutes({ db, kindsOf, changes }: OwnMomentsDependencies): FastifyPluginAsync {
  /** Which kind of which board of the caller's is meant. Throws 403, and 404 where the type has no such kind. */
  async function subjectOf(request: FastifyRequest): Promise<{ board: BoardName; kind: string; title: string }> {
    const { type, id, name: kind } = request.params as { type: string; id: string; name: string }
    const ownerId = requireUser(request)
    const named = await kindsOf(type)
    if (!Object.hasOwn(named, kind)) throw notFound()
    const board = await findBoard(db, type, parseId(id))
    if (board?.owner_id !== ownerId) throw refusal(board, refusedEdit)
    return { board: { type, id: board.id }, kind, title: named[kind]!.title }
  }
  const told = ({ type, id }: BoardName) => changes.announce({ type, id, reason: 'posted' })

  return async (app) => {
    app.post(
      `${address}/`,
      describes(
        {
          summary: 'Tell a moment of a board, of a kind that its type names; once for each uuid',
          actor: 'user',
          scope: 'boards',
          body: OwnMomentInput,
          answers: { 201: EventMoment },
          refusals: [403, 404],
        },
        { ...perUser(callsPerMinute, 60_000), bodyLimit: maxBytes },
      ),
      async (request, reply) => {
        const { board, kind, title } = await subjectOf(request)
        const { uuid, text, player, score } = parse(OwnMomentInput, request.body)
        const moment = await tellOwn(db, board, kind, uuid, {
          ...{ title, text, players: player === null ? [] : [{ name: player, initials: null }] },
          ...(score !== null && { score: scoreToWire(score) }),
        })
        told(board)
        return reply.code(201).send(moment)
      },
    )

    app.delete(
      `${address}/:uuid/`,
      describes(
        {
          summary: 'Withdraw a moment that a program has told; nothing where there is none',
          actor: 'user',
          scope: 'boards',
          answers: { 204: null },
          refusals: [403, 404],
        },
        perUser(callsPerMinute, 60_000),
      ),
      async (request, reply) => {
        const { board, kind } = await subjectOf(request)
        const { uuid } = request.params as { uuid: string }
        if (await withdrawOwn(db, board, kind, uuid.toLowerCase().replaceAll('-', ''))) told(board)
        return reply.code(204).send()
      },
    )
  }
}
