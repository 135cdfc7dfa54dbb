import { boards } from '@multiball/shared/api'
import type { MadeType, TakenTitles } from './plan'

const pageSize = 1000

async function titlesOf(type: MadeType, owner: number): Promise<Map<string, number>> {
  const titles = new Map<string, number>()
  for (let offset = 0; ; offset += pageSize) {
    const { results, count } = await boards(type).list({ owner, limit: pageSize, ordering: '-id', offset: offset || undefined })
    for (const { id, title } of results) titles.set(title, id)
    if (offset + pageSize >= count) return titles
  }
}

/** All titles that the owner has given, as the server knows them now. Throws ApiError. */
export async function readOwnTitles(owner: number): Promise<TakenTitles> {
  const [leaderboard, scoreboard, comboboard] = await Promise.all([titlesOf('leaderboard', owner), titlesOf('scoreboard', owner), titlesOf('comboboard', owner)])
  return { leaderboard, scoreboard, comboboard }
}
