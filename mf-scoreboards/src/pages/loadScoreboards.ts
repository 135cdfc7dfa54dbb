import { scoreboards } from '@multiball/shared/api'
import type { Scoreboard } from '@multiball/shared/schema'

const pageSize = 100

/** All scoreboards of an owner, newest first. Throws ApiError. */
export async function loadScoreboards(owner: number, signal: AbortSignal): Promise<Scoreboard[]> {
  const boards: Scoreboard[] = []
  for (;;) {
    const { results, count } = await scoreboards.list({ owner, limit: pageSize, ordering: '-id', offset: boards.length || undefined }, signal)
    boards.push(...results)
    if (results.length === 0 || boards.length >= count) return boards
  }
}
