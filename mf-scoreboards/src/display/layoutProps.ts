import type { BoardView } from './boardView'

/** What both layouts of a scoreboard are given. */
export interface LayoutProps {
  view: BoardView
  enablePlayerRank: boolean
  /** the one machine title of YOU WIN / YOU FAILED */
  winnerMachineTitle: string | null
  /** its screen shows codes that lead players to the claim page; `viewerKey` is what the owner of the board gave to this screen */
  claims?: { viewerKey: string | undefined }
}
