const hourMs = 3_600_000

/** How many mails one address may be sent, and within how many ms. Counted in the database, not by a WindowLimit: a start may not allow more. */
export const mailLimits = [
  { max: 3, windowMs: hourMs },
  { max: 10, windowMs: 24 * hourMs },
] as const

/** No request older than this counts. */
export const longestWindowMs = 24 * hourMs

/** How long until one more mail may be asked for, in ms; 0: now. `requests`: ms since 1970 of those so far, newest first. */
export function waitFor(requests: readonly number[], now: number): number {
  const waits = mailLimits.map(({ max, windowMs }) => {
    const lastThatCounts = requests[max - 1]
    return lastThatCounts === undefined ? 0 : lastThatCounts + windowMs - now
  })
  return Math.max(0, ...waits)
}
