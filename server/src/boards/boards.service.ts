import type { PublicUser } from '@multiball/shared/schema'
import { titleTaken } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { ownedBy } from '../accounts/publicUser'
import type { Tables } from '../database/tables'
import { violatedConstraint } from '../database/violation'
import type { Actor } from '../http/auth'
import { parse } from '../http/parse'
import { forbidden, invalid, notFound } from '../http/refusals'
import { deleteBoard, insertBoard, listBoards, readBoard, updateBoard } from './boards.store'
import type { BoardFilter, StoredBoard } from './boards.store'
import type { BoardChanges } from './changes'
import type { BoardKind, CommonInput } from './kind'
import { newViewerKey } from './viewerKey'
import { canSee, findBoard } from './visibility'

const refusedEdit = 'You do not authorized to edit the requested resource.'
const refusedDelete = 'You do not authorized to delete the requested resource.'

/** A board as it is answered: what its owner sent, and what the server adds. */
export type BoardAnswer<Input> = Input & { id: number; user_roles: { user: PublicUser; role: 'owner' }[]; viewer_key?: string }

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
    return { count, boards: await this.answers(rows, filter.reader) }
  }

  /** Throws 404 for one that is missing or may not be seen. */
  async get(id: number, actor: Actor, key: string | undefined): Promise<BoardAnswer<Input>> {
    const row = await readBoard<Row>(this.db, this.kind.table, id)
    if (!row || !canSee(row, actor, key)) throw notFound()
    return this.answer(row, actor.type === 'user' ? actor.userId : undefined)
  }

  /** Throws 400. */
  async create(ownerId: number, body: unknown): Promise<BoardAnswer<Input>> {
    const input = this.parse(body)
    const id = await this.write(async (trx) => {
      await this.kind.checkReferences(trx, input, ownerId, undefined)
      const made = await insertBoard(trx, this.kind.table, { owner_id: ownerId, viewer_key: newViewerKey(), ...this.columns(input) })
      await this.kind.writeItems(trx, made, input)
      return made
    })
    return this.own(id, ownerId)
  }

  /** Throws 400, 403, 404. */
  async replace(id: number, ownerId: number, body: unknown): Promise<BoardAnswer<Input>> {
    await this.requireOwn(id, ownerId, refusedEdit)
    return this.change(id, ownerId, this.parse(body))
  }

  /** Changes the given fields only. Throws 400, 403, 404. */
  async patch(id: number, ownerId: number, body: unknown): Promise<BoardAnswer<Input>> {
    await this.requireOwn(id, ownerId, refusedEdit)
    const before = await this.own(id, ownerId)
    return this.change(id, ownerId, this.parse({ ...before, ...(body as object) }))
  }

  /** Throws 403, 404. */
  async remove(id: number, ownerId: number): Promise<void> {
    if (!(await deleteBoard(this.db, this.kind.table, id, ownerId))) throw await this.refusal(id, refusedDelete)
    this.changes.announce({ type: this.kind.type, id, reason: 'deleted' })
  }

  /** Makes a new viewer key; the old one opens nothing any more. Throws 403, 404. */
  async renewKey(id: number, ownerId: number): Promise<string> {
    const key = newViewerKey()
    if (!(await updateBoard(this.db, this.kind.table, id, ownerId, { viewer_key: key }))) throw await this.refusal(id, refusedEdit)
    this.changes.announce({ type: this.kind.type, id, reason: 'closed' })
    return key
  }

  private async change(id: number, ownerId: number, input: Input) {
    const { wasPublic } = await this.write(async (trx) => {
      const updated = await updateBoard(trx, this.kind.table, id, ownerId, this.columns(input))
      if (!updated) throw await this.refusal(id, refusedEdit)
      await this.kind.checkReferences(trx, input, ownerId, id)
      await this.kind.writeItems(trx, id, input)
      return updated
    })
    this.changes.announce({ type: this.kind.type, id, reason: wasPublic && !input.is_public ? 'closed' : 'updated' })
    return this.own(id, ownerId)
  }

  private parse(body: unknown): Input {
    return parse(this.kind.input, typeof body === 'object' && !Array.isArray(body) ? { ...this.kind.empty, ...body } : body)
  }

  private columns(input: Input) {
    return { title: input.title, is_public: input.is_public, ...this.kind.columns(input) }
  }

  /** Two requests with one title: the constraint decides. */
  private async write<Result>(work: (trx: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    try {
      return await this.db.transaction().execute(work)
    } catch (error) {
      throw violatedConstraint(error) === `${this.kind.table}_title_unique` ? invalid({ title: [titleTaken] }) : error
    }
  }

  private async requireOwn(id: number, ownerId: number, sentence: string) {
    const board = await findBoard(this.db, this.kind.type, id)
    if (board?.owner_id !== ownerId) throw await this.refusal(id, sentence)
  }

  /** Why somebody else's write is refused: a private board is not even admitted to exist. */
  private async refusal(id: number, sentence: string) {
    const board = await findBoard(this.db, this.kind.type, id)
    return board?.is_public ? forbidden(sentence) : notFound()
  }

  private async own(id: number, ownerId: number) {
    return this.get(id, { type: 'user', userId: ownerId }, undefined)
  }

  private async answer(row: StoredBoard & Row, reader: number | undefined) {
    return (await this.answers([row], reader))[0]!
  }

  private async answers(rows: (StoredBoard & Row)[], reader: number | undefined): Promise<BoardAnswer<Input>[]> {
    const inputs = await this.kind.read(this.db, rows)
    return rows.map((row, at) => ({
      id: row.id,
      ...inputs[at]!,
      user_roles: ownedBy(row.owner),
      ...(row.owner_id === reader && { viewer_key: row.viewer_key }),
    }))
  }
}
