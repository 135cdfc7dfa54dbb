import { referencesIn, withoutReferences } from '@multiball/shared/schema'
import type { BoardType, FieldErrors, FoundReference } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { storedSettings } from './boards.store'
import type { BoardKind } from './kind'
import { mayCountMachine, mayShowMachine } from './machineVisibility'
import { boardsContaining } from './visibility'
import type { BoardName } from './visibility'

/*
 * What boards name: written with their settings, checked before, and taken out of the settings of others when a board goes.
 */

type Db = Kysely<Tables>

/** The board whose references are asked about; without an id while it is being made. */
export interface Referrer {
  type: BoardType
  id: number | undefined
  ownerId: number
}

/** Said of a machine that an owner may not put on a board, and of one that is not there. */
export const machinesMustBeSeen = 'Only your own machines and those of public scoreboards can be shown'

/** Said of a machine that is shown to everybody, but not counted by others. */
export const machinesMustCount = 'The owner of this machine lets its scores count on their own leaderboards only'

/** Said of everything else that is missing, or that its reader may not know of. */
export const notFoundHere = 'Item not found.'

const column = { venuemachine: 'venue_machine_id', machine: 'machine_id', machinegroup: 'machine_group_id', player: 'player_id', slideshowimage: 'slideshow_image_id' } as const
const columnOf = (kind: string) => (Object.hasOwn(column, kind) ? column[kind as keyof typeof column] : undefined)

/** Makes what a board names these references, in place of those before. */
export async function writeReferences(db: Db, { type, id }: BoardName, references: readonly FoundReference[], isNew: boolean): Promise<void> {
  if (!isNew) await db.deleteFrom('board_references').where('board_type', '=', type).where('board_id', '=', id).execute()
  if (references.length === 0) return
  const positions = new Map<string, number>()
  const rows = references.map(({ place, kind, id: named, rule }) => {
    const position = positions.get(place) ?? 0
    positions.set(place, position + 1)
    const own = columnOf(kind)
    const isMachine = kind === 'venuemachine'
    return {
      place,
      position,
      ...(own ? { [own]: named } : { part_type: kind, part_id: named }),
      opens: isMachine && (rule.opens ?? false),
      counts: isMachine && (rule.counts ?? false),
    }
  })
  // As one parameter, whatever their number.
  await sql`
    insert into board_references (board_type, board_id, place, position, venue_machine_id, machine_id, machine_group_id, player_id, slideshow_image_id, part_type, part_id, opens, counts)
    select ${type}, ${id}, place, position, venue_machine_id, machine_id, machine_group_id, player_id, slideshow_image_id, part_type, part_id, opens, counts
    from json_to_recordset(${JSON.stringify(rows)}) as given (
      place text, position integer, venue_machine_id bigint, machine_id bigint, machine_group_id bigint, player_id bigint, slideshow_image_id bigint,
      part_type text, part_id bigint, opens boolean, counts boolean
    )
  `.execute(db)
}

const nameOf = ({ type, id }: BoardName) => `${type} ${id}`

const isOneOf = (ids: readonly number[]) => sql`any (${ids}::bigint[])`

/** Whether the board names it already: what it shows may go on being shown. */
const named = ({ type, id }: Referrer, what: string, value: string) => sql`exists (
  select from board_references mine where mine.board_type = ${type} and mine.board_id = ${id ?? null} and ${sql.ref(`mine.${what}`)} = ${sql.ref(value)}
)`

/**
 * Which machines a board may name: its owner's and those that are open to everybody, unless they were removed, and of others
 * to count only those that their owners let count; and what it names already.
 */
async function usableMachines(db: Db, ids: readonly number[], by: Referrer): Promise<Map<number, { counts: boolean; shows: boolean }>> {
  const owner = sql`${by.ownerId}::bigint`
  const { rows } = await sql<{ id: number; counts: boolean; shows: boolean }>`
    select machine.id, machine.is_named or machine.counts as counts, machine.is_named or machine.shows as shows
    from (
      select vm.id, ${named(by, 'venue_machine_id', 'vm.id')} as is_named,
        vm.retired_at is null and ${mayCountMachine(sql.ref('vm.id'), owner)} as counts, vm.retired_at is null and ${mayShowMachine(sql.ref('vm.id'), owner)} as shows
      from venue_machines vm where vm.id = ${isOneOf(ids)}
    ) machine
  `.execute(db)
  return new Map(rows.map(({ id, ...use }) => [id, use]))
}

interface UsableBoard extends BoardName {
  isNamed: boolean
  isSeen: boolean
  isPublic: boolean
  machines: number
}

/** The boards of these that there are, and what decides whether a board may show them. */
async function findBoards(db: Db, boards: readonly BoardName[], by: Referrer): Promise<Map<string, UsableBoard>> {
  const { rows } = await sql<UsableBoard>`
    select b.type, b.id, b.is_public as "isPublic", b.is_public or b.owner_id = ${by.ownerId} as "isSeen",
      exists (
        select from board_references mine
        where mine.board_type = ${by.type} and mine.board_id = ${by.id ?? null} and mine.part_type = b.type and mine.part_id = b.id
      ) as "isNamed",
      (select count(*) from board_references shown where shown.board_type = b.type and shown.board_id = b.id and shown.venue_machine_id is not null) as machines
    from unnest(${boards.map(({ type }) => type)}::text[], ${boards.map(({ id }) => id)}::bigint[]) as given (type, id)
    join boards b on b.type = given.type and b.id = given.id
  `.execute(db)
  return new Map(rows.map((board) => [nameOf(board), board]))
}

