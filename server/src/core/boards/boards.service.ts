import type { BoardUse, FoundReference, PublicUser } from '@multiball/shared/schema'
import { isBuiltInType } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import type { Actor } from '../../ground/http/auth'
import { invalid, notFound } from '../../ground/http/refusals'
import { ownedBy } from '../accounts/publicUser'
import { holdAccount } from '../accounts/quotas'
import {
  deleteBoard,
  insertBoard,
  listBoards,
  listUses,
  lockBoard,
  newViewerKey,
  readBoard,
  replaceReferences,
  updateBoard,
  writing,
} from './boards.store'
import type { BoardFilter, LockedColumn, StoredBoard } from './boards.store'
import type { BoardChanges } from './changes'
import type { BoardTypes } from './custom/types'
import { kindOf } from './kinds'
import type { BoardFields, BoardKind } from './kinds'
import {
  holdContaining,
  isPart,
  leaveOut,
  machinesOpened,
  machinesOpenedBy,
  namesTheSame,
  wrongReferences,
} from './references.store'
import { findBoard, isForSite, maySee, othersBoardsShowing, refusal, refusedEdit } from './visibility'
import type { BoardName } from './visibility'

const refusedDelete = 'You do not authorized to delete the requested resource.'

/** A board as it is answered: what its owner sent, and what the server adds. */
export type BoardAnswer = BoardFields & {
  id: number
  user_roles: { user: PublicUser; role: 'owner' }[]
  viewer_key?: string
}

/** The fields of a body; none where there is no body. Throws 400 for what has no fields. */
export function fieldsOf(body: unknown = {}): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw invalid({ non_field_errors: ['An object with fields is expected'] })
}

interface Placed {
  order: number
}

const isPlaced = (value: unknown): value is Placed =>
  typeof value === 'object' && value !== null && 'order' in value && typeof value.order === 'number'

/** The items sorted by their order; where orders are missing or shared, the sequence as sent counts. */
function inOrder(items: readonly Placed[]): Placed[] {
  const sorted = [...items].sort((one, other) => one.order - other.order)
  const areDistinct = new Set(items.map(({ order }) => order)).size === items.length
  return areDistinct ? sorted : sorted.map((item, order) => ({ ...item, order }))
}

/** Lists of items that have an order stand in it. */
const ordered = (settings: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      Array.isArray(value) && value.every(isPlaced) ? inOrder(value) : value,
    ]),
  )

/** Null counts as nothing chosen where the form has a sentence for that, see `empty` of a kind. */
const filled = (fields: object, empty: BoardKind['empty']): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      value === null && Object.hasOwn(empty, name) ? empty[name] : value,
    ]),
  )

/** The same, and so does what is missing. */
export const completed = (fields: object, empty: BoardKind['empty']): object => ({ ...empty, ...filled(fields, empty) })

/** What only one of the two has. */
const inOneOnly = (some: number[], others: number[]) => [
  ...some.filter((id) => !others.includes(id)),
  ...others.filter((id) => !some.includes(id)),
]

export interface BoardsDependencies {
  db: Kysely<Tables>
  /** for lists of what is public, which may be some seconds old */
  readDb?: Kysely<Tables>
  changes: BoardChanges
  /** the types of remotes; missing if there are none */
  types?: Pick<BoardTypes, 'all'>
}

/** What owners and readers do with boards of one type; who may is decided here and held by the SQL. */
export class Boards {
  private readonly db: Kysely<Tables>
  private readonly readDb: Kysely<Tables>
  private readonly changes: BoardChanges
  private readonly types: BoardsDependencies['types']

  constructor(
    private readonly kind: BoardKind,
    { db, readDb = db, changes, types }: BoardsDependencies,
  ) {
    this.db = db
    this.readDb = readDb
    this.changes = changes
    this.types = types
  }

  async list(filter: BoardFilter): Promise<{ count: number; boards: BoardAnswer[] }> {
    // An owner's own list is read right after it was changed.
    const db = filter.isPublic === true && filter.owner === undefined ? this.readDb : this.db
    const { count, rows } = await listBoards(db, this.kind.type, filter)
    return { count, boards: await this.answers(db, rows, filter.reader) }
  }

