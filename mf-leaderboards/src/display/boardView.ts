import { cleanName, isAlike } from '@multiball/shared/display'
import type { LeaderboardBootstrap, LeaderboardScores } from '@multiball/shared/schema'
import { isOfOneDay, scopeText } from './scopeText'

/** A fact of the header: '3' 'machines'. */
export interface Fact {
  count: string
  words: string
}

/** What a leaderboard says of itself above its scores. */
export interface BoardView {
  /** what stands first: its machines, titles or groups; where they are many, the board's title if the owner shows it */
  name: string
  /** below the name, the other of the two; '' when the owner hides the title, or it says no more than the name */
  line: string
  machines: Fact
  players: Fact
  scope: string
  onePerPlayer: boolean
  /** rows that are new say so */
  marksNew: boolean
}

const count = (of: number | null, one: string, several: string): Fact =>
  of === null ? { count: 'All', words: several } : { count: String(of), words: of === 1 ? one : several }

/** More are counted: no header has room for all of them. */
const mostNames = 3
const firstNames = 2

/** 'Dragon’s Keep, Moon Miner and 10 more' */
const brief = (names: readonly string[]) =>
  `${names.slice(0, firstNames).join(', ')} and ${names.length - firstNames} more`

/** @param timeZone see scopeText */
export function boardView(bootstrap: LeaderboardBootstrap, timeZone?: string): BoardView {
  const items = [...bootstrap.items].sort((one, other) => one.order - other.order)
  const names = items.map(({ name }) => cleanName(name)).filter(Boolean)
  const title = bootstrap.display_title ? cleanName(bootstrap.title) : ''
  const isMany = names.length > mostNames
  const counted = isMany ? brief(names) : names.join(', ')
  return {
    ...(isMany && title
      ? { name: title, line: counted }
      : { name: counted, line: isAlike(title, counted) ? '' : title }),
    machines: count(bootstrap.machine_count, 'machine', 'machines'),
    players: count(bootstrap.player_count, 'player', 'players'),
    scope: scopeText(bootstrap, timeZone),
    onePerPlayer: bootstrap.one_score_per_player,
    marksNew: !isOfOneDay(bootstrap),
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
