import { ApiError } from '@multiball/shared/client'
import { profileAtom, type SessionStore } from '@multiball/shared/session'
import { hashKey, notifyManager, QueryClient, useQuery } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'

export type Loaded<Value> = { type: 'loading' | 'missing' | 'failed' | 'offline' } | { type: 'ready'; value: Value }

/** Names what is read, the same wherever it is read: its kind, then what tells it apart from others of that kind. */
export type ReadKey = readonly [kind: string, ...subject: (string | number | undefined)[]]

interface ReadOptions<Value> {
  /** how often to ask again while the page is in view, in ms, or a function of the last answer; undefined asks once */
  everyMs?: number | ((known: Value) => number | undefined)
  /** keeps the answer after its page is left: on the way back it is shown at once, then replaced by a new one */
  isKept?: boolean
  /** when `key` changes, the answer for the last one stays until the new one arrives */
  keepsLast?: boolean
}

export interface Read<Value> {
  loaded: Loaded<Value>
  /** asks again; resolves when the call has answered or failed */
  refresh(): Promise<void>
  /** changes the answer before the server does; does nothing while there is none */
  change(update: (known: Value) => Value): void
}

// Answers are rendered as soon as they arrive; by default only after a timer.
notifyManager.setScheduler(queueMicrotask)

const clientAtom = atom(() => {
  const client = new QueryClient({
    // The API client retries by itself, and its errors say when there is no network.
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true, refetchOnWindowFocus: false },
    },
  })
  // Subscribes it to the browser's online events.
  client.mount()
  return client
})

/** Reads that were prepared and that no page has shown yet. */
const prepared = new WeakSet<object>()

/** What was changed of an answer since it was asked for again: an older answer does not undo that. */
const changes = new WeakMap<object, ((known: never) => unknown)[]>()

/** Older than this, what was prepared is shown and asked for again, as what was kept is. */
const preparedMs = 10_000

/**
 * Asks, for whoever is signed in, what a page that is about to be drawn reads with `isKept` under the same key: the page waits
 * for that call, or has its answer at once. After a failure the page asks again. Does nothing about what is known already.
 */
export function prepareRead<Value>(
  store: SessionStore,
  key: ReadKey,
  load: (signal: AbortSignal) => Promise<Value>,
): void {
  const client = store.get(clientAtom)
  const queryKey = [store.get(profileAtom).profile?.id, ...key]
  if (client.getQueryState(queryKey)) return
  void client.prefetchQuery({ queryKey, queryFn: ({ signal }) => load(signal), gcTime: Infinity })
  const query = client.getQueryCache().get(hashKey(queryKey))
  if (query) prepared.add(query)
}

/**
 * Reads what a call answers, and reads it again when `key` changes, on `refresh` and when the network is back. If a later
 * call fails, the last answer stays, unless the failure is a 404. A call that nobody is waiting for any more is aborted.
 * @param key undefined reads nothing
 */
export function useRead<Value>(
  key: ReadKey | undefined,
  load: (signal: AbortSignal) => Promise<Value>,
  { everyMs, isKept = false, keepsLast = false }: ReadOptions<Value> = {},
): Read<Value> {
  const client = useAtomValue(clientAtom)
  // What one user has read must not be shown to another.
  const user = useAtomValue(profileAtom).profile?.id
  const queryKey = [user, ...(key ?? [])]
  const hash = hashKey(queryKey)
  const { data, error, refetch } = useQuery<Value>(
    {
      queryKey,
      queryFn: async ({ signal }) => {
        const since: ((known: Value) => Value)[] = []
        const query = client.getQueryCache().get(hash)
        if (query) changes.set(query, since)
        const answer = await load(signal)
        return since.reduce<Value>((known, update) => update(known), answer)
      },
      enabled: key !== undefined,
      refetchInterval: ({ state }) =>
        (typeof everyMs === 'function' ? state.data !== undefined && everyMs(state.data) : everyMs) || false,
      gcTime: isKept ? Infinity : 0,
      staleTime: (query) => (prepared.has(query) ? preparedMs : 0),
      ...(keepsLast && { placeholderData: (last, query) => (query?.queryKey[0] === user ? last : undefined) }),
    },
    client,
  )
  useEffect(() => {
    const query = client.getQueryCache().get(hash)
    if (query) prepared.delete(query)
  }, [client, hash])
  return {
    loaded: loadedOf(data, error),
    refresh: async () => void (await refetch()),
    change: (update) => {
      const query = client.getQueryCache().get<Value>(hash)
      const known = query?.state.data
      if (!query || known === undefined) return
      changes.get(query)?.push(update)
      client.setQueryData<unknown>(queryKey, update(known))
    },
  }
}

function loadedOf<Value>(value: Value | undefined, error: Error | null): Loaded<Value> {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) return { type: 'missing' }
  if (value !== undefined) return { type: 'ready', value }
  if (!error) return { type: 'loading' }
  return { type: status === 0 && !navigator.onLine ? 'offline' : 'failed' }
}
