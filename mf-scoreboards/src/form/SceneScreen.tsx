import { BoardScreen, BoardTile } from '@multiball/shared/boards'
import { previewColor, previewTitle, type BoardChoice } from '@multiball/shared/forms'
import type { ScoreboardBootstrap, ScoreboardInput, ScoreboardScores, VenueMachine } from '@multiball/shared/schema'
import { memo } from 'react'
import { display } from '../display'
import { SampleRecords } from '../display/idle/attract/SampleRecords'
import { ImageScene } from '../display/idle/ImageScene'
import { hotMachine, sampleChase, samples, type Scene } from './samples'
import css from './IdleCycle.module.css'

export interface Draft {
  /** the form's values as they are now */
  values: ScoreboardInput
  machine: VenueMachine | undefined
  leaderboard: BoardChoice | undefined
}

interface SceneScreenProps {
  draft: Draft
  scene: Scene
}

/** One scene of the draft, drawn by the real display. Drawn again only for another draft. */
export const SceneScreen = memo(function SceneScreen({
  draft: { values, machine, leaderboard },
  scene,
}: SceneScreenProps) {
  const still = { connection: 'connecting', words: 'Preview' } as const
  switch (scene) {
    case 'Idle leaderboard':
      if (!leaderboard) return <p className={css.nothing}>Please select a leaderboard</p>
      return (
        <BoardTile
          key={leaderboard.id}
          address={{ type: 'leaderboard', id: leaderboard.id, key: leaderboard.viewerKey }}
          layout="screen"
          hasFoot
        />
      )
    case 'Hot game': {
      const bootstrap = previewBootstrap(
        { ...values, title: 'Hot game', display_title: true },
        hotMachine,
        samples[scene],
      )
      return <BoardScreen display={display} bootstrap={bootstrap} scores={samples[scene]} {...still} />
    }
    case 'Attract mode':
      return (
        <BoardScreen
          display={{ type: 'scoreboard', Display: SampleRecords }}
          bootstrap={previewBootstrap(values, machine, samples.Idle)}
          scores={samples.Idle}
          {...still}
        />
      )
    case 'Idle image': {
      const bootstrap = previewBootstrap(values, machine, samples.Idle)
      return (
        <BoardScreen
          display={{ type: 'scoreboard', Display: ImageScene }}
          bootstrap={bootstrap}
          scores={samples.Idle}
          {...still}
        />
      )
    }
    default: {
      // Nothing else takes its place while it is looked at.
      const unidled = { ...values, idle_leaderboard_show: false, idle_hotgame_show: false }
      const layout = scene === 'Grid cell' ? 'cell' : 'screen'
      const scores = { ...samples[scene], chase: sampleChase(values.chase, leaderboard?.title) }
      return (
        <BoardScreen
          display={display}
          bootstrap={previewBootstrap(unidled, machine, scores)}
          scores={scores}
          layout={layout}
          {...still}
        />
      )
    }
  }
})

const sampleMachine = { id: 1, machine: { id: 1, name: 'Your machine' }, venue: { id: 1, name: 'Your venue' } }

/** The draft as the display would receive it once saved; what is not yet valid is shown by its default. */
function previewBootstrap(
  { is_public: _, venuemachine_items: _items, ...draft }: ScoreboardInput,
  machine: VenueMachine | undefined,
  scores: ScoreboardScores,
): ScoreboardBootstrap {
  const { id, machine: title, venue } = machine ?? sampleMachine
  return {
    ...draft,
    id: 1,
    title: previewTitle(draft.title),
    background_color: previewColor(draft.background_color),
    items: [{ order: 0, venuemachine: { id, machine: title, venue } }],
    scores,
  }
}