/** Which of these titles, groups and users there are. */
async function existing(db: Db, table: 'machines' | 'machine_groups' | 'users', ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where id = ${isOneOf(ids)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Which of these pictures a board may show: its owner's, and what it shows already. */
async function usablePictures(db: Db, ids: readonly number[], by: Referrer): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select p.id from slideshow_images p where p.id = ${isOneOf(ids)} and (p.owner_id = ${by.ownerId} or ${named(by, 'slideshow_image_id', 'p.id')})
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const idsOf = (references: readonly FoundReference[], kind: string) => references.filter((one) => one.kind === kind).map(({ id }) => id)

/** A question that is asked only where there is something to ask about. */
const about = async <Found>(ids: readonly unknown[], none: Found, ask: () => Promise<Found>) => (ids.length > 0 ? ask() : none)

/** What is wrong with what a board names, by field; nothing where its owner may name it all. The database has the board as it was. */
export async function wrongReferences(db: Db, references: readonly FoundReference[], by: Referrer): Promise<FieldErrors> {
  const [machineIds, titleIds, groupIds, playerIds, pictureIds] = ['venuemachine', 'machine', 'machinegroup', 'player', 'slideshowimage'].map((kind) => idsOf(references, kind)) as [
    number[],
    number[],
    number[],
    number[],
    number[],
  ]
  const parts = references.filter(({ kind }) => columnOf(kind) === undefined).map(({ kind, id }) => ({ type: kind, id }))
  const none = new Set<number>()
  const machines = await about(machineIds, new Map<number, { counts: boolean; shows: boolean }>(), () => usableMachines(db, machineIds, by))
  const boards = await about(parts, new Map<string, UsableBoard>(), () => findBoards(db, parts, by))
  const things: Record<string, Set<number>> = {
    machine: await about(titleIds, none, () => existing(db, 'machines', titleIds)),
    machinegroup: await about(groupIds, none, () => existing(db, 'machine_groups', groupIds)),
    player: await about(playerIds, none, () => existing(db, 'users', playerIds)),
    slideshowimage: await about(pictureIds, none, () => usablePictures(db, pictureIds, by)),
  }

  const sentenceFor = ({ kind, id, rule }: FoundReference): string | undefined => {
    if (kind === 'venuemachine') {
      const use = machines.get(id)
      if (!rule.counts) return use?.shows ? undefined : machinesMustBeSeen
      if (use?.counts) return undefined
      return use?.shows ? machinesMustCount : machinesMustBeSeen
    }
    if (Object.hasOwn(things, kind)) return things[kind]!.has(id) ? undefined : notFoundHere
    const board = boards.get(nameOf({ type: kind, id }))
    const fits = board && (rule.machines === undefined || (board.isPublic && board.machines === rule.machines))
    return board && (board.isNamed || (board.isSeen && fits)) ? undefined : (rule.refusal ?? notFoundHere)
  }

  // Of a field the worst that is said of it: what may not be seen before what may not be counted, and machines before the rest.
  const rank = [machinesMustBeSeen, machinesMustCount]
  const said = references.flatMap((reference) => {
    const sentence = sentenceFor(reference)
    return sentence === undefined ? [] : [{ field: reference.field, sentence }]
  })
  const order = (sentence: string) => (rank.includes(sentence) ? rank.indexOf(sentence) : rank.length)
  return Object.fromEntries([...said].sort((one, other) => order(other.sentence) - order(one.sentence)).map(({ field, sentence }) => [field, [sentence]]))
}

/** The machines that a board with these references opens to everybody while it is public. */
export const machinesOpenedBy = (references: readonly FoundReference[]): number[] => idsOf(references.filter(({ rule }) => rule.opens), 'venuemachine')

/** The machines that a stored board opens to everybody while it is public. */
export async function machinesOpened(db: Db, { type, id }: BoardName): Promise<number[]> {
  const rows = await db.selectFrom('board_references').select('venue_machine_id').where('board_type', '=', type).where('board_id', '=', id).where('opens', '=', true).execute()
  return rows.map(({ venue_machine_id }) => venue_machine_id!)
}

/**
 * Takes a board that is about to go, and is held, out of the settings of those that show it. Answers these.
 * @param kinds finds the kind of a type by its name; the settings of one that is not known stay as they are
 */
export async function leaveOut(db: Db, board: BoardName, kinds: () => Promise<(type: string) => BoardKind | undefined>): Promise<BoardName[]> {
  const containers = await boardsContaining(db, board)
  if (containers.length === 0) return []
  const { rows } = await sql<BoardName & { settings: object }>`
    select b.type, b.id, b.settings from boards b
    where (b.type, b.id) in (select * from unnest(${containers.map(({ type }) => type)}::text[], ${containers.map(({ id }) => id)}::bigint[]))
    order by b.type, b.id for update
  `.execute(db)
  const kindOf = await kinds()
  const changed = rows.map(({ type, id, settings }) => ({
    type,
    id,
    settings: withoutReferences(kindOf(type)?.places ?? [], settings, (kind, named) => kind === board.type && named === board.id),
  }))
  await sql`
    update boards b set settings = given.settings
    from unnest(${changed.map(({ type }) => type)}::text[], ${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ settings }) => storedSettings(settings))}::jsonb[]) as given (type, id, settings)
    where b.type = given.type and b.id = given.id
  `.execute(db)
  return containers
}

/** Whether two settings name the same in the same places. */
export const namesTheSame = (kind: BoardKind, before: object, after: object): boolean => JSON.stringify(keysOf(kind, before)) === JSON.stringify(keysOf(kind, after))

const keysOf = ({ places }: BoardKind, settings: object) => referencesIn(places, settings).map(({ place, kind, id }) => [place, kind, id])
