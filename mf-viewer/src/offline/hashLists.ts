import { cacheNames, mostEntries } from './caches'
import type { HashLists } from './fileHashes'

const openLists = () => caches.open(cacheNames.hashes)

/**
 * Lists of hashes in the browser's cache storage; the newest ones stay.
 * @param patienceMs until a server that says nothing counts as away
 */
export const browserHashLists = (patienceMs: number): HashLists => ({
  recall: async (address) => (await openLists()).match(address),
  async ask(address) {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), patienceMs)
    try {
      const answer = await fetch(address, { cache: 'no-cache', credentials: 'omit', signal: abort.signal })
      // Whole, or it did not come.
      return new Response(await answer.arrayBuffer(), { status: answer.status })
    } finally {
      clearTimeout(timer)
    }
  },
  async keep(address, list) {
    const cache = await openLists()
    await cache.put(address, list)
    for (const old of (await cache.keys()).slice(0, -mostEntries.hashes)) await cache.delete(old)
  },
})
