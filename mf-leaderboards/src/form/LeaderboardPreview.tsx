import { BoardScreen } from '@multiball/shared/boards'
import { BoardPreview } from '@multiball/shared/forms'
import type { LeaderboardInput } from '@multiball/shared/schema'
import { display } from '../display'
import { previewBootstrap } from './previewBootstrap'
import { sampleNames, samples } from './samples'

interface LeaderboardPreviewProps {
  /** the form's values as they are now */
  draft: LeaderboardInput
  /** of the machine that counts */
  name: string | undefined
}

const screen = { width: 1920, height: 1080 }
/** One of nine in a comboboard. */
const cell = { width: 640, height: 360 }

/** The real display, showing the draft with sample scores. */
export function LeaderboardPreview({ draft, name }: LeaderboardPreviewProps) {
  return (
    <BoardPreview samples={sampleNames} screenOf={(sample) => (sample === 'Grid cell' ? cell : screen)}>
      {(sample) => (
        <BoardScreen
          key={sample}
          display={display}
          bootstrap={previewBootstrap(draft, name, samples[sample])}
          scores={samples[sample]}
          connection="connecting"
          words="Preview"
          layout={sample === 'Grid cell' ? 'cell' : 'screen'}
        />
      )}
    </BoardPreview>
  )
}
