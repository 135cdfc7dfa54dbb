import { randomBytes } from 'node:crypto'
import type { PasswordReset } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { forgetActor, hashOf } from '../../ground/http/auth'
import { invalid, notFound, tooMany } from '../../ground/http/refusals'
import type { Outbox } from '../../ground/mails/outbox'
import { addressTaken, isTaken, whenTaken } from './accounts.store'
import {
  addressPurposes,
  confirmAddress,
  findLinkOwner,
  holdMailRequests,
  insertChange,
  mailLink,
  replacePassword,
  setPassword,
  waitFor,
} from './links.store'
import type { LinkOwner, NewLink } from './links.store'
import {
  textForNewAddress,
  textForNewPassword,
  textForOldAddress,
  textForUnverified,
  textForVerified,
} from './mailTexts'
import type { LinkPurpose } from './mailTexts'
import { hashNewPassword } from './passwords'

const hourMs = 3_600_000

/** How long a link works, in ms. */
const lifeMs: Record<LinkPurpose | 'change', number> = { verify: 7 * 24 * hourMs, reset: hourMs, change: 24 * hourMs }

/** Somebody who is logged in and has entered the password again. */
interface ChangingUser {
  id: number
  username: string
  email: string
  verified_at: Date | null
}

interface LinksDependencies {
  db: Kysely<Tables>
  outbox: Outbox
  /** where people open the product, no trailing slash */
  publicUrl: string
  /** ms since 1970 */
  now?: () => number
}

/** Links sent by email, which confirm an address or allow a new password. */
export class MailedLinks {
  private readonly db: Kysely<Tables>
  private readonly outbox: Outbox
  private readonly publicUrl: string
  private readonly now: () => number

  constructor({ db, outbox, publicUrl, now = Date.now }: LinksDependencies) {
    this.db = db
    this.outbox = outbox
    this.publicUrl = publicUrl
    this.now = now
  }

  /** Mails a link to an account's address; does the same work when there is no such account. Throws 429. */
  async request(purpose: LinkPurpose, email: string): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      const link = this.make(purpose)
      const wait = waitFor(await holdMailRequests(trx, email, link.now), link.now.getTime())
      if (wait > 0) throw tooMany(wait / 1000)
      await mailLink(trx, email, link)
    })
    this.send()
  }

  /** Stores the mail with the first link of a new account; once the account is committed, call {@link send}. Throws 429. */
  async welcome(trx: Kysely<Tables>, email: string): Promise<void> {
    const link = this.make('verify')
    const wait = waitFor(await holdMailRequests(trx, email, link.now, 'welcome'), link.now.getTime())
    if (wait > 0) throw tooMany(wait / 1000)
    await mailLink(trx, email, link, 'welcome')
  }

  /** Sends the stored mails. */
  send(): void {
    this.outbox.wake()
  }

  /** The name of the account whose address a link confirms, or whose password it sets. Uses nothing up. Throws 404. */
  async ownerOf(token: string, purpose: LinkPurpose): Promise<string> {
    return found(
      await findLinkOwner(this.db, purpose === 'verify' ? addressPurposes : [purpose], hashOf(token), this.moment()),
    )
  }

  /** Confirms an address, which may replace the old one; a deactivated account works again. Returns its owner. Throws 404, 400. */
  async confirm(token: string): Promise<LinkOwner> {
    return found(await confirmAddress(this.db, hashOf(token), this.moment()).catch(whenTaken))
  }

  /** Sets a new password and ends all logins and API tokens. Returns the account's owner. Throws 400. */
  async resetPassword({ token, password }: PasswordReset): Promise<LinkOwner> {
    const hash = hashOf(token)
    // Checked before the password is hashed, which is expensive.
    if ((await findLinkOwner(this.db, ['reset'], hash, this.moment())) === undefined) throw outdated()
    const set = await setPassword(this.db, hash, await hashNewPassword(password), this.moment())
    if (!set) throw outdated()
    set.ended.forEach((ended) => forgetActor(ended))
    return set.owner
  }

  /** Mails a link to the address that a user wants, and a notice to the old one if it is confirmed. Throws 400 for an address in use, 401 when the account is gone, 429. */
  async change({ id, username, email: before, verified_at }: ChangingUser, email: string): Promise<void> {
    if (email.toLowerCase() === before.toLowerCase()) throw invalid({ email: ['This is already your email address'] })
    await this.db.transaction().execute(async (trx) => {
      const now = this.moment()
      const wait = waitFor(await holdMailRequests(trx, email, now), now.getTime())
      if (wait > 0) throw tooMany(wait / 1000)
      if (await isTaken(trx, email)) throw addressTaken()
      const token = newToken()
      await insertChange(trx, id, email, {
        hash: hashOf(token),
        now,
        expiresAt: new Date(now.getTime() + lifeMs.change),
      })
      await this.outbox.put(trx, { recipient: email, ...textForNewAddress(this.publicUrl, token) })
      // An unconfirmed one may be a stranger's, who would be sent a name that anybody may have chosen.
      if (verified_at)
        await this.outbox.put(trx, { recipient: before, ...textForOldAddress(this.publicUrl, username, email) })
    })
    this.send()
  }

  /** Replaces a user's password, which is announced by mail, and ends all API tokens and all logins but one. Throws 400 when it was changed in the meantime. */
  async replacePassword(
    { id, username, email, verified_at, password_hash }: ChangingUser & { password_hash: string },
    after: string,
    but: Buffer,
  ): Promise<void> {
    const ended = await this.db.transaction().execute(async (trx) => {
      const hashes = await replacePassword(trx, id, password_hash, after, but)
      if (hashes && verified_at)
        await this.outbox.put(trx, { recipient: email, ...textForNewPassword(this.publicUrl, username) })
      return hashes
    })
    if (!ended) throw invalid({ password: ['Incorrect password!'] })
    ended.forEach((hash) => forgetActor(hash))
    this.send()
  }

  private moment() {
    return new Date(this.now())
  }

  private make(purpose: LinkPurpose): NewLink {
    const token = newToken()
    const now = this.moment()
    return {
      purpose,
      hash: hashOf(token),
      now,
      expiresAt: new Date(now.getTime() + lifeMs[purpose]),
      unverified: textForUnverified(purpose, this.publicUrl, token),
      verified: textForVerified(purpose, this.publicUrl, token),
    }
  }
}

const newToken = () => randomBytes(32).toString('base64url')

const outdated = () => invalid({ token: ['This link no longer works. Please request a new one.'] })

function found<Found>(result: Found | undefined): Found {
  if (result === undefined) throw notFound()
  return result
}
