import { ApiError } from '@multiball/shared/client'
import type { Read } from '@multiball/shared/queries'
import { useRef, useState } from 'react'

/* What the pages of a login do where an answer was lost: what was asked for may have been done all the same. */

/** The network failed, or the server. */
export const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * For what can be done once. Its function takes an attempt, by what tells it from others, and how it failed: where the same
 * attempt was not answered before, it opens what that one has made. Throws the failure where there is nothing to open.
 */
export function useUnanswered() {
  const unanswered = useRef<string>(undefined)
  return async (attempt: string, failure: unknown, open: () => Promise<unknown>): Promise<void> => {
    if (isLost(failure)) unanswered.current = attempt
    if (isLost(failure) || unanswered.current !== attempt) throw failure
    await open().catch(() => {
      throw failure
    })
  }
}

/** A read that stays at its first answer. A mailed link is read again once the network is back, and may be used up by then: by this page. */
export function useFirst<Value>(read: Read<Value>): Read<Value> {
  const { loaded } = read
  const [first, setFirst] = useState(loaded)
  if (first.type !== 'ready' && loaded.type === 'ready') setFirst(loaded)
  return first.type === 'ready' ? { ...read, loaded: first } : read
}
