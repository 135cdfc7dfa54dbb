import { scoreboards } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'

const limit = 1_000

/** All scoreboards of an owner, the newest first. */
export const useScoreboards = (owner: number) =>
  useRead(['scoreboards', owner], async (signal) => (await scoreboards.list({ owner, limit, ordering: '-id' }, signal)).results)
