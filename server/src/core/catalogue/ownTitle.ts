import type { Machine, OwnTitleInput } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { overlapping } from '../../ground/database/overlapping'
import type { Tables } from '../../ground/database/tables'
import { findMachine } from './catalogue.store'
import { answerOf } from './entries'
import { grouped } from './grouped'
import { moveTitles } from './moveTitles'
import { machineKey, mayBeOfOneYear, naturalName } from './names'
import { holdCatalogue } from './put'

type Db = Kysely<Tables>

/**
 * The titles of machines that their owner describes, within a transaction: each is one of the catalogue, or of their own, that is
 * called the same, else a new one that is theirs. Answers their ids, in order.
 */
export async function ownTitles(trx: Db, ownerId: number, described: readonly OwnTitleInput[]): Promise<number[]> {
  // What an import brings meanwhile would not be joined to it.
  await holdCatalogue(trx)
  const known = await titlesByKey(trx, ownerId)
  const ids: number[] = []
  for (const title of described) {
    const same = sameTitle(known, title)
    if (same !== undefined) {
      ids.push(same)
      continue
    }
    const columns = columnsOf(title)
    const { id } = await trx
      .insertInto('machines')
      .values({ ...columns, owner_id: ownerId })
      .returning('id')
      .executeTakeFirstOrThrow()
    known.set(machineKey(title), [...(known.get(machineKey(title)) ?? []), { id, ...columns }])
    ids.push(id)
  }
  return ids
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
  const known = sameTitle(await titlesByKey(trx, ownerId), described, id)
  if (known !== undefined) await moveTitles(trx, [id], known)
  return answerOf((await findMachine(trx, known ?? id, ownerId))!)
}

const columnsOf = ({ name, manufacturer, year }: OwnTitleInput) => ({ name: naturalName(name), manufacturer, year })

interface KnownTitle {
  id: number
  name: string
  manufacturer: string
  year: number | null
}

/** An owner's titles, and those of the catalogue, by what they are called. */
async function titlesByKey(trx: Db, ownerId: number): Promise<Map<string, KnownTitle[]>> {
  const titles = await titlesFor(trx, ownerId).select(['id', 'name', 'manufacturer', 'year']).orderBy('id').execute()
  return grouped(titles, (title) => [machineKey(title)])
}

/** The title that is called as described, the one of that year before one of no year. */
function sameTitle(
  known: ReadonlyMap<string, readonly KnownTitle[]>,
  { name, manufacturer, year }: OwnTitleInput,
  but?: number,
): number | undefined {
  const same = (known.get(machineKey({ name, manufacturer })) ?? []).filter(
    (title) => title.id !== but && mayBeOfOneYear(title.year, year),
  )
  return (same.find((title) => title.year === year) ?? same[0])?.id
}

const titlesFor = (db: Db, ownerId: number) =>
  db.selectFrom('machines').where((where) => where.or([where('owner_id', 'is', null), where('owner_id', '=', ownerId)]))

/** Whether there are all these titles for this owner: of the catalogue, or of their own. */
export async function hasTitles(db: Db, ownerId: number, ids: readonly number[]): Promise<boolean> {
  const asked = [...new Set(ids)]
  const found = asked.length === 0 ? [] : await titlesFor(db, ownerId).select('id').where('id', 'in', asked).execute()
  return found.length === asked.length
}
