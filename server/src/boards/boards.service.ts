import type { BoardUse, PublicUser } from '@multiball/shared/schema'
import { titleTaken } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { ownedBy } from '../accounts/publicUser'
import { quotas, requireRoom } from '../accounts/quotas'
import type { Tables } from '../database/tables'
import { violatedConstraint } from '../database/violation'
import type { Actor } from '../http/auth'
import { errorsOf, parse } from '../http/parse'
import { forbidden, invalid, notFound } from '../http/refusals'
import { deleteBoard, insertBoard, listBoards, listUses, lockBoard, readBoard, updateBoard } from './boards.store'
import type { BoardFilter, StoredBoard } from './boards.store'
import type { BoardChanges } from './changes'
import type { BoardKind, CommonInput } from './kind'
import { overlapping } from './overlapping'
import type { Referrer } from './references.store'
import { newViewerKey } from './viewerKey'
import { boardsContaining, findBoard, isForSite, maySee, othersBoardsShowing } from './visibility'
import type { BoardName, BoardRow } from './visibility'

export const refusedEdit = 'You do not authorized to edit the requested resource.'
const refusedDelete = 'You do not authorized to delete the requested resource.'

/** A board as it is answered: what its owner sent, and what the server adds. */
export type BoardAnswer<Input> = Input & { id: number; user_roles: { user: PublicUser; role: 'owner' }[]; viewer_key?: string }

/** The fields of a body; none where there is no body. Throws 400 for what has no fields. */
function fieldsOf(body: unknown = {}): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw invalid({ non_field_errors: ['An object with fields is expected'] })
}

/** Why somebody else's call is refused: a private board is not even admitted to exist. */
export const refusal = (board: Pick<BoardRow, 'is_public'> | undefined, sentence: string) => (board?.is_public ? forbidden(sentence) : notFound())

/** What only one of the two has. */
const inOneOnly = (some: number[], others: number[]) => [...some.filter((id) => !others.includes(id)), ...others.filter((id) => !some.includes(id))]

export interface BoardsDependencies {
  db: Kysely<Tables>
  changes: BoardChanges
}

/** What owners and readers do with boards of one type; who may is decided here and held by the SQL. */
export class Boards<Input extends CommonInput, Row> {
  private readonly db: Kysely<Tables>
  private readonly changes: BoardChanges

  constructor(
    private readonly kind: BoardKind<Input, Row>,
    { db, changes }: BoardsDependencies,
  ) {
    this.db = db
    this.changes = changes
  }

  async list(filter: BoardFilter): Promise<{ count: number; boards: BoardAnswer<Input>[] }> {
    const { count, rows } = await listBoards<Row>(this.db, this.kind.table, filter)
    return { count, boards: await this.answers(this.db, rows, filter.reader) }
  }

  /** Throws 404 for one that is missing or may not be seen, or not on this site, see isForSite. */
  async get(id: number, actor: Actor, key: string | undefined, site?: string): Promise<BoardAnswer<Input>> {
    const row = await readBoard<Row>(this.db, this.kind.table, id)
    if (!row || !isForSite(row, actor, site) || !(await maySee(this.db, { ...row, type: this.kind.type }, actor, key))) throw notFound()
    return this.answer(this.db, row, actor.type === 'user' ? actor.userId : undefined)
  }

  /** Throws 400. */
  async create(ownerId: number, body: unknown): Promise<BoardAnswer<Input>> {
    const input = this.parse(fieldsOf(body))
    const { id, affected } = await this.write(async (trx) => {
      await requireRoom(trx, ownerId, sql`select from ${sql.table(this.kind.table)} where owner_id = ${ownerId}`, quotas.boardsOfAKind, 'boards of this kind')
      await this.kind.checkReferences(trx, input, this.referrer(undefined, ownerId))
      const made = await insertBoard(trx, this.kind.table, { owner_id: ownerId, viewer_key: newViewerKey(), ...this.columns(input) })
      await this.kind.writeItems(trx, made, input)
      const opened = input.is_public ? await this.machinesOpened(trx, made) : []
      return { id: made, affected: await othersBoardsShowing(trx, opened, ownerId) }
    })
    this.announceUpdated(affected)
    return this.own(this.db, id, ownerId)
  }

  /** Throws 400, 403, 404. */
  replace(id: number, ownerId: number, body: unknown): Promise<BoardAnswer<Input>> {
    return this.change(id, ownerId, async () => this.parse(fieldsOf(body)))
  }

  /** Changes the given fields only. Throws 400, 403, 404. */
  patch(id: number, ownerId: number, body: unknown): Promise<BoardAnswer<Input>> {
    return this.change(id, ownerId, async (trx) => this.merge(await this.own(trx, id, ownerId), fieldsOf(body)))
  }

  /** Throws 403, 404. */
  async remove(id: number, ownerId: number): Promise<void> {
    const affected = await this.write(async (trx) => {
      const board = await this.requireOwn(trx, id, ownerId, refusedDelete)
      const containers = await boardsContaining(trx, this.kind.type, id)
      const closed = board.isPublic ? await this.machinesOpened(trx, id) : []
      await deleteBoard(trx, this.kind.table, id, ownerId)
      return [...containers, ...(await othersBoardsShowing(trx, closed, ownerId))]
    })
    this.changes.announce({ type: this.kind.type, id, reason: 'deleted' })
    this.announceUpdated(affected)
  }

