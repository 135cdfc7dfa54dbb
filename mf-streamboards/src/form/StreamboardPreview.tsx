import { BoardScreen } from '@multiball/shared/boards'
import { BoardPreview, previewColor, previewTitle } from '@multiball/shared/forms'
import { boardAtom, browserEnvironment, watchBoard, type BoardAddress } from '@multiball/shared/live'
import {
  StreamboardConfig,
  type ScoreboardScores,
  type StreamboardBootstrap,
  type StreamboardScores,
  type VenueMachine,
} from '@multiball/shared/schema'
import { Switch } from '@multiball/shared/ui'
import { atom, useAtomValue, useStore } from 'jotai'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { display } from '../display'
import { canvasOf } from '../display/arrange/canvas'
import { sampleNames, sampleScores, type SampleName } from './samples'
import type { StreamboardDraft } from './streamboardDraft'
import css from './StreamboardPreview.module.css'

interface StreamboardPreviewProps {
  /** the form's values as they are now */
  draft: StreamboardDraft
  /** of each scoreboard that is chosen */
  machines: readonly (VenueMachine | undefined)[]
}

const newest = ['Live scores'] as const

const defaults = v.parse(StreamboardConfig, {})

const yourMachine = (order: number) => ({
  id: order + 1,
  machine: { id: order + 1, name: order === 0 ? 'Your machine' : 'Your other machine' },
  venue: { id: 1, name: '' },
})

/**
 * The draft as the display would receive it once saved; what is not yet valid is shown by its default. In here a
 * scoreboard's id is its place, from 1.
 */
function previewBootstrap(
  draft: StreamboardDraft,
  machines: readonly (VenueMachine | undefined)[],
  scores: StreamboardScores,
): StreamboardBootstrap {
  const { title, scoreboard_items, ...config } = draft
  return {
    id: 1,
    title: previewTitle(title),
    items: scoreboard_items.map((_, order) => {
      const { id, machine, venue } = machines[order] ?? yourMachine(order)
      return { order, scoreboard: order + 1, venuemachine: { id, machine, venue } }
    }),
    config_json: {
      ...config,
      backgroundColor: previewColor(config.backgroundColor, defaults.backgroundColor),
      textColor: previewColor(config.textColor, defaults.textColor),
      highlightColor: previewColor(config.highlightColor, defaults.highlightColor),
    },
    scores,
  }
}

/** The real display over something to be seen through, with made-up scores or those of the chosen machines. */
export function StreamboardPreview({ draft, machines }: StreamboardPreviewProps) {
  const [isTest, setTest] = useState(true)
  const players = draft.scoreboardsConfig.map(({ numPlayers }) => numPlayers)
  const show = (scores: StreamboardScores, key: string): ReactNode => (
    <div className={css.footage}>
      <BoardScreen
        key={key}
        display={display}
        bootstrap={previewBootstrap(draft, machines, scores)}
        scores={scores}
        connection="live"
      />
    </div>
  )
  const screenOf = () => canvasOf(draft)
  return (
    <div className={css.preview}>
      {isTest ? (
        <BoardPreview
          samples={sampleNames}
          screenOf={screenOf}
          note="The real display, with sample scores. The checkerboard is transparent."
        >
          {(sample: SampleName) => show(sampleScores(sample, players), sample)}
        </BoardPreview>
      ) : (
        <NewestGames scoreboards={draft.scoreboard_items.map(({ scoreboard }) => scoreboard)}>
          {(scores) => (
            <BoardPreview
              samples={newest}
              screenOf={screenOf}
              note="The real display, live. The checkerboard is transparent."
            >
              {() => show(scores, 'newest')}
            </BoardPreview>
          )}
        </NewestGames>
      )}
      <Switch label="Test data" description="Off: shows live scores" isSelected={isTest} onChange={setTest} />
    </div>
  )
}

/** The state of these scoreboards' games as a streamboard has it, live while the component is mounted; null is no scoreboard. */
function useNewestGames(scoreboards: readonly (number | null)[]): StreamboardScores {
  const store = useStore()
  const ids = scoreboards.join()
  const addresses = useMemo(
    () => ids.split(',').map((id): BoardAddress => ({ type: 'scoreboard', id: Number(id) })),
    [ids],
  )

  useEffect(() => {
    const ends = addresses.filter(({ id }) => id > 0).map((address) => watchBoard(store, address, browserEnvironment))
    return () => ends.forEach((end) => end())
  }, [store, addresses])

  const games = useMemo(
    () =>
      atom((get) =>
        addresses.map((address) => {
          const scores = address.id > 0 ? (get(boardAtom(address)).scores as ScoreboardScores | undefined) : undefined
          return scores?.data[0] ?? null
        }),
      ),
    [addresses],
  )
  const states = useAtomValue(games).map((session, order) => {
    return { order, scoreboard: order + 1, venuemachine_id: session?.venuemachine_id ?? null, session }
  })
  return { data: states, epoch: 'preview', seq: 1 }
}

function NewestGames({
  scoreboards,
  children,
}: {
  scoreboards: readonly (number | null)[]
  children(scores: StreamboardScores): ReactNode
}) {
  return children(useNewestGames(scoreboards))
}
