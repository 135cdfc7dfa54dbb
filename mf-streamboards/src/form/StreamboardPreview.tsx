import { BoardScreen } from '@multiball/shared/boards'
import { BoardPreview } from '@multiball/shared/forms'
import type { StreamboardScores, VenueMachine } from '@multiball/shared/schema'
import { Switch } from '@multiball/shared/ui'
import { useState, type ReactNode } from 'react'
import { display } from '../display'
import { canvasOf } from '../display/canvas'
import { previewBootstrap } from './previewBootstrap'
import { sampleNames, sampleScores, type SampleName } from './samples'
import type { StreamboardDraft } from './streamboardDraft'
import css from './StreamboardPreview.module.css'
import { useNewestGames } from './useNewestGames'

interface StreamboardPreviewProps {
  /** the form's values as they are now */
  draft: StreamboardDraft
  /** of each scoreboard that is chosen */
  machines: readonly (VenueMachine | undefined)[]
}

const newest = ['Newest scores'] as const

/** The real display over something to be seen through, with made-up scores or those of the chosen machines. */
export function StreamboardPreview({ draft, machines }: StreamboardPreviewProps) {
  const [isTest, setTest] = useState(true)
  const players = draft.scoreboardsConfig.map(({ numPlayers }) => numPlayers)
  const show = (scores: StreamboardScores, key: string): ReactNode => (
    <div className={css.footage}>
      <BoardScreen key={key} display={display} bootstrap={previewBootstrap(draft, machines, scores)} scores={scores} connection="live" />
    </div>
  )
  const screenOf = () => canvasOf(draft)
  return (
    <div className={css.preview}>
      {isTest ? (
        <BoardPreview samples={sampleNames} screenOf={screenOf} note="The real display, with sample scores. Chequered is transparent.">
          {(sample: SampleName) => show(sampleScores(sample, players), sample)}
        </BoardPreview>
      ) : (
        <NewestGames scoreboards={draft.scoreboard_items.map(({ scoreboard }) => scoreboard)}>
          {(scores) => (
            <BoardPreview samples={newest} screenOf={screenOf} note="The real display, live. Chequered is transparent.">
              {() => show(scores, 'newest')}
            </BoardPreview>
          )}
        </NewestGames>
      )}
      <Switch label="Test data" description="Off: the newest scores of the chosen machines" isSelected={isTest} onChange={setTest} />
    </div>
  )
}

function NewestGames({ scoreboards, children }: { scoreboards: readonly number[]; children(scores: StreamboardScores): ReactNode }) {
  return children(useNewestGames(scoreboards))
}
