import { BoardTile, CellNote, displayAtom } from '@multiball/shared/boards'
import { Stage } from '@multiball/shared/display'
import { boardAtom } from '@multiball/shared/live'
import { boardIsPrivate, type BoardType } from '@multiball/shared/schema'
import { atom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { boardStand, standOf } from './boardStand'
import type { Stand } from './show'
import css from './SlideshowDisplay.module.css'

interface BoardSlideProps {
  type: BoardType
  id: number
  viewerKey: string | undefined
  onStand(stand: Stand): void
  onTrouble?(type: BoardType | undefined): void
}

/** One live board, full screen. One that may not be seen is asked for again behind its sentence. */
export function BoardSlide({ type, id, viewerKey: key, onStand, onTrouble }: BoardSlideProps) {
  // Only another stand draws the slide again, not each score.
  const standAtom = useMemo(() => atom((get) => boardStand(get(displayAtom(type)), get(boardAtom({ type, id, key })))), [type, id, key])
  const stand = useAtomValue(standAtom)

  const tell = useEffectEvent(() => {
    onStand(standOf(stand))
    if (stand === 'gone') onTrouble?.(undefined)
    if (stand === 'broken') onTrouble?.(type)
  })
  useEffect(() => tell(), [stand])

  return (
    <>
      <div className={stand === 'gone' ? css.unseen : css.seen}>
        <BoardTile address={{ type, id, key }} layout="screen" hasFoot />
      </div>
      {stand === 'gone' && (
        <div className={css.note}>
          <Stage background="#000">
            <CellNote text={boardIsPrivate} layout="screen" />
          </Stage>
        </div>
      )}
    </>
  )
}
