import type { BoardAddress, BoardLive } from '@multiball/shared/live'

/** How long ago the server was heard: '4 s', '12 min', '3 h'. */
function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

/** What somebody in front of a wall wants to know of one of its boards: 'scoreboard 12: live, heard 4 s ago, state 81'. */
export function boardLine({ type, id }: BoardAddress, { connection, asOf, scores, error }: BoardLive, nowMs: number): string {
  const heard = asOf === undefined ? 'never heard' : `heard ${age(nowMs - asOf)} ago`
  const state = scores ? [`state ${scores.seq}`] : []
  return `${type} ${id}: ${[connection, heard, ...state, ...(error ? [`error ${error.status}`] : [])].join(', ')}`
}
