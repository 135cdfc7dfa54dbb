import {
  cardOfScore,
  ClaimableGame,
  ClaimCode,
  ClaimInput,
  Game,
  GameClaimCode,
  GuestGamesInput,
  listOf,
  OwnGame,
  paging,
  TakenGames,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../ground/database'
import { hashOf, requireUser } from '../../ground/http/auth'
import type { Actor } from '../../ground/http/auth'
import { countCall, perAddress, perUser, WindowLimit } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { pageFrom } from '../../ground/http/page'
import { idOf, IdText, KeyQuery, parse } from '../../ground/http/parse'
import { conflict, forbidden, invalid, notFound, unauthorized } from '../../ground/http/refusals'
import type { BoardChanges } from '../boards/changes'
import { findVenueMachine, isShownInPublic } from '../venues/venues.store'
import { ClaimCodes, claimSlot, isTooLate, leaveAdded, newestGame, releaseSlot, removeClaim, slotOf } from './claims'
import type { Claimant, TakeNameOff } from './claims'
import { guesserOf } from './codeTries'
import type { Games } from './games.service'
import { asksForAccounts, findGuest, guestIn, isRefused, takeAlong } from './guests'
import { listOwnGames } from './played.store'
import type { MachineScores } from './scores.service'

interface ClaimsDependencies {
  db: Kysely<Tables>
  games: Games
  scores: MachineScores
  changes: BoardChanges
  takeNameOff: TakeNameOff
  /** ms since 1970 */
  now?: () => number
}

const minuteMs = 60_000
const claimsPerMinute = 30
/** an open page asks every two seconds */
const looksPerMinute = 60
/** the guests of a venue share an address */
const guestClaimsPerMinute = 120
const guestLooksPerMinute = 3_000
/** of the names of guests in one game: six players, each with second thoughts */
const guestChangesPerGame = 60
const gameMs = 3_600_000
/** the screens of a venue share an address, and ask once per game */
const codesPerMinute = 600
/** `after`: as in the list of a machine's games. */
const OwnGamesQuery = v.object({ ...paging(1000), after: v.optional(IdText) })
const CodeQuery = v.object({ code: v.optional(ClaimCode) })
const RemovedQuery = v.object({
  position: v.optional(v.pipe(v.string(), v.regex(/^[1-6]$/, 'Positions are 1 to 6'), v.transform(Number))),
  game: v.optional(IdText),
})

const noCode = 'Scan the code on the display at the machine: it shows that you play there.'
const wrongCode = 'This code is for another game. Scan the code on the screen again.'
const tooLate = 'The last game ended over an hour ago, so it can’t be claimed. Start a new one and scan its code.'
const notYourMachine = 'Only the machine’s owner can remove names from its games.'
const accountsOnly = 'Only players with an account can put their name on this screen. Log in or register first.'
const missingInitials = 'Pick your letters'
const refusedInitials = 'Please pick other letters'

/** A user by id, a guest by the hash of its token; undefined is anybody else. */
const callerOf = ({ actor, headers }: FastifyRequest): number | Buffer | undefined =>
  actor.type === 'user' ? actor.userId : guestIn(headers.authorization)

function requireCaller(request: FastifyRequest): number | Buffer {
  const caller = callerOf(request)
  if (caller === undefined) throw unauthorized()
  return caller
}

/** A caller with the name that goes up on the wall. Throws 400 for letters that do not. */
function claimantOf(caller: number | Buffer, initials: string | undefined): Claimant {
  if (typeof caller === 'number') return caller
  if (initials === undefined) throw invalid({ initials: [missingInitials] })
  if (isRefused(initials)) throw invalid({ initials: [refusedInitials] })
  return { guest: caller, initials }
}

/** Players claim their slot of the game in progress, or of the one that has just ended: with an account, or as guests with three letters. */
export function claimsRoutes({
  db,
  games,
  scores,
  changes,
  takeNameOff,
  now = Date.now,
}: ClaimsDependencies): FastifyPluginAsync {
  const codes = new ClaimCodes(db)
  const guestChanges = new WindowLimit(guestChangesPerGame, gameMs)

  /** A machine that the caller may not see is a 404, whatever the code. */
  const refusal = async (id: number, actor: Actor, code: string | undefined) => {
    await scores.requireVisible(id, actor, undefined)
    return forbidden(code === undefined ? noCode : wrongCode)
  }

  return async (app) => {
    app.get(
      '/api/venuemachine/:id/claim_code/',
      describes(
        {
          summary: 'The claim code of the newest game, for screens that the machine’s owner vouches for',
          actor: 'optional',
          query: KeyQuery,
          answers: { 200: GameClaimCode },
          refusals: [404],
        },
        perAddress(codesPerMinute, minuteMs),
      ),
      async (request, reply): Promise<GameClaimCode> => {
        const id = idOf(request)
        if (!(await scores.isVouchedFor(id, request.actor, parse(KeyQuery, request.query).key))) throw notFound()
        const game = await newestGame(db, id)
        if (!game || isTooLate(game, now())) throw notFound()
        reply.header('cache-control', 'no-store')
        return { game: game.id, code: await codes.codeOf(game) }
      },
    )

    app.get(
      '/api/venuemachine/:id/claim/',
      describes(
        {
          summary: 'The newest game, for anyone with its claim code',
          actor: 'guest',
          query: CodeQuery,
          answers: { 200: ClaimableGame },
          refusals: [403, 404],
        },
        perUser(looksPerMinute, minuteMs, guestLooksPerMinute),
      ),
      async (request): Promise<ClaimableGame> => {
        const id = idOf(request)
        const { code } = parse(CodeQuery, request.query)
        const isProven = await codes.proofOf(guesserOf(request), code)
        const [newest, machine] = [await newestGame(db, id), await findVenueMachine(db, id)]
        if (!newest || !machine || !isProven(newest)) throw await refusal(id, request.actor, code)
        const [game, mine] = [await games.claimable(id), await slotOf(db, newest.id, callerOf(request))]
        if (!game) throw notFound()
        if (mine === null && isTooLate(newest, now())) throw forbidden(tooLate)
        const isForAll = mine !== null && game.settled_on !== null && !game.is_test && (await isShownInPublic(db, id))
        return {
          venuemachine: {
            id,
            venue: { name: machine.venue_name },
            machine: { id: machine.machine_id, name: machine.machine_name },
          },
          game,
          mine,
          claims: (await asksForAccounts(db, id)) ? 'accounts' : 'anyone',
          ...(isForAll && { card: cardOfScore(game.id, mine) }),
        }
      },
    )

    app.post(
      '/api/venuemachine/:id/claim/',
      describes(
        {
          summary: 'Claim a slot of the newest game, as a guest with initials; needs its claim code',
          actor: 'guest',
          body: ClaimInput,
          answers: { 200: Game },
          refusals: [401, 403, 404, 409],
        },
        perUser(claimsPerMinute, minuteMs, guestClaimsPerMinute),
      ),
      async (request) => {
        const [caller, id] = [requireCaller(request), idOf(request)]
        const { position, code, initials } = parse(ClaimInput, request.body)
        const claimant = claimantOf(caller, initials)
        const isProven = await codes.proofOf(guesserOf(request), code)
        const outcome = await claimSlot(db, games, id, position, claimant, now(), (game) => {
          if (!isProven(game)) return false
          if (typeof claimant !== 'number') countCall(guestChanges, String(game.id))
          return true
        })
        switch (outcome) {
          case 'claimed': {
            const game = await games.claimable(id)
            if (!game) throw notFound()
            return game
          }
          case 'refused':
            throw await refusal(id, request.actor, code)
          case 'accounts':
            throw forbidden(accountsOnly)
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
          summary:
            'Withdraw your claim of the newest game, or with a game take your name off a score that was added; with a position, the machine’s owner removes the claim of that slot, in the newest game or another',
          actor: 'guest',
          query: RemovedQuery,
          answers: { 204: null },
          refusals: [401, 403, 404],
        },
        perUser(claimsPerMinute, minuteMs, guestClaimsPerMinute),
      ),
      async (request, reply) => {
        const [caller, id] = [requireCaller(request), idOf(request)]
        const { position, game } = parse(RemovedQuery, request.query)
        if (position !== undefined) await requireOwnMachine(id, request.actor)
        if (position === undefined && game !== undefined) {
          if (!(await leaveAdded(db, games, id, game, requireUser(request)))) throw notFound()
          return reply.code(204).send()
        }
        const frozenOn =
          position === undefined
            ? await releaseSlot(db, games, takeNameOff, id, caller, now())
            : await removeClaim(db, games, takeNameOff, id, position, game)
        if (!frozenOn) throw notFound()
        for (const board of frozenOn) changes.announce({ type: 'streamboard', id: board, reason: 'controlled' })
        return reply.code(204).send()
      },
    )

    app.get(
      '/api/user_profile/games/',
      describes({
        summary: 'Games that you have played, newest first',
        actor: 'user',
        scope: 'read',
        query: OwnGamesQuery,
        answers: { 200: listOf(OwnGame) },
      }),
      async (request) => {
        const userId = requireUser(request)
        const query = parse(OwnGamesQuery, request.query)
        const { count, ownGames } = await listOwnGames(db, { user: userId }, query)
        return pageFrom(request.url, query, count, ownGames)
      },
    )

    app.get(
      '/api/guest/games/',
      describes(
        {
          summary: 'Games that a guest has claimed, newest first',
          actor: 'guest',
          query: OwnGamesQuery,
          answers: { 200: listOf(OwnGame) },
        },
        perAddress(guestLooksPerMinute, minuteMs),
      ),
      async (request) => {
        const query = parse(OwnGamesQuery, request.query)
        const hash = guestIn(request.headers.authorization)
        const guest = hash && (await findGuest(db, hash))
        const { count, ownGames } =
          guest === undefined ? { count: 0, ownGames: [] } : await listOwnGames(db, { guest }, query)
        return pageFrom(request.url, query, count, ownGames)
      },
    )

    app.post(
      '/api/user_profile/guest_games/',
      describes(
        {
          summary: 'Take a guest’s games along: they are the caller’s from now on',
          actor: 'user',
          body: GuestGamesInput,
          answers: { 200: TakenGames },
          refusals: [404],
        },
        perUser(claimsPerMinute, minuteMs),
      ),
      async (request) => {
        const userId = requireUser(request)
        const { guest } = parse(GuestGamesInput, request.body)
        const taken = await takeAlong(db, hashOf(guest), userId)
        if (taken === undefined) throw notFound()
        // Walls and leaderboards show another name, also where the games are not the newest.
        for (const id of taken.venueMachineIds) await games.claimed(id)
        return { games: taken.games }
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
