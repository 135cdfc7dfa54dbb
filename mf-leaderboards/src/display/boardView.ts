import { cleanName } from '@multiball/shared/display'
import type { LeaderboardBootstrap, LeaderboardScores } from '@multiball/shared/schema'
import { scopeText } from './scopeText'

/** A figure of the header: '3' 'machines'. */
export interface Fact {
  figure: string
  words: string
}

/** What a leaderboard says of itself above its scores. */
export interface BoardView {
  /** of its machines, titles or groups */
  name: string
  /** '' when the owner hides it */
  title: string
  machines: Fact
  players: Fact
  scope: string
  onePerPlayer: boolean
}

const count = (of: number | null, one: string, several: string): Fact =>
  of === null ? { figure: 'All', words: several } : { figure: String(of), words: of === 1 ? one : several }

/** @param timeZone see scopeText */
export function boardView(bootstrap: LeaderboardBootstrap, timeZone?: string): BoardView {
  const items = [...bootstrap.items].sort((one, other) => one.order - other.order)
  return {
    name: items.map(({ name }) => cleanName(name)).filter(Boolean).join(', '),
    title: bootstrap.display_title ? cleanName(bootstrap.title) : '',
    machines: count(bootstrap.machine_count, 'machine', 'machines'),
    players: count(bootstrap.player_count, 'player', 'players'),
    scope: scopeText(bootstrap, timeZone),
    onePerPlayer: bootstrap.one_score_per_player,
  }
}

/** What both layouts of a leaderboard are given. */
export interface LayoutProps {
  view: BoardView
  scores: LeaderboardScores
  /** rows that the owner asks for */
  rowsAsked: number
  /** see DisplayProps */
  isHighDensity: boolean
}
