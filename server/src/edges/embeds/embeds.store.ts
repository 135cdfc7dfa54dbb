import type { Kysely } from 'kysely'
import type { BoardName, BoardRow } from '../../core/boards/visibility'
import type { Tables } from '../../ground/database/tables'

type Db = Kysely<Tables>

/** A board with the sites that may embed it. */
export interface EmbeddedBoard extends BoardRow {
  /** none: any site */
  embed_sites: string[]
  settings: object
}

/** The board as it is stored; undefined when there is none. */
export const findEmbedded = (db: Db, { type, id }: BoardName): Promise<EmbeddedBoard | undefined> =>
  db
    .selectFrom('boards')
    .select(['type', 'id', 'owner_id', 'title', 'is_public', 'viewer_key', 'embed_sites', 'settings'])
    .where('type', '=', type)
    .where('id', '=', id)
    .executeTakeFirst()

/** The sites of a board of this owner; undefined when he has none of this id. */
export const readSites = async (db: Db, { type, id }: BoardName, ownerId: number): Promise<string[] | undefined> =>
  (
    await db
      .selectFrom('boards')
      .select('embed_sites')
      .where('type', '=', type)
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
  )?.embed_sites
