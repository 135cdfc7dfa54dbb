import { shortTime } from '../shortTime'
import type { Tv } from '@multiball/shared/schema'

/** Whether the TV is there, and if not since when: 'Online', 'Last seen 2 min ago', 'Not seen yet'. */
export function whenSeen({ is_online, last_seen_at }: Pick<Tv, 'is_online' | 'last_seen_at'>, now: Date): string {
  if (is_online) return 'Online'
  if (last_seen_at === null) return 'Not seen yet'
  const when = shortTime(new Date(last_seen_at), now)
  return `Last seen ${/^(?:Just now|Yesterday)$/.test(when) ? when.toLowerCase() : when}`
}
