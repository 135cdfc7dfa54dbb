import { scoreboards } from '@multiball/shared/api'
import { useRead } from '../useRead'

const limit = 1_000

/** All scoreboards of an owner, the newest first. */
export const useScoreboards = (owner: number) =>
  useRead(String(owner), async (signal) => (await scoreboards.list({ owner, limit, ordering: '-id' }, signal)).results)
