import { CacheExpiration } from 'workbox-expiration/CacheExpiration.js'
import { asOfHeader, cacheNames, longestKeptMs, mostEntries, type Kept } from './caches'

const expiration = new CacheExpiration(cacheNames.boards, {
  maxEntries: mostEntries.boards,
  maxAgeSeconds: longestKeptMs / 1000,
})

/** Writes to the cache of boards, and drops its oldest. @throws when the browser's storage does not take it */
export async function writeBoard(address: string, { body, asOf }: Kept): Promise<void> {
  const { href } = new URL(address, location.href)
  const cache = await caches.open(cacheNames.boards)
  await cache.put(
    href,
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', [asOfHeader]: String(asOf) } }),
  )
  await expiration.updateTimestamp(href)
  await expiration.expireEntries()
}