  /** Throws 404 for one that is missing or may not be seen, or not on this site, see isForSite. */
  async get(id: number, actor: Actor, key: string | undefined, site?: string): Promise<BoardAnswer> {
    const row = await readBoard(this.db, this.name(id))
    if (!row || !isForSite(row, actor, site) || !(await maySee(this.db, { ...row, type: this.kind.type }, actor, key)))
      throw notFound()
    return this.answer(this.db, row, actor.type === 'user' ? actor.userId : undefined)
  }

  /** Throws 400. */
  async create(ownerId: number, body: unknown): Promise<BoardAnswer> {
    const fields = this.parse(fieldsOf(body))
    const { made, affected } = await writing(this.db, (trx) => this.add(trx, ownerId, fields))
    this.announceUpdated(affected)
    return this.answer(this.db, made, ownerId)
  }

  /** Adds a board with these parsed fields. What it affects is to be announced once the transaction is committed. Throws 400. */
  async add(
    trx: Kysely<Tables>,
    ownerId: number,
    fields: BoardFields,
  ): Promise<{ made: StoredBoard; affected: BoardName[] }> {
    const columns = this.columns(fields)
    const owner = await holdAccount(trx, ownerId)
    const references = this.kind.referencesOf(columns.settings, columns.settings_version)
    await this.requireUsable(trx, references, undefined, ownerId)
    const made = await insertBoard(trx, this.kind.type, owner, { ...columns, viewer_key: newViewerKey() }, references)
    const opened = columns.is_public ? machinesOpenedBy(references) : []
    return { made, affected: await othersBoardsShowing(trx, opened, ownerId) }
  }

  /** Throws 400, 403, 404. */
  replace(id: number, ownerId: number, body: unknown): Promise<BoardAnswer> {
    return this.change(id, ownerId, async (stored) => this.parse(fieldsOf(body), stored))
  }

  /** Changes the given fields only. Throws 400, 403, 404. */
  patch(id: number, ownerId: number, body: unknown): Promise<BoardAnswer> {
    const given = fieldsOf(body)
    return this.change(id, ownerId, async (stored) => this.merge(stored, given), given)
  }

  /** Throws 403, 404. */
  async remove(id: number, ownerId: number): Promise<void> {
    const board = this.name(id)
    const affected = await writing(this.db, async (trx) => {
      await holdContaining(trx, board, ownerId)
      await this.requireOwn(trx, id, ownerId, refusedDelete, ['id'])
      const containers = await leaveOut(trx, board, () => this.kinds())
      const closed = await deleteBoard(trx, board, ownerId)
      return [...containers, ...(await othersBoardsShowing(trx, closed, ownerId))]
    })
    this.changes.announce({ ...board, reason: 'deleted' })
    this.announceUpdated(affected)
  }

  /** The boards that show this one. Throws 403, 404. */
  async uses(id: number, ownerId: number): Promise<BoardUse[]> {
    const board = await findBoard(this.db, this.kind.type, id)
    if (board?.owner_id !== ownerId) throw refusal(board, refusedEdit)
    return listUses(this.db, board, ownerId)
  }

  /** Makes a new viewer key; the old one opens nothing any more. Throws 403, 404. */
  async renewKey(id: number, ownerId: number): Promise<string> {
    const key = newViewerKey()
    if (!(await updateBoard(this.db, this.name(id), ownerId, { viewer_key: key })))
      throw await this.refusal(this.db, id, refusedEdit)
    this.changes.announce({ ...this.name(id), reason: 'closed' })
    return key
  }

  /**
   * One change after the other: `fieldsFrom` is given what the change before has left.
   * @param given the fields that change; where it is not all of them
   */
  private async change(
    id: number,
    ownerId: number,
    fieldsFrom: (stored: BoardFields) => Promise<BoardFields>,
    given?: object,
  ) {
    const board = this.name(id)
    const { wasPublic, isPublic, affected } = await writing(this.db, async (trx) => {
      const stored = await this.requireOwn(trx, id, ownerId, refusedEdit, [
        'title',
        'is_public',
        'moments',
        'settings',
        'settings_version',
      ])
      const { settings, settings_version: version, ...own } = stored
      const columns = this.columns(await fieldsFrom({ ...this.kind.fill(settings, version, given), ...own }))
      const { is_public } = columns
      const references = this.kind.referencesOf(columns.settings, columns.settings_version)
      // What it names already, it may go on naming.
      const isNamedAlready = namesTheSame(references, this.kind.referencesOf(stored.settings, stored.settings_version))
      if (!isNamedAlready) await this.requireUsable(trx, references, id, ownerId)
      const opened = stored.is_public || isNamedAlready ? await machinesOpened(trx, board) : []
      await updateBoard(trx, board, ownerId, columns)
      if (!isNamedAlready) await replaceReferences(trx, board, references)
      const openBefore = stored.is_public ? opened : []
      const openNow = is_public ? (isNamedAlready ? opened : machinesOpenedBy(references)) : []
      return {
        wasPublic: stored.is_public,
        isPublic: is_public,
        affected: await othersBoardsShowing(trx, inOneOnly(openBefore, openNow), ownerId),
      }
    })
    this.changes.announce({ ...board, reason: wasPublic && !isPublic ? 'closed' : 'updated' })
    this.announceUpdated(affected)
    return this.own(this.db, id, ownerId)
  }

