import { BoardScreen } from '@multiball/shared/boards'
import { BoardPreview } from '@multiball/shared/forms'
import { display } from '../display'
import type { ComboboardDraft } from './comboboardDraft'
import { previewBootstrap, sampleBoard } from './sampleBoards'
import { useDraftedBoards } from './useDraftedBoards'

interface ComboboardPreviewProps {
  /** the form's values as they are now */
  draft: ComboboardDraft
}

const samples = ['Your boards', '2 boards', '4 boards', '9 boards', '20 boards'] as const
type Sample = (typeof samples)[number]

const counts: Record<Exclude<Sample, 'Your boards'>, number> = {
  '2 boards': 2,
  '4 boards': 4,
  '9 boards': 9,
  '20 boards': 20,
}

/** The real display, showing the draft with the boards that were chosen, or with made-up ones. */
export function ComboboardPreview({ draft }: ComboboardPreviewProps) {
  const drafted = useDraftedBoards(draft.items)
  const boardsOf = (sample: Sample) =>
    sample === 'Your boards' ? drafted : Array.from({ length: counts[sample] }, (_, at) => sampleBoard(at))
  return (
    <BoardPreview
      samples={samples}
      note={(sample) =>
        sample === 'Your boards'
          ? 'The real display, with your boards as they are now.'
          : 'The real display, with sample scores.'
      }
    >
      {(sample) => {
        const bootstrap = previewBootstrap(draft, boardsOf(sample))
        return (
          <BoardScreen
            key={sample}
            display={display}
            bootstrap={bootstrap}
            scores={bootstrap.scores}
            connection="connecting"
            words="Preview"
          />
        )
      }}
    </BoardPreview>
  )
}
