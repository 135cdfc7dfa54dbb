/** A code is renewed this long before its end. */
const spareMs = 60_000

/** The time until the code is replaced, which is a minute before it ends: '8:05'. */
export function timeLeft(untilEndMs: number): string {
  const seconds = Math.max(0, Math.ceil((untilEndMs - spareMs) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
