import type {
  Chase,
  LeaderboardScore,
  LeaderboardScores,
  LeaderboardSettings,
  ScoreboardInput,
} from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { countScores } from '../../../core/games/leaderboards/countScores'
import { scopeOfMachine } from '../../../core/games/leaderboards/scope'
import type { TimeSettings } from '../../../core/games/leaderboards/timeWindow'
import type { Tables } from '../../../ground/database'
import type { Audience, Dependencies, Parts, Shown } from './boardSource'
import { shownTo } from './feeds'

/** What a scoreboard says of its chase. */
interface ChaseSettings {
  ownerId: number
  of: ScoreboardInput['chase']
  /** a name of the IANA list; null is UTC */
  zone: string | null
  leaderboard: number | null
}

/** `staleAt` in ms since 1970, where it may be another one although no game settles. */
type ShownChase = Record<Audience, Chase | undefined> & { staleAt?: number }

interface ChaseSource {
  dependsOn: Dependencies
  /** What there is to beat in a game of this machine. */
  read(venueMachineId: number | undefined, parts: Parts): Promise<ShownChase>
}

const nothing: ShownChase = { everyone: undefined, insiders: undefined }

const chaseIn = (score: LeaderboardScore | undefined, of: Chase['of'], title?: string): Chase | undefined =>
  score && { of, title, score: score.score, player: score.player, settled_on: score.settled_on }

/** The score that the players of a scoreboard's games are shown to beat. Read again only once a game has settled or was corrected, a name has changed, or its day is over. */
export function chaseOf(
  db: Kysely<Tables>,
  { ownerId, of, zone, leaderboard }: ChaseSettings,
  now: () => number,
): ChaseSource {
  if (of === 'off' || (of === 'leaderboard' && leaderboard === null))
    return { dependsOn: {}, read: async () => nothing }
  return of === 'leaderboard' ? ofLeaderboard(leaderboard!, ownerId) : ofMachine(db, of, timeOf(of, zone), now)
}

const timeOf = (of: 'all_time' | 'month' | 'day', zone: string | null): TimeSettings =>
  of === 'all_time' ? { type: 'all_time' } : { type: 'last_calendar', bucket: of, zone }

/** The best score of a leaderboard, for those who may see that. */
function ofLeaderboard(id: number, ownerId: number): ChaseSource {
  const board = { type: 'leaderboard', id } as const
  return {
    dependsOn: { boards: [board] },
    async read(_venueMachineId, parts) {
      const part = await parts.get(board)
      if (!part) return nothing
      const [forEveryone, forInsiders] = [shownTo('everyone', part, ownerId), shownTo('insiders', part, ownerId)]
      const everyone = bestIn(forEveryone)
      return {
        everyone,
        insiders: forInsiders === forEveryone ? everyone : bestIn(forInsiders),
        staleAt: part.staleAt,
      }
    },
  }
}

function bestIn(shown: Shown | undefined): Chase | undefined {
  if (!shown || !('data' in shown.body)) return undefined
  const [list] = shown.body.data as LeaderboardScores['data']
  return chaseIn(list?.scores[0], 'leaderboard', (shown.settings as LeaderboardSettings).title)
}

/** The best score of a machine in this time. */
function ofMachine(db: Kysely<Tables>, of: Chase['of'], time: TimeSettings, now: () => number): ChaseSource {
  let kept: { venueMachineId: number; revision: number; shown: ShownChase } | undefined
  return {
    dependsOn: {},
    async read(venueMachineId, { revision }) {
      if (venueMachineId === undefined) return nothing
      const isKept =
        kept?.venueMachineId === venueMachineId &&
        kept.revision === revision &&
        (kept.shown.staleAt ?? Number.POSITIVE_INFINITY) > now()
      if (!isKept) {
        const { scores, validUntil } = await countScores(db, scopeOfMachine(venueMachineId, 1, time), now())
        const chase = chaseIn(scores[0], of)
        kept = { venueMachineId, revision, shown: { everyone: chase, insiders: chase, staleAt: validUntil } }
      }
      return kept!.shown
    },
  }
}
