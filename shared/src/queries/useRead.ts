import { ApiError } from '@multiball/shared/client'
import { profileAtom } from '@multiball/shared/session'
import { notifyManager, QueryClient, useQuery } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'

export type Loaded<Value> = { type: 'loading' | 'missing' | 'failed' | 'offline' } | { type: 'ready'; value: Value }

/** Names what is asked for, the same wherever it is asked: its kind, then what tells it apart. */
export type ReadKey = readonly [kind: string, ...subject: (string | number | undefined)[]]

interface ReadOptions<Value> {
  /** asks again every so many ms while the page is in view, or as the answer says; undefined asks once */
  everyMs?: number | ((known: Value) => number | undefined)
  /** the answer outlives its page: who comes back sees it at once, and then what is so now */
  isKept?: boolean
}

export interface Read<Value> {
  loaded: Loaded<Value>
  /** asks again; resolves once there is an answer or a failure */
  refresh(): Promise<void>
  /** changes what is known, ahead of the server; nothing happens where nothing is known */
  change(update: (known: Value) => Value): void
}

// An answer is drawn in the turn in which it comes; the default is a timer later.
notifyManager.setScheduler(queueMicrotask)

const clientAtom = atom(() => {
  const client = new QueryClient({
    // The API's client tries again by itself, and says by its errors when there is no network.
    defaultOptions: { queries: { retry: false, networkMode: 'always', refetchOnReconnect: true, refetchOnWindowFocus: false } },
  })
  // It hears of the network from here on.
  client.mount()
  return client
})

/**
 * What a call answers: asked again when `key` changes, on `refresh` and when the network is back. What is known stays
 * while asking again fails, but for a 404. A call for what nobody waits for any more is aborted.
 * @param key undefined asks nothing
 */
export function useRead<Value>(key: ReadKey | undefined, load: (signal: AbortSignal) => Promise<Value>, { everyMs, isKept = false }: ReadOptions<Value> = {}): Read<Value> {
  const client = useAtomValue(clientAtom)
  // What one user read is not another's.
  const user = useAtomValue(profileAtom).profile?.id
  const queryKey = [user, ...(key ?? [])]
  const { data, error, refetch } = useQuery<Value>(
    {
      queryKey,
      queryFn: ({ signal }) => load(signal),
      enabled: key !== undefined,
      refetchInterval: ({ state }) => (typeof everyMs === 'function' ? state.data !== undefined && everyMs(state.data) : everyMs) || false,
      gcTime: isKept ? Infinity : 0,
    },
    client,
  )
  return {
    loaded: loadedOf(data, error),
    refresh: async () => void (await refetch()),
    change: (update) => void client.setQueryData<Value>(queryKey, (known) => (known === undefined ? known : update(known))),
  }
}

function loadedOf<Value>(value: Value | undefined, error: Error | null): Loaded<Value> {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) return { type: 'missing' }
  if (value !== undefined) return { type: 'ready', value }
  if (!error) return { type: 'loading' }
  return { type: status === 0 && !navigator.onLine ? 'offline' : 'failed' }
}
