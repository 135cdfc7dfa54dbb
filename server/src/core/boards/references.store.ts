import { isBuiltInType, referencesIn, withoutReferences } from '@multiball/shared/schema'
import type { BoardType, FieldErrors, FoundReference, ReferencePlace } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { columnOf, storedSettings } from './boards.store'
import type { BoardKind } from './kinds'
import { mayCountMachine, mayShowMachine } from './openMachines'
import { boardsContaining } from './visibility'
import type { BoardName } from './visibility'

/*
 * What boards name: checked before it is written, and taken out of the settings of others when a board goes.
 */

type Db = Kysely<Tables>

/** The board whose references are asked about; without an id while it is being made. */
interface Referrer {
  type: BoardType
  id: number | undefined
  ownerId: number
}

/** Said of a machine that an owner may not put on a board, and of one that is not there. */
export const machinesMustBeSeen = 'Only your own machines and those of public scoreboards can be shown'

/** Said of a machine that is shown to everybody, but not counted by others. */
const machinesMustCount = 'The owner of this machine lets its scores count on their own leaderboards only'

/** Said of a board in a grid whose display fills screens only. */
const mustBeCells = 'Boards of this type cannot be shown in a grid'

/** Said of everything else that is missing, or that its reader may not know of. */
const notFoundHere = 'Item not found.'

/** Whether another board is named. */
export const isPart = ({ kind }: FoundReference): boolean => columnOf(kind) === undefined

const nameOf = ({ type, id }: BoardName) => `${type} ${id}`

const isOneOf = (ids: readonly number[]) => sql`any (${ids}::bigint[])`

/** Whether the board names it already: what it shows may go on being shown. */
const isNamed = ({ type, id }: Referrer, matches: RawBuilder<unknown>) =>
  id === undefined
    ? sql`false`
    : sql`exists (select from board_references mine where mine.board_type = ${type} and mine.board_id = ${id} and ${matches})`

interface UsableMachine {
  isNamed: boolean
  counts: boolean
  shows: boolean
}

/**
 * Which machines a board may name: its owner's and those that are open to everybody, unless they were removed, and of others
 * to count only those that their owners let count; and what it names already.
 */
async function usableMachines(db: Db, ids: readonly number[], by: Referrer): Promise<Map<number, UsableMachine>> {
  const [owner, standing] = [sql`${by.ownerId}::bigint`, { machine: 'vm', venue: 'venue' }]
  const { rows } = await sql<UsableMachine & { id: number }>`
    select vm.id, ${isNamed(by, sql`mine.venue_machine_id = vm.id`)} as "isNamed",
      vm.retired_at is null and ${mayCountMachine(owner, standing)} as counts, vm.retired_at is null and ${mayShowMachine(owner, standing)} as shows
    from venue_machines vm join venues venue on venue.id = vm.venue_id where vm.id = ${isOneOf(ids)}
  `.execute(db)
  return new Map(rows.map(({ id, ...use }) => [id, use]))
}

interface UsableBoard extends BoardName {
  isNamed: boolean
  isSeen: boolean
  isPublic: boolean
  /** how many it shows; null where no rule asks */
  machines: number | null
}

const machinesOf = sql`(select count(*) from board_references shown where shown.board_type = b.type and shown.board_id = b.id and shown.venue_machine_id is not null)`

/** The boards of these that there are, and what decides whether a board may show them. */
async function findBoards(db: Db, parts: readonly FoundReference[], by: Referrer): Promise<Map<string, UsableBoard>> {
  const { rows } = await sql<UsableBoard>`
    select b.type, b.id, b.is_public as "isPublic", b.is_public or b.owner_id = ${by.ownerId} as "isSeen",
      ${isNamed(by, sql`mine.part_type = b.type and mine.part_id = b.id`)} as "isNamed",
      ${parts.some(({ rule }) => rule.machines !== undefined) ? machinesOf : sql`null`} as machines
    from unnest(${parts.map(({ kind }) => kind)}::text[], ${parts.map(({ id }) => id)}::bigint[]) as given (type, id)
    join boards b on b.type = given.type and b.id = given.id
  `.execute(db)
  return new Map(rows.map((board) => [nameOf(board), board]))
}

