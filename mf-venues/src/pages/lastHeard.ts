import { shortTime } from '@multiball/shared/pages'

/** Devices say something every 10 to 12 s; what is written of it is up to 10 s old. */
const hereMs = 45_000

/** Whether a machine is heard now, and the words for it: 'Last data just now', 'Last data 2 min ago', 'No data yet'. */
export function lastHeard(at: string | null | undefined, now: Date): { isHere: boolean; words: string } {
  if (!at) return { isHere: false, words: 'No data yet' }
  const when = new Date(at)
  const isHere = now.getTime() - when.getTime() < hereMs
  const time = isHere ? 'just now' : shortTime(when, now)
  return { isHere, words: `Last data ${/^(?:Just now|Yesterday)$/.test(time) ? time.toLowerCase() : time}` }
}
