import { cleanName, isAlike } from '@multiball/shared/display'
import type { Chase, Game, MachineDisplay, ScoreboardBootstrap, ScoreboardScores } from '@multiball/shared/schema'

/** What a scoreboard shows, read from its settings and its newest state. */
export interface BoardView {
  machine: string
  /** its id at its venue; undefined where there is none */
  venuemachine?: number
  venue: string
  /** of the machine, as far as the catalogue knows */
  display: MachineDisplay | null
  /** '' when the owner hides it, or it says no more than the machine's name */
  title: string
  /** the newest game of the board's machines, without its modes where the owner hides them; undefined before the first */
  game: Game | undefined
  /** what there is to beat in it */
  chase?: Chase
  /** that is not the machine's first game to wait for */
  hasPast?: boolean
}

/** The machine is the one that the newest game is played on, else the board's first. */
export function boardView(bootstrap: ScoreboardBootstrap, scores: ScoreboardScores | undefined): BoardView {
  const { data, chase } = scores ?? bootstrap.scores
  const [game] = data
  const items = [...bootstrap.items].sort((one, other) => one.order - other.order)
  const item = items.find(({ venuemachine }) => venuemachine.id === game?.venuemachine_id) ?? items[0]
  const machine = cleanName(item?.venuemachine.machine.name ?? '')
  const title = bootstrap.display_title ? cleanName(bootstrap.title) : ''
  return {
    machine,
    venuemachine: item?.venuemachine.id,
    venue: cleanName(item?.venuemachine.venue.name ?? ''),
    display: item?.venuemachine.machine.display ?? null,
    title: isAlike(title, machine) ? '' : title,
    game: game && !bootstrap.display_modes ? { ...game, game_modes: [] } : game,
    // A test game beats no record.
    chase: game?.is_test ? undefined : chase,
  }
}

/** What both layouts of a scoreboard are given. */
export interface LayoutProps {
  view: BoardView
  enablePlayerRank: boolean
  /** the one machine title of YOU WIN / YOU FAILED */
  winnerMachineTitle: string | null
  /** its screen shows codes that lead players to the claim page; `viewerKey` is what the owner of the board gave to this screen */
  claims?: { viewerKey: string | undefined }
}
