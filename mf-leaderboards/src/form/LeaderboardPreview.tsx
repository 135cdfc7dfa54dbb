import { BoardScreen } from '@multiball/shared/boards'
import { BoardPreview, previewColor, previewTitle } from '@multiball/shared/forms'
import { LeaderboardInput, type LeaderboardBootstrap, type LeaderboardScores } from '@multiball/shared/schema'
import * as v from 'valibot'
import { display } from '../display'
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

/**
 * The draft as the display would receive it once saved; what is not yet valid is shown by its default.
 * @param name of the machine that counts
 */
function previewBootstrap(
  draft: LeaderboardInput,
  name: string | undefined,
  scores: LeaderboardScores,
): LeaderboardBootstrap {
  const {
    is_public: _,
    leaderboard_machine_type: _which,
    filter_by_venuemachines: _filters,
    venuemachines: _machines,
    leaderboard_player_type: _who,
    players,
    ...shown
  } = draft
  return {
    ...shown,
    id: 1,
    title: previewTitle(draft.title),
    background_color: previewColor(draft.background_color),
    items: [{ id: 1, type: draft.items[0]?.type ?? 'venuemachine', order: 0, name: name ?? 'Your machine' }],
    last_time_count: v.is(LeaderboardInput.entries.last_time_count, draft.last_time_count) ? draft.last_time_count : 1,
    machine_count: machineCount(draft),
    player_count: players.length || null,
    scores,
  }
}

function machineCount({ items, venuemachines }: LeaderboardInput): number | null {
  if (venuemachines.length > 0) return venuemachines.length
  return items.every(({ type }) => type === 'venuemachine') ? Math.max(1, items.length) : null
}
