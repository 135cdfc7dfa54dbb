import { EnteredScoreInput, NewScoreInput, PlayedGame } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { requireUser } from '../../../ground/http/auth'
import { perUser } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { idOf, parse } from '../../../ground/http/parse'
import { conflict, invalid, notFound } from '../../../ground/http/refusals'
import { isFitName } from '../guests'
import { findPlayed } from '../played.store'
import { addGame } from './addGame'
import type { AddedGames } from './addGame'
import { removeGame, retellGame, standingOf } from './entered.store'
import type { Changed } from './entered.store'

const minuteMs = 60_000
const scoresPerMinute = 60
const isRecorded = 'This game was recorded as it was played. Only scores that were added can be changed.'
const isRetired = 'This machine was removed from its venue, so no score can be added to it.'

/** Throws 400 for letters that do not go up on a wall. */
function requireFit(guest: string | null) {
  if (guest !== null && !isFitName(guest)) throw invalid({ guest: ['Please pick other letters'] })
}

/** The machine of a game that was changed. Throws 404, and 409 for one that was recorded. */
function machineOf(changed: Changed): number {
  if (changed === undefined) throw notFound()
  if (changed === 'recorded') throw conflict(isRecorded)
  return changed
}

/** Owners add scores of machines that send none, and change and remove what was added. */
export function enteredRoutes(added: AddedGames): FastifyPluginAsync {
  const { db, games } = added
  const limited = perUser(scoresPerMinute, minuteMs)

  return async (app) => {
    const add = describes(
      {
        summary: 'Add a score to one’s own machine, as a game that is over; with the same uuid it is added once',
        actor: 'user',
        scope: 'scores',
        body: NewScoreInput,
        audit: 'score added',
        answers: { 201: PlayedGame },
        refusals: [404, 409],
      },
      limited,
    )
    app.post('/api/venuemachine/:id/score/', add, async (request, reply) => {
      const [ownerId, venueMachineId] = [requireUser(request), idOf(request)]
      const standing = await standingOf(db, venueMachineId, ownerId)
      if (!standing) throw notFound()
      const { uuid, played_on, ...told } = parse(NewScoreInput, request.body)
      if (standing === 'retired') throw conflict(isRetired)
      requireFit(told.guest)
      const id = await addGame(added, { ...told, venueMachineId, uuid, by: 'hand', playedOn: played_on })
      return reply.code(201).send(await findPlayed(db, id))
    })

    const change = describes(
      {
        summary: 'Change a score that was added to one’s own machine',
        actor: 'user',
        scope: 'scores',
        body: EnteredScoreInput,
        audit: 'score changed',
        answers: { 200: PlayedGame },
        refusals: [404, 409],
      },
      limited,
    )
    app.put('/api/game/:id/', change, async (request) => {
      const [ownerId, id] = [requireUser(request), idOf(request)]
      const told = parse(EnteredScoreInput, request.body)
      requireFit(told.guest)
      await games.claimed(machineOf(await retellGame(db, id, ownerId, told)))
      const game = await findPlayed(db, id)
      if (!game) throw notFound()
      return game
    })

    const remove = describes({
      summary: 'Remove a score that was added to one’s own machine',
      actor: 'user',
      scope: 'scores',
      audit: 'score removed',
      answers: { 204: null },
      refusals: [404, 409],
    })
    app.delete('/api/game/:id/', remove, async (request, reply) => {
      await games.claimed(machineOf(await removeGame(db, idOf(request), requireUser(request))))
      return reply.code(204).send()
    })
  }
}
