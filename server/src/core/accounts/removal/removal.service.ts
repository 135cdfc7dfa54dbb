import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import { forgetActor } from '../../../ground/http/auth'
import { conflict, invalid } from '../../../ground/http/refusals'
import { beginRemoval, leavingAccounts, removeAccount } from './removal.store'
import type { Removed, RemovalWork } from './removal.store'

type Db = Kysely<Tables>

/** What other areas do when an account is removed. */
export interface Removal extends RemovalWork {
  /** tells everybody who remembers something of it; never throws */
  onRemoved(removed: Removed): Promise<void>
}

/**
 * Ends an account, and what sends for its machines, from one moment to the next: its removal is certain then. Throws 400 where its
 * password has changed meanwhile, and 409 for the last operator.
 * @param passwordHash the one that was checked
 */
export async function endAccount(db: Db, userId: number, passwordHash: string, removal: Removal): Promise<void> {
  const hashes = await beginRemoval(db, userId, passwordHash, removal)
  if (hashes === undefined) throw invalid({ password: ['Incorrect password!'] })
  if (hashes === 'last operator')
    throw conflict('You are the only operator of this server. Make another account one first, on the page Platform.')
  hashes.forEach((hash) => forgetActor(hash))
}

/** Removes an account that has ended. Throws where that breaks off; it can go on at any time, also in another process, as after `ending`. */
export async function removeEnded(db: Db, userId: number, removal: Removal, ending?: AbortSignal): Promise<void> {
  const removed = await removeAccount(db, userId, removal, ending)
  if (!removed) return
  removed.hashes.forEach((hash) => forgetActor(hash))
  await removal.onRemoved(removed)
}

/** Goes on with removals that broke off, such as by a restart. Throws the first failure, once all were tried. */
export async function finishRemovals(db: Db, removal: Removal, ending?: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (const id of await leavingAccounts(db))
    await removeEnded(db, id, removal, ending).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
