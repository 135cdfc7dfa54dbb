import { ClaimableGame, ClaimCode, ClaimInput, Game, GameClaimCode, listOf, OwnGame, paging } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database'
import { requireUser } from '../http/auth'
import type { Actor } from '../http/auth'
import { describes } from '../http/operation'
import { pageOf } from '../http/page'
import { idOf, IdText, KeyQuery, parse } from '../http/parse'
import { perAddress, perUser } from '../http/limits'
import { conflict, forbidden, notFound } from '../http/refusals'
import { findVenueMachine } from '../venues/venues.store'
import { ClaimCodes, claimSlot, newestGame, releaseSlot, removeClaim } from './claims'
import type { Games } from './games.service'
import { listOwnGames } from './played.store'
import type { MachineScores } from './scores.service'

interface ClaimsDependencies {
  db: Kysely<Tables>
  games: Games
  scores: MachineScores
  /** ms since 1970 */
  now?: () => number
}

const minuteMs = 60_000
const claimsPerMinute = 30
/** an open page asks every three seconds */
const looksPerMinute = 60
/** the screens of a venue share an address, and ask once per game */
const codesPerMinute = 600
const OwnGamesQuery = v.object(paging(1000))
const CodeQuery = v.object({ code: v.optional(ClaimCode) })
const RemovedQuery = v.object({
  position: v.optional(v.pipe(v.string(), v.regex(/^[1-6]$/, 'Positions are 1 to 6'), v.transform(Number))),
  game: v.optional(IdText),
})

const noCode = 'Scan the code on the display at the machine: it shows that you play there.'
const wrongCode = 'This code is not of the game that is played here now. Scan the one on the display again.'
const notYourMachine = 'Only the owner of the machine takes names off its games.'

/** Players claim their slot of the game in progress, or of the one that has just ended. */
export function claimsRoutes({ db, games, scores, now = Date.now }: ClaimsDependencies): FastifyPluginAsync {
  const codes = new ClaimCodes(db)

  /** A machine that the caller may not see is a 404, whatever the code. */
  const refusal = async (id: number, actor: Actor, code: string | undefined) => {
    await scores.requireVisible(id, actor, undefined)
    return forbidden(code === undefined ? noCode : wrongCode)
  }

  return async (app) => {
    app.get(
      '/api/venuemachine/:id/claim_code/',
      describes(
        { summary: 'The claim code of the newest game, for screens that the machine’s owner vouches for', actor: 'optional', query: KeyQuery, answers: { 200: GameClaimCode }, refusals: [404] },
        perAddress(codesPerMinute, minuteMs),
      ),
      async (request, reply): Promise<GameClaimCode> => {
        const id = idOf(request)
        if (!(await scores.isVouchedFor(id, request.actor, parse(KeyQuery, request.query).key))) throw notFound()
        const game = await newestGame(db, id)
        if (!game) throw notFound()
        reply.header('cache-control', 'no-store')
        return { game: game.id, code: await codes.codeOf(game) }
      },
    )

    app.get(
      '/api/venuemachine/:id/claim/',
      describes({ summary: 'The newest game, for anyone with its claim code', actor: 'user', query: CodeQuery, answers: { 200: ClaimableGame }, refusals: [403, 404] }, perUser(looksPerMinute, minuteMs)),
      async (request): Promise<ClaimableGame> => {
        const [userId, id] = [requireUser(request), idOf(request)]
        const { code } = parse(CodeQuery, request.query)
        const isProven = await codes.proofOf(userId, code)
        const [newest, machine] = [await newestGame(db, id), await findVenueMachine(db, id)]
        if (!newest || !machine || !isProven(newest)) throw await refusal(id, request.actor, code)
        const game = await games.current(id)
        if (!game) throw notFound()
        return { venuemachine: { id, venue: { name: machine.venue_name }, machine: { id: machine.machine_id, name: machine.machine_name } }, game }
      },
    )

    app.post(
      '/api/venuemachine/:id/claim/',
      describes(
        { summary: 'Claim a slot of the newest game; needs its claim code', actor: 'user', body: ClaimInput, answers: { 200: Game }, refusals: [403, 404, 409] },
        perUser(claimsPerMinute, minuteMs),
      ),
      async (request) => {
        const [userId, id] = [requireUser(request), idOf(request)]
        const { position, code } = parse(ClaimInput, request.body)
        switch (await claimSlot(db, games, id, position, userId, now(), await codes.proofOf(userId, code))) {
          case 'claimed': {
            const game = await games.current(id)
            if (!game) throw notFound()
            return game
          }
          case 'refused':
            throw await refusal(id, request.actor, code)
          case 'taken':
            throw conflict('Someone else has claimed this slot. Sort it out at the machine.')
          case 'elsewhere':
            throw conflict('You are already in this game. Undo that first.')
          case 'unplayed':
            throw notFound()
        }
      },
    )

    app.delete(
      '/api/venuemachine/:id/claim/',
      describes(
        {
          summary: 'Withdraw your claim of the newest game; with a position, the machine’s owner removes the claim of that slot, in the newest game or another',
          actor: 'user',
          query: RemovedQuery,
          answers: { 204: null },
          refusals: [403, 404],
        },
        perUser(claimsPerMinute, minuteMs),
      ),
      async (request, reply) => {
        const [userId, id] = [requireUser(request), idOf(request)]
        const { position, game } = parse(RemovedQuery, request.query)
        if (position !== undefined) await requireOwnMachine(id, request.actor)
        const isDone = position === undefined ? await releaseSlot(db, games, id, userId, now()) : await removeClaim(db, games, id, position, game)
        if (!isDone) throw notFound()
        return reply.code(204).send()
      },
    )

    app.get(
      '/api/user_profile/games/',
      describes({ summary: 'Games that you have played, newest first', actor: 'user', query: OwnGamesQuery, answers: { 200: listOf(OwnGame) } }),
      async (request) => {
        const userId = requireUser(request)
        const query = parse(OwnGamesQuery, request.query)
        const { count, ownGames } = await listOwnGames(db, userId, query)
        return pageOf(request.url, query, count, ownGames)
      },
    )
  }

  async function requireOwnMachine(id: number, actor: Actor) {
    const machine = await findVenueMachine(db, id)
    if (actor.type === 'user' && machine?.owner_id === actor.userId) return
    await scores.requireVisible(id, actor, undefined)
    throw forbidden(notYourMachine)
  }
}
