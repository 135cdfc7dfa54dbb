import { streamboardCanvas } from '@multiball/shared/schema'
import type { BoardType, StreamboardInput } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { updateBoard } from '../../core/boards/boards.store'
import type { BoardChanges } from '../../core/boards/changes'
import { kindOf } from '../../core/boards/kinds'
import { findBoard, maySee, refusal, refusedEdit } from '../../core/boards/visibility'
import type { Tables } from '../../ground/database/tables'
import { anonymous } from '../../ground/http/actors'
import { findEmbedded, readSites } from './embeds.store'
import type { EmbeddedBoard } from './embeds.store'

interface EmbedsDependencies {
  db: Kysely<Tables>
  changes: BoardChanges
}

/** Which pages may show a board, and what a page that shows one must know. */
export class Embeds {
  private readonly db: Kysely<Tables>
  private readonly changes: BoardChanges

  constructor({ db, changes }: EmbedsDependencies) {
    this.db = db
    this.changes = changes
  }

  /** The sites that may show a board of this owner; none: any. Throws 403, 404. */
  async sites(type: BoardType, id: number, ownerId: number): Promise<string[]> {
    return (await readSites(this.db, { type, id }, ownerId)) ?? this.refuse(type, id)
  }

  /** Throws 403, 404. */
  async setSites(type: BoardType, id: number, ownerId: number, sites: string[]): Promise<void> {
    if (!(await updateBoard(this.db, { type, id }, ownerId, { embed_sites: sites }))) await this.refuse(type, id)
    // Who shows it from elsewhere by now is sent away.
    this.changes.announce({ type, id, reason: 'updated' })
  }

  /** The board for a caller with this key; undefined when there is none or it may not be seen. */
  async visible(type: BoardType, id: number, key: string | undefined): Promise<EmbeddedBoard | undefined> {
    const board = await findEmbedded(this.db, { type, id })
    return board && (await maySee(this.db, board, anonymous, key)) ? board : undefined
  }

  /** The canvas of a streamboard in px; undefined for boards that take any shape. */
  shapeOf({ type, settings }: EmbeddedBoard): { width: number; height: number } | undefined {
    return type === 'streamboard'
      ? streamboardCanvas((kindOf(type)!.fill(settings, 1) as StreamboardInput).config_json)
      : undefined
  }

  private async refuse(type: BoardType, id: number): Promise<never> {
    throw refusal(await findBoard(this.db, type, id), refusedEdit)
  }
}