  private columns({ title, is_public, moments = 'records', ...sent }: BoardFields) {
    const settings = ordered(sent)
    return { title, is_public, moments, settings, settings_version: this.kind.versionOf(settings) }
  }

  private name(id: number): BoardName {
    return { type: this.kind.type, id }
  }

  /** Finds the kind of any type by its name. */
  private async kinds() {
    const types = await this.types?.all()
    return (type: string) => kindOf(type, types)
  }

  private announceUpdated(boards: BoardName[]) {
    for (const { type, id } of boards) this.changes.announce({ type, id, reason: 'updated' })
  }

  /**
   * A board with these fields changed. What was wrong before and is not changed does not prevent it: a board that
   * it shows may be gone. Throws 400.
   */
  private async merge(stored: BoardFields, given: object): Promise<BoardFields> {
    const merged = { ...stored, ...filled(given, this.kind.empty) }
    const [before, after] = [this.kind.errorsOf(stored), this.kind.errorsOf(merged)]
    const wrong = Object.entries(after).filter(
      ([field, messages]) =>
        Object.hasOwn(given, field) || messages.some((message) => !before[field]?.includes(message)),
    )
    if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
    return Object.keys(after).length === 0 ? this.kind.parse(merged) : { ...stored, ...this.kind.parseSome(given) }
  }

  private parse(fields: object, before?: BoardFields): BoardFields {
    return this.kind.parse(completed(fields, this.kind.empty), before)
  }

  /** Throws 400 where the owner may not name these. */
  private async requireUsable(
    trx: Kysely<Tables>,
    references: readonly FoundReference[],
    id: number | undefined,
    ownerId: number,
  ) {
    const kindOf = references.some((one) => one.rule.cells && isPart(one) && !isBuiltInType(one.kind))
      ? await this.kinds()
      : undefined
    const wrong = await wrongReferences(
      trx,
      references,
      { type: this.kind.type, id, ownerId },
      (type) => kindOf?.(type)?.isCell ?? false,
    )
    if (Object.keys(wrong).length > 0) throw invalid(wrong)
  }

  private async requireOwn<Column extends LockedColumn>(
    trx: Kysely<Tables>,
    id: number,
    ownerId: number,
    sentence: string,
    columns: readonly Column[],
  ) {
    const board = await lockBoard(trx, this.name(id), ownerId, columns)
    if (!board) throw await this.refusal(trx, id, sentence)
    return board
  }

  private async refusal(db: Kysely<Tables>, id: number, sentence: string) {
    return refusal(await findBoard(db, this.kind.type, id), sentence)
  }

  private async own(db: Kysely<Tables>, id: number, ownerId: number) {
    const row = await readBoard(db, this.name(id))
    // Deleted in the moment after its change.
    if (!row) throw notFound()
    return this.answer(db, row, ownerId)
  }

  private async answer(db: Kysely<Tables>, row: StoredBoard, reader: number | undefined) {
    return (await this.answers(db, [row], reader))[0]!
  }

  private async answers(db: Kysely<Tables>, rows: StoredBoard[], reader: number | undefined): Promise<BoardAnswer[]> {
    const filled = rows.map(({ settings, settings_version }) => this.kind.fill(settings, settings_version))
    const settings = (await this.kind.complete?.(db, filled)) ?? filled
    return rows.map((row, at) => ({
      id: row.id,
      title: row.title,
      is_public: row.is_public,
      ...('moments' in this.kind.input.entries && { moments: row.moments }),
      ...settings[at],
      user_roles: ownedBy(row.owner),
      ...(row.owner_id === reader && { viewer_key: row.viewer_key }),
    }))
  }
}
