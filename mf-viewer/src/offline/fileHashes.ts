/*
 * What the files of published versions must be. Publish leaves a list of hashes beside them (platform/src/disk/fileHashes.ts),
 * which never changes either. A list is read once in the life of a worker, and kept for those after it.
 */

import { cacheNames, mostEntries } from './caches'

/** Hashes of a version's files by name, in the form of an `integrity` attribute. */
type FileHashes = Readonly<Record<string, string>>

/** What reading a list needs of the outer world; a test gives its own. */
export interface HashLists {
  /** the list that was kept under this address */
  recall(address: string): Promise<Response | undefined>
  /** Asks the server. @throws when it does not answer */
  ask(address: string): Promise<Response>
  keep(address: string, list: Response): Promise<void>
}

type Verdict =
  /** the file is what was published */
  | 'genuine'
  /** another file, or one that no list names */
  | 'wrong'
  /** the list cannot be had just now */
  | 'unknown'

const place = /^(.*\/r\/[^/]+\/[^/]+\/)([^?]+)/

/** The list behind an answer; undefined for anything that is none, such as a page of somebody else's. */
async function listIn(answer: Response): Promise<FileHashes | undefined> {
  if (answer.status !== 200) return undefined
  const list = (await answer.json().catch(() => undefined)) as unknown
  return typeof list === 'object' && list !== null && !Array.isArray(list) ? (list as FileHashes) : undefined
}

async function integrityOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))
  return `sha384-${btoa(String.fromCharCode(...digest))}`
}

/** Tells whether an answer for a published file is that file. */
export function createInspector({ recall, ask, keep }: HashLists) {
  const lists = new Map<string, Promise<FileHashes | null | undefined>>()

  /** null where the server has no list for the version; undefined while it does not say. */
  async function read(address: string): Promise<FileHashes | null | undefined> {
    try {
      const kept = await recall(address)
      const known = kept && (await listIn(kept))
      if (known) return known
      const answer = await ask(address)
      if (answer.status === 404) return null
      const list = await listIn(answer.clone())
      if (list) await keep(address, answer)
      return list
    } catch {
      return undefined
    }
  }

  /** A page's files come together: they share one question. */
  async function hashesAt(address: string) {
    const reading = lists.get(address) ?? read(address)
    lists.set(address, reading)
    const list = await reading
    if (!list) lists.delete(address)
    return list
  }

  /** @param address of the file; the query that a retry adds counts for nothing */
  return async (address: string, answer: Response): Promise<Verdict> => {
    const [, folder, file] = place.exec(address) ?? []
    if (folder === undefined || file === undefined) return 'wrong'
    const hashes = await hashesAt(`${folder}files.json`)
    if (hashes === undefined) return 'unknown'
    return hashes?.[file] === (await integrityOf(await answer.arrayBuffer())) ? 'genuine' : 'wrong'
  }
}

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
