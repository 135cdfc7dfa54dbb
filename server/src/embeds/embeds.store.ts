import { isBuiltInType, type BoardType } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { boardTables } from '../boards/boardTables'
import type { BoardTable } from '../boards/boardTables'
import type { BoardRow } from '../boards/visibility'
import type { Tables } from '../database/tables'

type Db = Kysely<Tables>

/** A board with the sites that may embed it. */
export interface EmbeddedBoard extends BoardRow {
  /** none: any site */
  embed_sites: string[]
}

export const tableOf = (type: BoardType): BoardTable => boardTables.find((board) => board.type === type)!.table

/** The board as it is stored; undefined when there is none. */
export async function findEmbedded(db: Db, type: BoardType, id: number): Promise<EmbeddedBoard | undefined> {
  if (!isBuiltInType(type)) return undefined
  const { rows } = await sql<Omit<EmbeddedBoard, 'type'>>`
    select id, owner_id, title, is_public, viewer_key, embed_sites from ${sql.table(tableOf(type))} where id = ${id}
  `.execute(db)
  return rows[0] && { type, ...rows[0] }
}

/** The sites of a board of this owner; undefined when he has none of this id. */
export async function readSites(db: Db, type: BoardType, id: number, ownerId: number): Promise<string[] | undefined> {
  const { rows } = await sql<{ embed_sites: string[] }>`
    select embed_sites from ${sql.table(tableOf(type))} where id = ${id} and owner_id = ${ownerId}
  `.execute(db)
  return rows[0]?.embed_sites
}
