import type { BoardType } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { Tables } from '../database/tables'
import type { BoardTable } from './boardTables'
import type { Referrer } from './references.store'

/** What the owner sends of every board type. */
export interface CommonInput {
  title: string
  is_public: boolean
}

/**
 * What is special about one board type; boards.routes, boards.service and boards.store do the rest for all of them.
 * `Row` is its row in the table, `Input` what its owner sends.
 */
export interface BoardKind<Input extends CommonInput, Row> {
  type: BoardType
  table: BoardTable
  input: v.GenericSchema<unknown, Input> & { entries: v.ObjectEntries }
  /** a board as it is answered */
  answer: v.GenericSchema
  /** what a missing field counts as, so that the form's own sentence is answered */
  empty: Record<string, unknown>
  /** its own columns; title and is_public are everybody's */
  columns(input: Input): Record<string, unknown>
  /** Throws 400 for what the owner may not refer to. The database still has the board as it was. */
  checkReferences(db: Kysely<Tables>, input: Input, by: Referrer): Promise<void>
  /** Makes its items what was sent, in place of those before. */
  writeItems(db: Kysely<Tables>, id: number, input: Input): Promise<void>
  /** Stored rows as their owners sent them, in the same order. */
  read(db: Kysely<Tables>, rows: Row[]): Promise<Input[]>
  /** The machines that it opens to everybody while it is public; missing where it opens none. */
  machinesOpened?(db: Kysely<Tables>, id: number): Promise<number[]>
}
