import type { OwnMachineInput } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { holdCatalogue } from '../database/catalogue/hold'
import { machineKey, mayBeOfOneYear, naturalName } from '../database/catalogue/names'
import type { Tables } from '../database/tables'

type Db = Kysely<Tables>

/**
 * The title of a machine that its owner describes, within a transaction: one of the catalogue, or of their own, that is called
 * the same, else a new one that is theirs. Answers its id.
 */
export async function ownTitle(trx: Db, ownerId: number, { name, manufacturer, year }: Omit<OwnMachineInput, 'venue'>): Promise<number> {
  // What an import brings meanwhile would not be joined to it.
  await holdCatalogue(trx)
  const known = await titlesFor(trx, ownerId).select(['id', 'name', 'manufacturer', 'year']).orderBy('id').execute()
  const key = machineKey({ name, manufacturer })
  const same = known.filter((title) => machineKey(title) === key && mayBeOfOneYear(title.year, year))
  const found = same.find((title) => title.year === year) ?? same[0]
  if (found) return found.id
  return (await trx.insertInto('machines').values({ name: naturalName(name), manufacturer, year, owner_id: ownerId }).returning('id').executeTakeFirstOrThrow()).id
}

const titlesFor = (db: Db, ownerId: number) => db.selectFrom('machines').where((where) => where.or([where('owner_id', 'is', null), where('owner_id', '=', ownerId)]))

/** Whether there is such a title for this owner: of the catalogue, or of their own. */
export const hasTitle = async (db: Db, ownerId: number, id: number): Promise<boolean> => (await titlesFor(db, ownerId).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
