const most = 5
const keyOf = (owner: number) => `mb-jump-${owner}`

/** Ids of the commands that this user chose last in this browser, the newest first. */
export function readRecent(owner: number): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function keepRecent(owner: number, id: string): void {
  try {
    localStorage.setItem(
      keyOf(owner),
      JSON.stringify([id, ...readRecent(owner).filter((other) => other !== id)].slice(0, most)),
    )
  } catch {
    // A forbidden storage costs the memory, not the jump.
  }
}
