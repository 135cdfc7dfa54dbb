import { ScoreboardAttract, scoreToWire, TonightQuery } from '@multiball/shared/schema'
import type { Game, ScoreboardSettings } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../ground/database'
import { playerOf } from '../../core/games/claimers'
import { countScores } from '../../core/games/leaderboards/countScores'
import type { LeaderboardScope } from '../../core/games/leaderboards/scope'
import { timeWindow } from '../../core/games/leaderboards/timeWindow'
import { AnswerCache, sendCached } from '../../ground/http/answerCache'
import { siteOf } from '../../ground/http/cors'
import { perAddress } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { idOf, KeyQuery, parse } from '../../ground/http/parse'
import { bestNamedSince, newestSince } from './attract.store'
import type { AttractRow } from './attract.store'
import type { LiveHub } from './hub'

interface AttractDependencies {
  db: Kysely<Tables>
  hub: LiveHub
  /** ms since 1970 */
  now?: () => number
  /** how long walls of one board are told the same */
  keepMs?: number
}

const mostRecords = 5
const mostToday = 48

const AttractQuery = v.object({ ...KeyQuery.entries, ...TonightQuery.entries })

const nothing: ScoreboardAttract = { venuemachine: null, records: [], best_today: null, today: [] }

const scoreOf = ({ score, settled_at, claimer }: AttractRow) => ({ score: scoreToWire(BigInt(score)), player: claimer && playerOf(claimer), settled_on: settled_at.toISOString() })

async function attractOf(db: Kysely<Tables>, venueMachineId: number | undefined, zone: string, now: number): Promise<ScoreboardAttract> {
  if (venueMachineId === undefined) return nothing
  const scope: LeaderboardScope = { watches: { venueMachineIds: [venueMachineId], machineIds: [] }, countedOfTitles: [], players: undefined, onePerPlayer: false, rows: mostRecords, time: { type: 'all_time' } }
  const since = new Date(timeWindow({ type: 'last_calendar', bucket: 'day', zone }, now).from!)
  const [{ scores }, best, today] = await Promise.all([countScores(db, scope, now), bestNamedSince(db, venueMachineId, since), newestSince(db, venueMachineId, since, mostToday)])
  return { venuemachine: venueMachineId, records: scores, best_today: best ? scoreOf(best) : null, today: today.map(scoreOf) }
}

/** What a scoreboard's wall shows while nobody plays. Whoever may see the board may see it; read once a minute, however many walls ask. */
export function attractRoutes({ db, hub, now = Date.now, keepMs = 60_000 }: AttractDependencies): FastifyPluginAsync {
  const answers = new AnswerCache(keepMs)
  return async (app) => {
    app.get(
      '/api/scoreboard/:id/attract/',
      describes(
        {
          summary: 'What a scoreboard shows while nobody plays: records of its machine and the scores of today',
          actor: 'optional',
          query: AttractQuery,
          answers: { 200: ScoreboardAttract, 304: null },
          refusals: [404, 429],
        },
        perAddress(120, 60_000),
      ),
      async (request, reply) => {
        const { key, tz } = parse(AttractQuery, request.query)
        const site = siteOf(request.headers, request.server.publicOrigin)
        const { channel } = await hub.open('scoreboard', idOf(request), request.actor, key, site)
        const { settings, body } = channel.shown as unknown as { settings: ScoreboardSettings; body: { data: Game[] } }
        // The one that the board shows; one that its owner may show no longer is not among them.
        const venueMachineId = body.data[0]?.venuemachine_id ?? [...settings.items].sort((one, other) => one.order - other.order)[0]?.venuemachine.id
        const answer = await answers.get(`${venueMachineId} ${tz}`, () => attractOf(db, venueMachineId, tz, now()))
        return sendCached(request, reply.header('cache-control', 'private, no-cache'), answer)
      },
    )
  }
}
