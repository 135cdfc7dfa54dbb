const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** When, in the fewest words, and by the 24-hour clock that walls have: 'Just now', '2 min ago', '14:05', 'Yesterday', '12 Nov', '12 Nov 2024'; within a sentence 'just now', 'yesterday'. */
export function shortTime(when: Date, now: Date, { isWithin = false } = {}): string {
  const agoMs = now.getTime() - when.getTime()
  if (agoMs < minuteMs) return isWithin ? 'just now' : 'Just now'
  if (agoMs < 60 * minuteMs) return `${Math.floor(agoMs / minuteMs)} min ago`
  const daysAgo = Math.round((startOfDay(now) - startOfDay(when)) / dayMs)
  if (daysAgo === 0) return when.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (daysAgo === 1) return isWithin ? 'yesterday' : 'Yesterday'
  const sameYear = when.getFullYear() === now.getFullYear()
  return when.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' as const }),
  })
}

const startOfDay = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
