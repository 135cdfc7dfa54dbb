const minuteMs = 60_000
const hourMs = 60 * minuteMs

const pausesMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 4 * hourMs, 8 * hourMs, 16 * hourMs, 16 * hourMs]

/** How long to wait after so many attempts that failed, in ms; undefined: give up, about two days after the first. */
export const pauseAfter = (attempts: number): number | undefined => pausesMs[attempts - 1]

/** What was written longer ago, in ms, says nothing that is true any more: there was no mail server for days. */
export const giveUpAfterMs = 72 * hourMs
