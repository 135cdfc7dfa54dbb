import { shortTime } from '@multiball/shared/pages'

/** Devices say something every 10 to 12 s; what is written of it is up to 10 s old. */
const hereMs = 45_000

/** Whether a machine is heard now, and the words for it: 'Heard just now', 'Heard 2 min ago', 'Never heard'. */
export function lastHeard(at: string | null | undefined, now: Date): { isHere: boolean; words: string } {
  if (!at) return { isHere: false, words: 'Never heard' }
  const when = new Date(at)
  const isHere = now.getTime() - when.getTime() < hereMs
  const time = isHere ? 'just now' : shortTime(when, now)
  return { isHere, words: `Heard ${/^(?:Just now|Yesterday)$/.test(time) ? time.toLowerCase() : time}` }
}
