import type { Read } from '@multiball/shared/queries'
import { useState } from 'react'

/** A read that stays at its first answer. A mailed link is read again once the network is back, and may be used up by then: by this page, whose answer was lost. */
export function useFirst<Value>(read: Read<Value>): Read<Value> {
  const { loaded } = read
  const [first, setFirst] = useState(loaded)
  if (first.type !== 'ready' && loaded.type === 'ready') setFirst(loaded)
  return first.type === 'ready' ? { ...read, loaded: first } : read
}