/** Which of these groups and users there are. */
async function existing(db: Db, table: 'machine_groups' | 'users', ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where id = ${isOneOf(ids)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Which of these titles a board may name: those of the catalogue, those that its owner added, and what it names already. */
async function usableTitles(db: Db, ids: readonly number[], by: Referrer): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select m.id from machines m where m.id = ${isOneOf(ids)} and (m.owner_id is null or m.owner_id = ${by.ownerId} or ${isNamed(by, sql`mine.machine_id = m.id`)})
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Which of these pictures a board may show: its owner's, and what it shows already. */
async function usablePictures(db: Db, ids: readonly number[], by: Referrer): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select p.id from slideshow_images p where p.id = ${isOneOf(ids)} and (p.owner_id = ${by.ownerId} or ${isNamed(by, sql`mine.slideshow_image_id = p.id`)})
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const idsOf = (references: readonly FoundReference[], kind: string) =>
  references.filter((one) => one.kind === kind).map(({ id }) => id)

const said = [machinesMustBeSeen, machinesMustCount]
/** How bad it is, 0 the worst: what may not be seen, what may not be counted, the rest. */
const rankOf = (sentence: string) => (said.includes(sentence) ? said.indexOf(sentence) : said.length)

/**
 * What is wrong with what a board names, the worst of each field; nothing where its owner may name it all. The database has
 * the board as it was.
 * @param isCell whether boards of a remote's type can be cells of a grid
 */
export async function wrongReferences(
  db: Db,
  references: readonly FoundReference[],
  by: Referrer,
  isCell: (type: string) => boolean,
): Promise<FieldErrors> {
  const ask = async <Found>(kind: string, none: Found, find: (ids: readonly number[]) => Promise<Found>) => {
    const ids = idsOf(references, kind)
    return ids.length > 0 ? find(ids) : none
  }
  const none: ReadonlySet<number> = new Set()
  const machines = await ask('venuemachine', new Map<number, UsableMachine>(), (ids) => usableMachines(db, ids, by))
  const things: Readonly<Record<string, ReadonlySet<number>>> = {
    machine: await ask('machine', none, (ids) => usableTitles(db, ids, by)),
    machinegroup: await ask('machinegroup', none, (ids) => existing(db, 'machine_groups', ids)),
    player: await ask('player', none, (ids) => existing(db, 'users', ids)),
    slideshowimage: await ask('slideshowimage', none, (ids) => usablePictures(db, ids, by)),
  }
  const parts = references.filter(isPart)
  const boards = parts.length > 0 ? await findBoards(db, parts, by) : new Map<string, UsableBoard>()

  const sentenceFor = ({ kind, id, rule }: FoundReference): string | undefined => {
    if (kind === 'venuemachine') {
      const machine = machines.get(id)
      if (machine?.isNamed) return undefined
      if (!machine?.shows) return machinesMustBeSeen
      return rule.counts && !machine.counts ? machinesMustCount : undefined
    }
    if (Object.hasOwn(things, kind)) return things[kind]!.has(id) ? undefined : notFoundHere
    const board = boards.get(nameOf({ type: kind, id }))
    if (board?.isNamed) return undefined
    const fits = board?.isSeen && (rule.machines === undefined || (board.isPublic && board.machines === rule.machines))
    if (!fits) return rule.refusal ?? notFoundHere
    return rule.cells && !isBuiltInType(kind) && !isCell(kind) ? mustBeCells : undefined
  }

  const worst = new Map<string, string>()
  for (const reference of references) {
    const sentence = sentenceFor(reference)
    const before = worst.get(reference.field)
    if (sentence !== undefined && (before === undefined || rankOf(sentence) < rankOf(before)))
      worst.set(reference.field, sentence)
  }
  return Object.fromEntries([...worst].map(([field, sentence]) => [field, [sentence]]))
}

/** The machines that a board with these references opens to everybody while it is public. */
export const machinesOpenedBy = (references: readonly FoundReference[]): number[] =>
  idsOf(
    references.filter(({ rule }) => rule.opens),
    'venuemachine',
  )

/** The machines that a stored board opens to everybody while it is public. */
export async function machinesOpened(db: Db, { type, id }: BoardName): Promise<number[]> {
  const rows = await db
    .selectFrom('board_references')
    .select('venue_machine_id')
    .where('board_type', '=', type)
    .where('board_id', '=', id)
    .where('opens', '=', true)
    .execute()
  return rows.map(({ venue_machine_id }) => venue_machine_id!)
}

/**
 * Holds the boards that show a board of this owner. Before that itself is held, as a save holds a board before what it names:
 * the other way round, the two would wait for each other.
 */
export async function holdContaining(db: Db, { type, id }: BoardName, ownerId: number): Promise<void> {
  await sql`
    select from boards b
    where (b.type, b.id) in (select board_type, board_id from board_references where part_type = ${type} and part_id = ${id})
      and exists (select from boards own where own.type = ${type} and own.id = ${id} and own.owner_id = ${ownerId})
    order by b.type, b.id for update of b
  `.execute(db)
}

/**
 * Takes a board that is about to go, and is held, out of the settings of those that show it. Answers these.
 * @param kinds finds the kind of a type by its name; the settings of one that is not known stay as they are
 */
export async function leaveOut(
  db: Db,
  board: BoardName,
  kinds: () => Promise<(type: string) => BoardKind | undefined>,
): Promise<BoardName[]> {
  const containers = await boardsContaining(db, board)
  await takeOut(db, containers, kinds, (kind, id) => kind === board.type && id === board.id)
  return containers
}

/** What of an account others may name, by its ids. */
interface NamedOf {
  userId: number
  boards: readonly BoardName[]
  venueMachines: readonly number[]
  titles: readonly number[]
  images: readonly number[]
}

/**
 * Takes all that belongs to an account, the player included, out of the settings of other people's boards: it is about to
 * go, and is held. Answers these boards. `kinds` as of {@link leaveOut}.
 */
export async function leaveOutAll(
  db: Db,
  { userId, boards, venueMachines, titles, images }: NamedOf,
  kinds: () => Promise<(type: string) => BoardKind | undefined>,
): Promise<BoardName[]> {
  const { rows } = await sql<BoardName>`
    delete from board_references named using boards b
    where b.type = named.board_type and b.id = named.board_id and b.owner_id <> ${userId} and (
      named.player_id = ${userId} or named.venue_machine_id = ${isOneOf(venueMachines)} or named.machine_id = ${isOneOf(titles)}
      or named.slideshow_image_id = ${isOneOf(images)}
      or (named.part_type, named.part_id) in (select * from unnest(${boards.map(({ type }) => type)}::text[], ${boards.map(({ id }) => id)}::bigint[]))
    )
    returning named.board_type as type, named.board_id as id
  `.execute(db)
  const named = new Map(rows.map((board) => [nameOf(board), board]))
  const gone = new Set([
    nameOf({ type: 'player', id: userId }),
    ...boards.map(nameOf),
    ...venueMachines.map((id) => nameOf({ type: 'venuemachine', id })),
    ...titles.map((id) => nameOf({ type: 'machine', id })),
    ...images.map((id) => nameOf({ type: 'slideshowimage', id })),
  ])
  await takeOut(db, [...named.values()], kinds, (kind, id) => gone.has(nameOf({ type: kind, id })))
  return [...named.values()]
}

/** The whitelists among these places: of a leaderboard, or of a question that asks what it asks. */
function whitelistsIn(places: readonly ReferencePlace[]): ReferencePlace[] {
  const all = new Set(places.map(({ path }) => path.join('.')))
  return places.filter(
    ({ path }) =>
      /(^|\.)(venuemachines|players)\.\*$/.test(path.join('.')) &&
      all.has([...path.slice(0, -2), 'items', '*', 'id'].join('.')),
  )
}

/**
 * Settings without what is gone. A whitelist of which nothing is left stays as it is: emptied it would restrict nothing, and
 * show everybody what was for a few.
 */
function withoutGone(
  places: readonly ReferencePlace[],
  settings: object,
  isGone: (kind: string, id: number) => boolean,
): object {
  const kept = whitelistsIn(places).filter((place) =>
    referencesIn([place], settings).every(({ kind, id }) => isGone(kind, id)),
  )
  return withoutReferences(
    places.filter((place) => !kept.includes(place)),
    settings,
    isGone,
  )
}

/** Takes what is gone out of the settings of these boards. */
async function takeOut(
  db: Db,
  containers: readonly BoardName[],
  kinds: () => Promise<(type: string) => BoardKind | undefined>,
  isGone: (kind: string, id: number) => boolean,
) {
  if (containers.length === 0) return
  const { rows } = await sql<BoardName & { settings: object }>`
    select b.type, b.id, b.settings from boards b
    where (b.type, b.id) in (select * from unnest(${containers.map(({ type }) => type)}::text[], ${containers.map(({ id }) => id)}::bigint[]))
    order by b.type, b.id for update
  `.execute(db)
  const kindOf = await kinds()
  const changed = rows.map(({ type, id, settings }) => ({
    type,
    id,
    settings: withoutGone(kindOf(type)?.places ?? [], settings, isGone),
  }))
  await sql`
    update boards b set settings = given.settings
    from unnest(${changed.map(({ type }) => type)}::text[], ${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ settings }) => storedSettings(settings))}::jsonb[]) as given (type, id, settings)
    where b.type = given.type and b.id = given.id
  `.execute(db)
}

/** Whether both name the same in the same places. */
export const namesTheSame = (one: readonly FoundReference[], other: readonly FoundReference[]): boolean =>
  JSON.stringify(one.map(keyOf)) === JSON.stringify(other.map(keyOf))

const keyOf = ({ place, kind, id }: FoundReference) => [place, kind, id]
