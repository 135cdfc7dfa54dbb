import { tvs } from '@multiball/shared/api'
import type { Tv } from '@multiball/shared/schema'

const pageSize = 100

/** All TVs of whoever is signed in, by name. Throws ApiError. */
export async function loadTvs(signal?: AbortSignal): Promise<Tv[]> {
  const found: Tv[] = []
  for (;;) {
    const { results, count } = await tvs.list({ limit: pageSize, offset: found.length || undefined }, signal)
    found.push(...results)
    if (results.length === 0 || found.length >= count) return found
  }
}
