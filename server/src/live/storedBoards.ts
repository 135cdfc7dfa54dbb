import type { BoardType } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { boardTables } from '../boards/boardTables'
import { mayCountMachine, mayShowMachine } from '../boards/machineVisibility'
import type { Tables } from '../database'
import type { BoardAccess, BoardSource, BoardView } from './boardSource'

const mayUse = (type: BoardType) => (type === 'leaderboard' ? mayCountMachine : mayShowMachine)

/** The machines that a board names: what and where they are, and whether it may use them. */
const machinesOf = (type: BoardType) => sql`
  select string_agg(concat_ws(':', named.venue_machine_id, title.name, venue.name, ${mayUse(type)(sql.ref('named.venue_machine_id'), sql.ref('board.owner_id'))}), ',' order by named.venue_machine_id)
  from board_machines named
  join venue_machines machine on machine.id = named.venue_machine_id
  join venues venue on venue.id = machine.venue_id
  join machines title on title.id = machine.machine_id
  where named.type = ${type} and named.id = board.id`

/** The titles and groups that a leaderboard names, who is in these (an import of the catalogue may change them), and which machines of them count. */
const titles = sql`
  select string_agg(
    concat_ws(':', title.name, grouped.name, (select string_agg(member.id::text, ' ' order by member.id) from machines member where member.group_id = grouped.id),
      (
        select string_agg(vm.id::text, ' ' order by vm.id) from machines edition join venue_machines vm on vm.machine_id = edition.id
        where (edition.id = title.id or edition.group_id = grouped.id) and ${mayCountMachine(sql.ref('vm.id'), sql.ref('board.owner_id'))}
      )),
    ',' order by item."order"
  )
  from leaderboard_items item
  left join machines title on title.id = item.machine_id
  left join machine_groups grouped on grouped.id = item.machine_group_id
  where item.leaderboard_id = board.id and item.venue_machine_id is null`

/** The boards that a board contains: a deleted one leaves no other trace. */
const partsOf = (type: BoardType) => sql`
  select string_agg(concat_ws(':', part.type, part.id), ',' order by part.type, part.id)
  from board_parts part where part.container_type = ${type} and part.container_id = board.id`

/** What is special about a type of boards that are stored. */
export interface StoredType {
  type: BoardType
  /** what moves its version besides its own columns */
  shows: 'machines' | 'boards'
  /** Undefined when there is none. */
  read(id: number, ownerId: number): Promise<Pick<BoardView, 'watches' | 'state'> | undefined>
}

/** A source of boards of one type. Whoever contains boards holds them in memory, where they are looked after by themselves. */
export function storedBoards(db: Kysely<Tables>, { type, shows, read }: StoredType): BoardSource {
  const table = sql.table(boardTables.find((one) => one.type === type)!.table)
  const shown = shows === 'machines' ? machinesOf(type) : partsOf(type)

  const versions = async (ids: readonly number[]) => {
    const { rows } = await sql<{ id: number; version: string }>`
      select board.id, md5(concat_ws(' ', extract(epoch from board.updated_at), board.is_public, board.viewer_key, (${shown}), (${type === 'leaderboard' ? titles : sql`null`}))) as version
      from ${table} board where board.id = any (${ids}::bigint[])
    `.execute(db)
    return new Map(rows.map(({ id, version }) => [id, version]))
  }
  const accessOf = async (id: number) =>
    (await sql<BoardAccess>`select owner_id, is_public, viewer_key, embed_sites from ${table} where id = ${id}`.execute(db)).rows[0]

  return {
    type,
    versions,
    async read(id) {
      // The version first: what changes while it is read is noticed later. Access last: what was shown to everybody a
      // moment ago may be read, what is hidden by now may not.
      const before = await accessOf(id)
      const version = (await versions([id])).get(id)
      if (!before || version === undefined) return undefined
      const view = await read(id, before.owner_id)
      const access = view && (await accessOf(id))
      return access && { ...view, access, version }
    },
  }
}
