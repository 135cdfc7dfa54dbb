import { CellNote } from '@multiball/shared/boards'
import { Stage } from '@multiball/shared/display'
import { BoardPreview, type BoardChoices } from '@multiball/shared/forms'
import { display } from '../display'
import { showable, type Slide } from './slides'

interface SlideshowPreviewProps {
  /** as they stand in the form now */
  slides: readonly Slide[]
  choices: BoardChoices
}

const samples = ['As on the TV', 'Five seconds each'] as const

/** The real display, showing the draft with the boards as they are now. */
export function SlideshowPreview({ slides, choices }: SlideshowPreviewProps) {
  // Private boards are opened with keys that come along with the choices.
  const shown = choices.own || choices.isFailed ? showable(slides) : []
  return (
    <BoardPreview samples={samples} note="The real display, with your boards as they are now.">
      {(sample) =>
        shown.length === 0 ? (
          <Stage background="#000">
            <CellNote text="Your screens will be shown here." layout="screen" />
          </Stage>
        ) : (
          <display.Display
            key={sample}
            screens={sample === 'As on the TV' ? shown : shown.map((slide) => ({ ...slide, duration: 5 }))}
            keyOf={(slide) => choices.of(slide)?.viewerKey}
          />
        )
      }
    </BoardPreview>
  )
}
