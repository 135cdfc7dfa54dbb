import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import css from './root.module.css'
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
    if (!isDrawn || isWhole) return
    let isOver = false
    void unfold(ref.current!, () => isOver).then(() => isOver || setWhole(true))
    return () => {
      isOver = true
    }
  }, [isDrawn, isWhole])
  return { ref, className: isWhole ? css.fill! : `${css.fill} ${css.folded}`, isUnfolded: isDrawn && isWhole }
}
