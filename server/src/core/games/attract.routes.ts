import { ScoreboardAttract, scoreToWire, TonightQuery } from '@multiball/shared/schema'
import type { Game, ScoreboardSettings } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { Tables } from '../../ground/database'
import { AnswerCache, sendCached } from '../../ground/http/answerCache'
import { siteOf } from '../../ground/http/cors'
import { perAddress } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { idOf, KeyQuery, parse } from '../../ground/http/parse'
import { elapsed } from '../../ground/process/clock'
import type { LiveStates } from '../boards/visibility'
import { bestNamedSince, newestSince } from './attract.store'
import type { AttractRow } from './attract.store'
import { playerOf } from './claimers'
import type { Games } from './games.service'
import { countScores } from './leaderboards/countScores'
import { scopeOfMachine } from './leaderboards/scope'
import { timeWindow } from './leaderboards/timeWindow'

interface AttractDependencies {
  db: Kysely<Tables>
  /** for what has not changed a moment ago */
  readDb?: Kysely<Tables>
  live: LiveStates
  games: Pick<Games, 'onChange' | 'onRename'>
  /** ms since 1970 */
  now?: () => number
  /** how long walls of one board are told the same */
  keepMs?: number
}

/** So long after a change the standby may not have it. */
const settlingMs = 60_000
const mostChanged = 10_000
const mostRecords = 5
const mostToday = 48

const AttractQuery = v.object({ ...KeyQuery.entries, ...TonightQuery.entries })

const nothing: ScoreboardAttract = { venuemachine: null, records: [], best_today: null, today: [] }

const scoreOf = ({ score, settled_at, claimer }: AttractRow) => ({
  score: scoreToWire(BigInt(score)),
  player: claimer && playerOf(claimer),
  settled_on: settled_at.toISOString(),
})

async function attractOf(
  db: Kysely<Tables>,
  venueMachineId: number | undefined,
  zone: string,
  now: number,
): Promise<ScoreboardAttract> {
  if (venueMachineId === undefined) return nothing
  const since = new Date(timeWindow({ type: 'last_calendar', bucket: 'day', zone }, now).from!)
  const [{ scores }, best, today] = await Promise.all([
    countScores(db, scopeOfMachine(venueMachineId, mostRecords, { type: 'all_time' }), now),
    bestNamedSince(db, venueMachineId, since),
    newestSince(db, venueMachineId, since, mostToday),
  ])
  return {
    venuemachine: venueMachineId,
    records: scores,
    best_today: best ? scoreOf(best) : null,
    today: today.map(scoreOf),
  }
}

/** Tells when the scores or names of a machine changed last, by `elapsed`; undefined where that is long ago. */
function lastChanges(games: AttractDependencies['games']) {
  const changedAt = new LRUCache<number, number>({ max: mostChanged })
  let renamedAt: number | undefined
  const endings = [
    games.onChange((venueMachineId, { isSettled }) => void (isSettled && changedAt.set(venueMachineId, elapsed()))),
    // Whoever it is may be on any machine.
    games.onRename(() => void (renamedAt = elapsed())),
  ]
  return {
    of: (venueMachineId: number | undefined) =>
      Math.max(renamedAt ?? 0, changedAt.get(venueMachineId ?? 0) ?? 0) || undefined,
    end: () => endings.forEach((end) => end()),
  }
}

/**
 * What a scoreboard's wall shows while nobody plays. Whoever may see the board may see it; read once a minute, however many walls ask,
 * and again where a score was counted or a name has changed: one that was taken off is not shown for longer.
 */
export function attractRoutes({
  db,
  readDb = db,
  live,
  games,
  now = Date.now,
  keepMs = 60_000,
}: AttractDependencies): FastifyPluginAsync {
  const answers = new AnswerCache(keepMs)
  return async (app) => {
    const changes = lastChanges(games)
    app.addHook('onClose', async () => changes.end())
    app.get(
      '/api/scoreboard/:id/attract/',
      describes(
        {
          summary: 'What a scoreboard shows while nobody plays: records of its machine and the scores of today',
          actor: 'optional',
          scope: 'read',
          query: AttractQuery,
          answers: { 200: ScoreboardAttract, 304: null },
          refusals: [404, 429],
        },
        perAddress(120, 60_000),
      ),
      async (request, reply) => {
        const { key, tz } = parse(AttractQuery, request.query)
        const site = siteOf(request.headers, request.server.publicOrigin)
        const { channel } = await live.open('scoreboard', idOf(request), request.actor, key, site)
        const { settings, body } = channel.shown as { settings: ScoreboardSettings; body: { data: Game[] } }
        // The one that the board shows; one that its owner may show no longer is not among them.
        const venueMachineId =
          body.data[0]?.venuemachine_id ??
          [...settings.items].sort((one, other) => one.order - other.order)[0]?.venuemachine.id
        const changedAt = changes.of(venueMachineId)
        const from = changedAt !== undefined && elapsed() - changedAt < settlingMs ? db : readDb
        const answer = await answers.get(`${venueMachineId} ${tz} ${changedAt}`, () =>
          attractOf(from, venueMachineId, tz, now()),
        )
        return sendCached(request, reply.header('cache-control', 'private, no-cache'), answer)
      },
    )
  }
}
