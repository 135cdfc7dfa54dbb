/** PostgreSQL's codes for what another transaction was in the way of: a reference that went away, a deadlock. */
const overlaps = ['23503', '40P01']

/** Does the work again, once, where another transaction was in its way: what it then finds is answered as it is. */
export async function overlapping<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!overlaps.includes((error as { code?: string }).code ?? '')) throw error
    return work()
  }
}
