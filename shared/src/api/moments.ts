import { read } from '@multiball/shared/client'
import { listOf, Moment, MomentCard, type BoardType, type List } from '@multiball/shared/schema'

/** Whose moments: those of a venue, of a venue machine or of the machines that a board shows or counts; of all one's own venues where none is named. */
export type MomentsOf =
  | { venue: number }
  | { venuemachine: number; key?: string }
  | { board_type: BoardType; board: number; key?: string }
  | Record<string, never>

/**
 * The moments, those that happened last first, without withdrawn ones; `limit` up to 500. To look back: what is to be shown as it
 * happens comes from GET /api/moments/stream/. Throws ApiError.
 */
export const listMoments = (
  of: MomentsOf,
  { limit, offset }: { limit: number; offset?: number },
  signal?: AbortSignal,
): Promise<List<Moment>> => read('/api/moments/', listOf(Moment), { query: { ...of, limit, offset }, signal })

/** A score to share, by the id of its card; `key` of a private board that shows its machine. Throws ApiError. */
export const getMomentCard = (card: string, signal?: AbortSignal, key?: string): Promise<MomentCard> =>
  read(`/api/moment/${encodeURIComponent(card)}/`, MomentCard, { query: { key }, signal })
