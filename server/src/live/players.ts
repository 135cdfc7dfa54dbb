/** The users that a state names, wherever in it: `player` beside a score. */
export function playersIn(body: unknown, found = new Set<number>()): Set<number> {
  if (typeof body !== 'object' || body === null) return found
  for (const [name, value] of Object.entries(body)) {
    if (name === 'player' && typeof (value as { id?: unknown } | null)?.id === 'number') found.add((value as { id: number }).id)
    else playersIn(value, found)
  }
  return found
}
