import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import css from './EmbeddedBoard.module.css'
import { unfold } from './unfold'

interface Unfolded {
  /** of the element that holds the display */
  ref: RefObject<HTMLDivElement | null>
  className: string
  isUnfolded: boolean
}

/** Keeps a display unseen until all of its parts are laid out. @param isDrawn whether it is there */
export function useUnfolded(isDrawn: boolean): Unfolded {
  const ref = useRef<HTMLDivElement>(null)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => {
    // There is none while a display that threw is being taken away.
    if (!isDrawn || isWhole || !ref.current) return
    let isOver = false
    void unfold(ref.current, () => isOver).then(() => isOver || setWhole(true))
    return () => {
      isOver = true
    }
  }, [isDrawn, isWhole])
  return { ref, className: isWhole ? css.fill! : `${css.fill} ${css.folded}`, isUnfolded: isDrawn && isWhole }
}
