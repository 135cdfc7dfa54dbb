import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import css from './EmbeddedBoard.module.css'
import { unfold } from './unfold'

interface Unfolded {
  /** of the element that holds the display */
  ref: RefObject<HTMLDivElement | null>
  /** of that element while it is unseen */
  folded: string | undefined
  isUnfolded: boolean
}

/**
 * Keeps a display unseen until all of its parts are laid out.
 * @param isDrawn whether it is there
 * @param rest of what has to be done before it is seen
 */
export function useUnfolded(isDrawn: boolean, rest?: () => Promise<void>): Unfolded {
  const ref = useRef<HTMLDivElement>(null)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => {
    // There is none while a display that threw is being taken away.
    if (!isDrawn || isWhole || !ref.current) return
    let isOver = false
    void unfold(ref.current, () => isOver)
      .then(rest)
      .then(() => isOver || setWhole(true))
    return () => {
      isOver = true
    }
  }, [isDrawn, isWhole, rest])
  return { ref, folded: isWhole ? undefined : css.folded, isUnfolded: isDrawn && isWhole }
}
