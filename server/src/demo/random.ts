/** A number from 0 up to, but not including, 1. */
export type Random = () => number

/** A repeatable random (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number from `min` to `max`, both included. */
export const between = (random: Random, min: number, max: number): number => min + Math.floor(random() * (max - min + 1))

/** One of these. */
export const oneOf = <Value>(random: Random, values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
