import { BoardScreen } from '@multiball/shared/boards'
import { BoardPreview } from '@multiball/shared/forms'
import type { FromMachinesInput } from '@multiball/shared/schema'
import { display } from '../display'
import { previewBootstrap, sampleBoard, sampleLeaderboard, sampleScoreboard } from '../form/sampleBoards'

interface WizardPreviewProps {
  draft: FromMachinesInput
  /** names of the chosen machines */
  machines: readonly string[]
}

const samples = ['Games on', 'Games over'] as const

/** The comboboard as it will be, with made-up scores; with made-up machines until two are chosen. */
export function WizardPreview({ draft, machines }: WizardPreviewProps) {
  const names = machines.slice(0, 20)
  return (
    <BoardPreview samples={samples}>
      {(sample) => {
        const sampleOf = (name: string, at: number) =>
          sample === 'Games on' ? sampleScoreboard(at, name, draft.enablePlayerRank) : sampleLeaderboard(at, name)
        const boards = names.length < 2 ? [0, 2, 3, 4].map((at) => sampleBoard(at)) : names.map(sampleOf)
        const bootstrap = previewBootstrap(draft, boards)
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
