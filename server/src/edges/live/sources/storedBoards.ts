import { namedThings } from '@multiball/shared/schema'
import type { BoardType, MomentChoice, ReferencePlace } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { kindOf } from '../../../core/boards/kinds'
import { mayCountMachine, mayShowMachine } from '../../../core/boards/openMachines'
import type { Tables } from '../../../ground/database'
import type { BoardAccess, BoardSource, BoardView } from './boardSource'

const of = (alias: string) =>
  sql`${sql.ref(`${alias}.board_type`)} = board.type and ${sql.ref(`${alias}.board_id`)} = board.id`

const owner = sql.ref('board.owner_id')
const standing = { machine: 'venue_machine', venue: 'venue' }

/** The venue machines that a board names: what and where they are, whether it may use them, and how those that it shows look. */
const venueMachinesIn = (mayUse: RawBuilder<boolean>) => sql`
  select string_agg(
    concat_ws(':', named.venue_machine_id, machine.id, machine.name, venue.name, ${mayUse}, case when not named.counts then concat_ws(':', machine.display, machine.player_count, machine.opdb_id) end),
    ',' order by named.place, named.venue_machine_id
  )
  from board_references named
  join venue_machines venue_machine on venue_machine.id = named.venue_machine_id
  join venues venue on venue.id = venue_machine.venue_id
  join machines machine on machine.id = venue_machine.machine_id
  where ${of('named')}`

/** The machines and groups that a board names, the members of groups (an import of the catalogue may change them), and which venue machines count for them. */
const machinesAndGroups = sql`
  select string_agg(
    concat_ws(':', machine.name, grouped.name, (select string_agg(member.id::text, ' ' order by member.id) from machines member where member.group_id = grouped.id),
      (
        select string_agg(venue_machine.id::text, ' ' order by venue_machine.id)
        from machines edition join venue_machines venue_machine on venue_machine.machine_id = edition.id join venues venue on venue.id = venue_machine.venue_id
        where (edition.id = machine.id or edition.group_id = grouped.id) and ${mayCountMachine(owner, standing)}
      )),
    ',' order by item.place, item.position
  )
  from board_references item
  left join machines machine on machine.id = item.machine_id
  left join machine_groups grouped on grouped.id = item.machine_group_id
  where ${of('item')} and (item.machine_id is not null or item.machine_group_id is not null)`

/** The boards that a board contains: nothing else tells that one was deleted. */
const parts = sql`
  select string_agg(concat_ws(':', part.part_type, part.part_id), ',' order by part.part_type, part.part_id)
  from board_references part where ${of('part')} and part.part_id is not null`

const isBoard = (kind: string) => !namedThings.some((thing) => thing === kind)

/** A hash of everything a board shows besides its scores. Asks only for what its type can name: planning the whole query costs more than running it. */
function versionOf(places: readonly ReferencePlace[], besides: RawBuilder<unknown> | undefined) {
  const kinds = new Set(places.flatMap(({ rule }) => rule.to))
  const ofVenueMachines = places.filter(({ rule }) => rule.to.includes('venuemachine'))
  const [counts, shows] = [
    ofVenueMachines.some(({ rule }) => rule.counts),
    ofVenueMachines.some(({ rule }) => !rule.counts),
  ]
  const mayUse = sql<boolean>`case when named.counts then ${counts ? mayCountMachine(owner, standing) : sql`null`} else ${shows ? mayShowMachine(owner, standing) : sql`null`} end`
  const asked = [
    ...(ofVenueMachines.length > 0 ? [venueMachinesIn(mayUse)] : []),
    ...([...kinds].some(isBoard) ? [parts] : []),
    ...(kinds.has('machine') || kinds.has('machinegroup') ? [machinesAndGroups] : []),
    ...(besides ? [besides] : []),
  ]
  const own = [sql`extract(epoch from board.updated_at)`, sql`board.is_public`, sql`board.viewer_key`]
  return sql`md5(concat_ws(' ', ${sql.join([...own, ...asked.map((question) => sql`(${question})`)])})) as version`
}

/** A board with its settings as they are now. */
export interface StoredSettings<Settings> {
  id: number
  ownerId: number
  title: string
  /** by the clock of the database, when it was last saved */
  savedAt: number
  settings: Settings
}

/** What is special about one type. */
interface StoredType<Settings> {
  type: BoardType
  /** completes stored settings before they are read; a built-in type has it from its schema */
  fill?(settings: object, version: number): Settings
  /** where its settings name something; a built-in type has it from its schema */
  places?: readonly ReferencePlace[]
  /** what changes with what is stored of a `board` elsewhere */
  besides?: RawBuilder<unknown>
  read(board: StoredSettings<Settings>): Promise<Pick<BoardView, 'trouble' | 'dependsOn' | 'state'>>
}

interface StoredRow extends BoardAccess {
  moments: MomentChoice
  title: string
  settings: object
  settings_version: number
  saved_at: number
  version: string
}

/** A source of boards of one type. Whoever contains boards holds them in memory, where they are looked after by themselves. */
export function storedBoards<Settings>(
  db: Kysely<Tables>,
  {
    type,
    fill = kindOf(type)?.fill as StoredType<Settings>['fill'],
    places = kindOf(type)?.places ?? [],
    besides,
    read,
  }: StoredType<Settings>,
): BoardSource {
  const version = versionOf(places, besides)
  return {
    type,

    async versions(ids) {
      const { rows } = await sql<{ id: number; version: string }>`
        select board.id, ${version} from boards board where board.type = ${type} and board.id = any (${ids}::bigint[])
      `.execute(db)
      return new Map(rows.map((row) => [row.id, row.version]))
    },

    async read(id) {
      // The version is read with the settings, so that a change while the rest is read is noticed later. Access is read
      // last: a board that was hidden meanwhile must not be shown.
      const { rows } = await sql<StoredRow>`
        select board.owner_id, board.is_public, board.viewer_key, board.embed_sites, board.moments, board.title, board.settings, board.settings_version,
          extract(epoch from board.updated_at)::float8 as saved_at, ${version}
        from boards board where board.type = ${type} and board.id = ${id}
      `.execute(db)
      const [stored] = rows
      if (!stored) return undefined
      const view = await read({
        id,
        ownerId: stored.owner_id,
        title: stored.title,
        savedAt: stored.saved_at,
        settings: fill!(stored.settings, stored.settings_version),
      })
      const access = await db
        .selectFrom('boards')
        .select(['owner_id', 'is_public', 'viewer_key', 'embed_sites'])
        .where('type', '=', type)
        .where('id', '=', id)
        .executeTakeFirst()
      return access && { ...view, access, moments: stored.moments, version: stored.version }
    },
  }
}
