import type { Machine, OwnTitleInput } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { overlapping } from '../../ground/database/overlapping'
import type { Tables } from '../../ground/database/tables'
import { findMachine } from './catalogue.store'
import { answerOf } from './entries'
import { moveTitles } from './moveTitles'
import { machineKey, mayBeOfOneYear, naturalName } from './names'
import { holdCatalogue } from './put'

type Db = Kysely<Tables>

/**
 * The title of a machine that its owner describes, within a transaction: one of the catalogue, or of their own, that is called
 * the same, else a new one that is theirs. Answers its id.
 */
export async function ownTitle(trx: Db, ownerId: number, described: OwnTitleInput): Promise<number> {
  // What an import brings meanwhile would not be joined to it.
  await holdCatalogue(trx)
  const known = await sameTitle(trx, ownerId, described)
  return (
    known ??
    (
      await trx
        .insertInto('machines')
        .values({ ...columnsOf(described), owner_id: ownerId })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  )
}

/**
 * Changes the description of a title of an owner's own. One that is called the same, of the catalogue or of their own, takes it in with its
 * scores and boards. Answers what it is now; undefined where this owner has no such title.
 */
export const renameOwnTitle = (
  db: Db,
  ownerId: number,
  id: number,
  described: OwnTitleInput,
): Promise<Machine | undefined> =>
  // A game may settle, or a board be saved, under the title that goes.
  overlapping(() => db.transaction().execute((trx) => renameWithin(trx, ownerId, id, described)))

async function renameWithin(
  trx: Db,
  ownerId: number,
  id: number,
  described: OwnTitleInput,
): Promise<Machine | undefined> {
  await holdCatalogue(trx)
  const own = await trx
    .updateTable('machines')
    .set(columnsOf(described))
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('id')
    .executeTakeFirst()
  if (!own) return undefined
  const known = await sameTitle(trx, ownerId, described, id)
  if (known !== undefined) await moveTitles(trx, [id], known)
  return answerOf((await findMachine(trx, known ?? id, ownerId))!)
}

const columnsOf = ({ name, manufacturer, year }: OwnTitleInput) => ({ name: naturalName(name), manufacturer, year })

/** The title that is called as described, the one of that year before one of no year. */
async function sameTitle(
  trx: Db,
  ownerId: number,
  { name, manufacturer, year }: OwnTitleInput,
  but?: number,
): Promise<number | undefined> {
  const known = await titlesFor(trx, ownerId).select(['id', 'name', 'manufacturer', 'year']).orderBy('id').execute()
  const key = machineKey({ name, manufacturer })
  const same = known.filter(
    (title) => title.id !== but && machineKey(title) === key && mayBeOfOneYear(title.year, year),
  )
  return (same.find((title) => title.year === year) ?? same[0])?.id
}

const titlesFor = (db: Db, ownerId: number) =>
  db.selectFrom('machines').where((where) => where.or([where('owner_id', 'is', null), where('owner_id', '=', ownerId)]))

/** Whether there is such a title for this owner: of the catalogue, or of their own. */
export const hasTitle = async (db: Db, ownerId: number, id: number): Promise<boolean> =>
  (await titlesFor(db, ownerId).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
