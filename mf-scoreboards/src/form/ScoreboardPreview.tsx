import { BoardPreview } from '@multiball/shared/forms'
import { IdleCycle } from './IdleCycle'
import { scenesOf } from './samples'
import { SceneScreen, type Draft } from './SceneScreen'

const screen = { width: 1920, height: 1080 }
/** One of nine in a comboboard. */
const cell = { width: 640, height: 360 }

/** The real display, showing the draft with sample scores, and what it does when idle. */
export function ScoreboardPreview({ draft }: { draft: Draft }) {
  return (
    <>
      <BoardPreview samples={scenesOf(draft.values)} screenOf={(scene) => (scene === 'Grid cell' ? cell : screen)}>
        {(scene) => <SceneScreen key={scene} draft={draft} scene={scene} />}
      </BoardPreview>
      <IdleCycle draft={draft} />
    </>
  )
}
