import { embeds } from '@multiball/shared/api'
import { useEffect, useState } from 'react'
import type { OwnBoard } from '../pages/ownBoards'

export type LoadedSites = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; sites: string[] }

/** The sites that may show a board, as they are stored. */
export function useSites({ type, id }: Pick<OwnBoard, 'type' | 'id'>): LoadedSites {
  const [loaded, setLoaded] = useState<LoadedSites>({ type: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    embeds.get(type, id, controller.signal).then(
      ({ sites }) => setLoaded({ type: 'ready', sites }),
      () => !controller.signal.aborted && setLoaded({ type: 'failed' }),
    )
    return () => controller.abort()
  }, [type, id])
  return loaded
}
