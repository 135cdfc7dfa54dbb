import type { LeaderboardInput } from '@multiball/shared/schema'
import type { Reference } from '../names/names'

/** What the form shows by name; a machine that is alone in being counted has a field that knows it. */
export function namedByForm({ items, venuemachines, players }: Pick<LeaderboardInput, 'items' | 'venuemachines' | 'players'>): Reference[] {
  return [
    ...items.filter(({ type }) => type !== 'venuemachine' || items.length > 1),
    ...venuemachines.map((id): Reference => ({ type: 'venuemachine', id })),
    ...players.map((id): Reference => ({ type: 'user', id })),
  ]
}
