import { useEffect, useState } from 'react'
import { getActiveRelease } from './releases'
import type { Release } from './releases'

export type KnownRelease = { type: 'loading' } | { type: 'none' } | { type: 'ready'; release: Release }

/** The release that a pinned snippet names. */
export function useRelease(): KnownRelease {
  const [known, setKnown] = useState<KnownRelease>({ type: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    getActiveRelease(controller.signal).then(
      (release) => setKnown(release ? { type: 'ready', release } : { type: 'none' }),
      () => !controller.signal.aborted && setKnown({ type: 'none' }),
    )
    return () => controller.abort()
  }, [])
  return known
}
