import type { Kysely } from 'kysely'
import { endApiTokens } from '../core/accounts/apiTokens/apiTokens.store'
import { endLogins } from '../core/accounts/logins.store'
import { checkPassword, hashPassword } from '../core/accounts/passwords'
import type { Tables } from '../ground/database'
import { demoOwner } from './cast'
import { drawPassword, hashDrawn, isDrawn } from './drawnPassword'
import { findDemoOwner } from './seedDemo'

type Db = Kysely<Tables>

/** No password has this hash. */
const locked = '-'

interface AccessOptions {
  /** whether the demo is wanted */
  demo: boolean
  /** nobody else's browser comes here */
  isLocal: boolean
}

/**
 * Sees to it that the password of the demo, which everybody can read in its source, opens nothing where others come. To be
 * called before the server listens. Answers the password that the demo's owner has: the published one on this machine, one
 * that is drawn again at each start elsewhere. Undefined without a demo, and where its owner has chosen one.
 */
export async function settleDemoAccess(db: Db, { demo, isLocal }: AccessOptions): Promise<string | undefined> {
  const owner = await findDemoOwner(db)
  const isPublished = owner !== undefined && (await checkPassword(owner.password_hash, demoOwner.password))
  const isOurs = owner !== undefined && (isPublished || isDrawn(owner.password_hash))
  if (!demo) {
    if (isOurs) await setAccess(db, owner.id, locked, false)
    return undefined
  }
  if (!isLocal) {
    const drawn = drawPassword()
    if (owner) await setAccess(db, owner.id, await hashDrawn(drawn), false)
    return drawn
  }
  if (owner && !isPublished) {
    if (!isOurs && owner.password_hash !== locked) return undefined
    await setAccess(db, owner.id, await hashPassword(demoOwner.password), true)
  }
  return demoOwner.password
}

/** Only on this machine the demo's owner is an operator: elsewhere visitors may be told the password. */
async function setAccess(db: Db, id: number, password_hash: string, is_operator: boolean) {
  await db.updateTable('users').set({ password_hash, is_operator }).where('id', '=', id).execute()
  await endLogins(db, id, undefined)
  await endApiTokens(db, id)
}
