import * as v from 'valibot'
import { isTimeZone } from './boards/leaderboard'
import { Id, Instant, WireScore } from './primitives/values'

/*
 * What an owner has, and sees first: what is going on at their machines and TVs, and how far their set-up is.
 */

const zone = v.optional(v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'There is no such time zone')), 'UTC')
const knownZone: typeof zone = v.fallback(zone, 'UTC')

/** Query of GET /api/tonight/: `tz`, the browser's time zone, says when today began; UTC without it, and where the server does not know it, since no person typed it. */
export const TonightQuery = v.object({ tz: knownZone })

const OwnMachine = v.object({
  id: Id,
  venue: v.object({ id: Id, name: v.string() }),
  machine: v.object({ id: Id, name: v.string() }),
  last_heard_at: v.nullable(Instant),
})

/** GET /api/tonight/ */
export const Tonight = v.object({
  /** machines with a game in progress, the one that was seen last first; at most 12 */
  playing: v.array(OwnMachine),
  /** machines that should be sending and are not, the one that fell silent last first; at most 12 */
  silent: v.array(OwnMachine),
  /** of all that are played and silent, listed or not; missing before servers said so */
  counts: v.optional(v.object({ playing: v.number(), silent: v.number() })),
  /** of all that stand in the owner's venues */
  machines: v.number(),
  tvs: v.object({ online: v.number(), count: v.number() }),
  /** the best score of today; `player` is null while nobody has claimed it */
  best: v.nullable(v.object({ game: Id, score: WireScore, player: v.nullable(v.string()), venuemachine: OwnMachine })),
  /** how far the owner's set-up is; ids of where its next step goes on */
  steps: v.object({
    venue: v.nullable(Id),
    machine: v.nullable(Id),
    has_score: v.boolean(),
    has_board: v.boolean(),
    /** a TV has shown what it was told */
    has_tv: v.boolean(),
  }),
  /** guests' scores that wait for the owner's yes; missing before servers said so */
  waiting_scores: v.optional(v.number()),
  /** what keeps the server from its work, in a sentence; missing while nothing does */
  trouble: v.optional(v.string()),
})
export type Tonight = v.InferOutput<typeof Tonight>

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** GET /api/counts/: how many things of each kind one has made, and not removed. */
export const Counts = v.object({
  /** by type; one without boards is missing */
  boards: v.record(v.string(), Count),
  venues: Count,
  tvs: Count,
})
export type Counts = v.InferOutput<typeof Counts>
