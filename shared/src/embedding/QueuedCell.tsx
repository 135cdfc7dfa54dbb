import { startTransition, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import css from './EmbeddedBoard.module.css'
import { DrawQueueContext } from './drawQueue'
import { useUnfolded } from './useUnfolded'

interface QueuedCellProps {
  children: ReactNode
}

/** The display of a cell, drawn when the cells before it are: all at once would hold the partner's page up for long. */
export function QueuedCell({ children }: QueuedCellProps) {
  const queue = useContext(DrawQueueContext)
  const [isDrawn, setDrawn] = useState(false)
  const { ref, folded, isUnfolded } = useUnfolded(isDrawn)
  const end = useRef(() => {})
  useEffect(() => {
    end.current = queue.take(() => startTransition(() => setDrawn(true)))
    return () => end.current()
  }, [queue])
  useEffect(() => {
    if (isUnfolded) end.current()
  }, [isUnfolded])
  return (
    <div ref={ref} className={folded ? `${css.cell} ${folded}` : css.cell}>
      {isDrawn && children}
    </div>
  )
}
