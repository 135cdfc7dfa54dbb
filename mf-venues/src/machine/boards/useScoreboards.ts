import { scoreboards } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'

const mostScoreboards = 1_000

/** All scoreboards of an owner, the newest first. Throws ApiError. */
export const listScoreboards = async (owner: number, signal?: AbortSignal) =>
  (await scoreboards.list({ owner, limit: mostScoreboards, ordering: '-id' }, signal)).results

export const useScoreboards = (owner: number) =>
  useRead(['scoreboards', owner], (signal) => listScoreboards(owner, signal))