  /** The boards that show this one. Throws 403, 404. */
  async uses(id: number, ownerId: number): Promise<BoardUse[]> {
    const board = await findBoard(this.db, this.kind.type, id)
    if (board?.owner_id !== ownerId) throw refusal(board, refusedEdit)
    return listUses(this.db, this.kind.type, id, ownerId)
  }

  /** Makes a new viewer key; the old one opens nothing any more. Throws 403, 404. */
  async renewKey(id: number, ownerId: number): Promise<string> {
    const key = newViewerKey()
    if (!(await updateBoard(this.db, this.kind.table, id, ownerId, { viewer_key: key }))) throw await this.refusal(this.db, id, refusedEdit)
    this.changes.announce({ type: this.kind.type, id, reason: 'closed' })
    return key
  }

  /** One change after the other: `inputFrom` reads what the change before has left. */
  private async change(id: number, ownerId: number, inputFrom: (trx: Kysely<Tables>) => Promise<Input>) {
    const { wasPublic, isPublic, affected } = await this.write(async (trx) => {
      const { isPublic: wasPublic } = await this.requireOwn(trx, id, ownerId, refusedEdit)
      const input = await inputFrom(trx)
      await this.kind.checkReferences(trx, input, this.referrer(id, ownerId))
      const openBefore = wasPublic ? await this.machinesOpened(trx, id) : []
      await updateBoard(trx, this.kind.table, id, ownerId, this.columns(input))
      await this.kind.writeItems(trx, id, input)
      const openNow = input.is_public ? await this.machinesOpened(trx, id) : []
      return { wasPublic, isPublic: input.is_public, affected: await othersBoardsShowing(trx, inOneOnly(openBefore, openNow), ownerId) }
    })
    this.changes.announce({ type: this.kind.type, id, reason: wasPublic && !isPublic ? 'closed' : 'updated' })
    this.announceUpdated(affected)
    return this.own(this.db, id, ownerId)
  }

  private announceUpdated(boards: BoardName[]) {
    for (const { type, id } of boards) this.changes.announce({ type, id, reason: 'updated' })
  }

  /**
   * A board with these fields changed. What is wrong with it already and is not changed stands in nobody's way: a board that
   * it shows may be gone. Throws 400.
   */
  private merge(stored: BoardAnswer<Input>, given: object): Input {
    const merged = { ...stored, ...this.filled(given) }
    const [before, after] = [errorsOf(this.kind.input, stored), errorsOf(this.kind.input, merged)]
    const wrong = Object.entries(after).filter(([field, messages]) => Object.hasOwn(given, field) || messages.some((message) => !before[field]?.includes(message)))
    if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
    return Object.keys(after).length === 0 ? parse(this.kind.input, merged) : { ...stored, ...parse(v.partial(v.object(this.kind.input.entries)), given) }
  }

  /** What is missing counts as nothing chosen where the form has a sentence for that, see `empty`. */
  private parse(fields: object): Input {
    return parse(this.kind.input, { ...this.kind.empty, ...this.filled(fields) })
  }

  /** Null counts as nothing chosen where the form has a sentence for that, see `empty`. */
  private filled(fields: object): object {
    return Object.fromEntries(Object.entries(fields).map(([name, value]: [string, unknown]) => [name, value === null && Object.hasOwn(this.kind.empty, name) ? this.kind.empty[name] : value]))
  }

  private columns(input: Input) {
    return { title: input.title, is_public: input.is_public, ...this.kind.columns(input) }
  }

  private referrer(id: number | undefined, ownerId: number): Referrer {
    return { type: this.kind.type, id, ownerId }
  }

  private async machinesOpened(db: Kysely<Tables>, id: number): Promise<number[]> {
    return (await this.kind.machinesOpened?.(db, id)) ?? []
  }

  /** Two requests with one title: the constraint decides. */
  private async write<Result>(work: (trx: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    try {
      return await overlapping(() => this.db.transaction().execute(work))
    } catch (error) {
      throw violatedConstraint(error) === `${this.kind.table}_title_unique` ? invalid({ title: [titleTaken] }) : error
    }
  }

  private async requireOwn(trx: Kysely<Tables>, id: number, ownerId: number, sentence: string) {
    const board = await lockBoard(trx, this.kind.table, id, ownerId)
    if (!board) throw await this.refusal(trx, id, sentence)
    return board
  }

  private async refusal(db: Kysely<Tables>, id: number, sentence: string) {
    return refusal(await findBoard(db, this.kind.type, id), sentence)
  }

  private async own(db: Kysely<Tables>, id: number, ownerId: number) {
    const row = await readBoard<Row>(db, this.kind.table, id)
    // Deleted in the moment after its change.
    if (!row) throw notFound()
    return this.answer(db, row, ownerId)
  }

  private async answer(db: Kysely<Tables>, row: StoredBoard & Row, reader: number | undefined) {
    return (await this.answers(db, [row], reader))[0]!
  }

  private async answers(db: Kysely<Tables>, rows: (StoredBoard & Row)[], reader: number | undefined): Promise<BoardAnswer<Input>[]> {
    const inputs = await this.kind.read(db, rows)
    return rows.map((row, at) => ({
      id: row.id,
      ...inputs[at]!,
      user_roles: ownedBy(row.owner),
      ...(row.owner_id === reader && { viewer_key: row.viewer_key }),
    }))
  }
}
