import type { WireScore } from './primitives/values'

// In a file without valibot: displays carry what they take from here, and nothing else.
/** The largest BIGINT; no score may pass it. */
export const maxScore = 9_223_372_036_854_775_807n

/** Wire → bigint, exact at any size. */
export const scoreFromWire = (score: WireScore): bigint => BigInt(score)

/** bigint → wire, see {@link WireScore}. */
export function scoreToWire(score: bigint): WireScore {
  // What is not exact is rounded to a number that is not safe either.
  const number = Number(score)
  return Number.isSafeInteger(number) ? number : String(score)
}
