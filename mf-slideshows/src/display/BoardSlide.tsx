import { BoardTile, CellNote, displayAtom, type DisplayState } from '@multiball/shared/boards'
import { Stage } from '@multiball/shared/display'
import { boardAtom, type BoardLive } from '@multiball/shared/live'
import { boardIsPrivate, type BoardType } from '@multiball/shared/schema'
import { atom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { SlideState } from './show'
import css from './SlideshowDisplay.module.css'

/** Of a board on a slide: 'gone' is deleted or private, 'broken' has no display, 'refused' is told why. */
type BoardState = 'waiting' | 'ready' | 'gone' | 'broken' | 'refused'

const notFoundStatus = 404

export function boardState(display: DisplayState, { phase, bootstrap, error }: BoardLive): BoardState {
  if (display.type === 'failed') return 'broken'
  if (phase === 'failed') return error?.status === notFoundStatus ? 'gone' : 'refused'
  return display.type === 'ready' && bootstrap ? 'ready' : 'waiting'
}

/** The same in the words of the show. */
export const slideState = (board: BoardState): SlideState =>
  board === 'waiting' || board === 'ready' ? board : 'sentence'

interface BoardSlideProps {
  type: BoardType
  id: number
  viewerKey: string | undefined
  /** false while it waits for its turn behind another one */
  isSeen: boolean
  onState(state: SlideState): void
  onTrouble?(type: BoardType | undefined): void
}

/** One live board, full screen. One that may not be seen is asked for again behind its sentence. */
export function BoardSlide({ type, id, viewerKey: key, isSeen, onState, onTrouble }: BoardSlideProps) {
  // Only another state draws the slide again, not each score.
  const stateAtom = useMemo(
    () => atom((get) => boardState(get(displayAtom(type)), get(boardAtom({ type, id, key })))),
    [type, id, key],
  )
  const state = useAtomValue(stateAtom)

  const tell = useEffectEvent(() => {
    onState(slideState(state))
    if (state === 'gone') onTrouble?.(undefined)
    if (state === 'broken') onTrouble?.(type)
  })
  useEffect(() => tell(), [state])

  return (
    <>
      <div className={state === 'gone' ? css.unseen : css.seen}>
        <BoardTile address={{ type, id, key }} layout="screen" hasFoot hasMoments={isSeen} />
      </div>
      {state === 'gone' && (
        <div className={css.note}>
          <Stage background="#000">
            <CellNote text={boardIsPrivate} layout="screen" />
          </Stage>
        </div>
      )}
    </>
  )
}
