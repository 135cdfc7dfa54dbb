import type { BoardType } from '@multiball/shared/schema'
import type { Tables } from '../database/tables'

/** The tables of the board types, all with BoardColumns. A new type is a line here. */
export const boardTables = [{ type: 'scoreboard', table: 'scoreboards' }] as const satisfies readonly { type: BoardType; table: keyof Tables }[]

export type BoardTable = (typeof boardTables)[number]['table']
