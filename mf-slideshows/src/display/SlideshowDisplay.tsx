import { CellNote, type SlideshowDisplayProps, type SlideshowScreen } from '@multiball/shared/boards'
import { Stage } from '@multiball/shared/display'
import type { BoardType } from '@multiball/shared/schema'
import { BoardSlide } from './BoardSlide'
import { PictureSlide } from './PictureSlide'
import type { Show, SlideState } from './show'
import css from './SlideshowDisplay.module.css'
import { useShow } from './useShow'

const nameOf = ({ item_type, item_id }: SlideshowScreen) => `${item_type} ${item_id}`

/** One slide after the other, the next one ready behind the one that is seen. */
export function SlideshowDisplay({ screens, keyOf, onTurnOver, onTrouble }: SlideshowDisplayProps) {
  const turns = screens.map((slide) => ({ name: nameOf(slide), durationMs: slide.duration * 1000 }))
  const { show, report } = useShow(turns, onTurnOver)
  if (!show) {
    return (
      <Stage background="#000">
        <CellNote text="All slides in this slideshow have been deleted." layout="screen" />
      </Stage>
    )
  }
  return (
    <div className={css.stage}>
      {[show.shown, show.next].map((name) => {
        const slide = screens.find((one) => nameOf(one) === name)
        return (
          slide &&
          name && (
            <div key={name} className={css.layer} data-state={layerState(show, name)}>
              <Slide
                slide={slide}
                viewerKey={keyOf?.(slide)}
                isSeen={layerState(show, name) !== 'hidden'}
                onState={(state) => report(name, state)}
                onTrouble={onTrouble}
              />
            </div>
          )
        )
      })}
    </div>
  )
}

function layerState({ phase, shown }: Show, name: string) {
  if (phase === 'changing') return name === shown ? 'leaving' : 'coming'
  return name === shown ? 'shown' : 'hidden'
}

interface SlideProps {
  slide: SlideshowScreen
  viewerKey: string | undefined
  isSeen: boolean
  onState(state: SlideState): void
  onTrouble?(type: BoardType | undefined): void
}

function Slide({ slide: { item_type: type, item_id: id, image }, viewerKey, isSeen, onState, onTrouble }: SlideProps) {
  if (type === 'slideshowimage') return <PictureSlide image={image} onState={onState} />
  return (
    <BoardSlide type={type} id={id} viewerKey={viewerKey} isSeen={isSeen} onState={onState} onTrouble={onTrouble} />
  )
}
