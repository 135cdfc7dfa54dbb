import { CellNote, type SlideshowDisplayProps, type SlideshowScreen } from '@multiball/shared/boards'
import { Stage } from '@multiball/shared/display'
import type { BoardType } from '@multiball/shared/schema'
import { BoardSlide } from './BoardSlide'
import { PictureSlide } from './PictureSlide'
import type { Show, Stand } from './show'
import css from './SlideshowDisplay.module.css'
import { useShow } from './useShow'

const nameOf = ({ item_type, item_id }: SlideshowScreen) => `${item_type} ${item_id}`

/** One screen after the other, the next one ready behind the one that is seen. */
export function SlideshowDisplay({ screens, keyOf, onTurnOver, onTrouble }: SlideshowDisplayProps) {
  const turns = screens.map((screen) => ({ name: nameOf(screen), durationMs: screen.duration * 1000 }))
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
        const screen = screens.find((one) => nameOf(one) === name)
        return (
          screen &&
          name && (
            <div key={name} className={css.layer} data-state={stateOf(show, name)}>
              <Slide screen={screen} viewerKey={keyOf?.(screen)} onStand={(stand) => report(name, stand)} onTrouble={onTrouble} />
            </div>
          )
        )
      })}
    </div>
  )
}

function stateOf({ phase, shown }: Show, name: string) {
  if (phase === 'changing') return name === shown ? 'leaving' : 'coming'
  return name === shown ? 'shown' : 'hidden'
}

interface SlideProps {
  screen: SlideshowScreen
  viewerKey: string | undefined
  onStand(stand: Stand): void
  onTrouble?(type: BoardType | undefined): void
}

function Slide({ screen: { item_type: type, item_id: id, image }, viewerKey, onStand, onTrouble }: SlideProps) {
  if (type === 'slideshowimage') return <PictureSlide image={image} onStand={onStand} />
  return <BoardSlide type={type} id={id} viewerKey={viewerKey} onStand={onStand} onTrouble={onTrouble} />
}
