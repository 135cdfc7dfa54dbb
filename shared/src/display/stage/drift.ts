/** Offset in px that keeps a wall's screen from burning in: each minute one step, never further than 4 px. */
export function driftAt(nowMs: number): { x: number; y: number } {
  const minute = Math.floor(nowMs / 60_000)
  return { x: wave(minute, 4), y: wave(minute + 2, 3) }
}

/** Whole steps 0, 1 … reach … -reach … 0. */
function wave(step: number, reach: number): number {
  const at = step % (4 * reach)
  if (at <= reach) return at
  return at <= 3 * reach ? 2 * reach - at : at - 4 * reach
}
