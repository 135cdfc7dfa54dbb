import type { BoardType } from '@multiball/shared/schema'
import type { Tables } from '../database/tables'

/** The tables of the board types, all with BoardColumns. A new type is a line here. */
export const boardTables = [
  { type: 'scoreboard', table: 'scoreboards' },
  { type: 'leaderboard', table: 'leaderboards' },
  { type: 'comboboard', table: 'comboboards' },
  { type: 'slideshow', table: 'slideshows' },
  { type: 'streamboard', table: 'streamboards' },
] as const satisfies readonly { type: BoardType; table: keyof Tables }[]

export type BoardTable = (typeof boardTables)[number]['table']
