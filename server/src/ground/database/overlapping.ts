/** PostgreSQL's codes for what another transaction was in the way of: a reference that went away, a deadlock. */
const overlaps = ['23503', '40P01']

/** Of many that write the same boards at once, each deadlock ends one. */
const mostAttempts = 5

/** Does the work again, a few times at most, where another transaction was in its way: what it then finds is answered as it is. */
export async function overlapping<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === mostAttempts || !overlaps.includes((error as { code?: string }).code ?? '')) throw error
    }
  }
}
