import type { MomentEntry } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { readStream } from '../../core/games/moments/eventMoments.store'
import { newestPlace } from '../../core/games/moments/moments.store'
import { eventBoardsOf, machinesOf } from '../../core/games/moments/momentsScope'
import type { MachineScores } from '../../core/games/scores.service'
import type { Tables } from '../../ground/database/tables'
import { undefinedWhenMissing } from '../../ground/http/refusals'
import type { HookSubject } from './hooks.store'

/** The stream of moments, as far as hooks read it. */
export interface MomentStream {
  /** the place of the newest entry; 0 before there is one */
  newest(): Promise<number>
  /** the entries of a hook's venue or board after a place, in order; none of what its owner may not see any more */
  entries(of: HookSubject, places: { after: number; upTo: number }, limit: number): Promise<MomentEntry[]>
}

export const momentStream = (db: Kysely<Tables>, scores: Pick<MachineScores, 'requireVisible'>): MomentStream => ({
  newest: () => newestPlace(db),
  entries: async ({ owner_id: userId, venue_id: venue, board_type: type, board_id: id }, places, limit) => {
    const of = venue === null ? { board: { type: type!, id: id! } } : { venue }
    const owner = { type: 'user', userId } as const
    const machines = await machinesOf(db, scores, owner, of).catch(undefinedWhenMissing)
    if (!machines) return []
    return readStream(db, { machines, boards: await eventBoardsOf(db, owner, of) }, places, limit)
  },
})
