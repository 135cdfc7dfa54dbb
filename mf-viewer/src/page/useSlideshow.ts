import type { BoardAddress } from '@multiball/shared/live'
import { useEffect, useRef, useState } from 'react'
import { nothingYet, watchSlideshow, type SlideshowState, type SlideshowWatch } from './watchSlideshow'

/** A slideshow as it was first read, and whether the server has another one by now. */
export function useSlideshow({ type, id, key }: BoardAddress): SlideshowState & Pick<SlideshowWatch, 'ask'> {
  const [state, setState] = useState<SlideshowState>(nothingYet)
  const watch = useRef<SlideshowWatch>(undefined)
  useEffect(() => {
    const begun = watchSlideshow({ type, id, key }, setState)
    watch.current = begun
    return () => begun.stop()
  }, [type, id, key])
  return { ...state, ask: async () => (await watch.current?.ask()) ?? false }
}
