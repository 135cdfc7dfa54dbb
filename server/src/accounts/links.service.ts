import { randomBytes } from 'node:crypto'
import type { PasswordReset } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { forgetActor, hashOf } from '../http/auth'
import { invalid, notFound, tooMany } from '../http/refusals'
import type { Outbox } from '../mails/outbox'
import { confirmAddress, findLinkOwner, holdMailRequests, mailLink, setPassword } from './links.store'
import type { NewLink } from './links.store'
import { waitFor } from './mailRequests'
import { textForUnverified, textForVerified } from './mailTexts'
import type { LinkPurpose } from './mailTexts'
import { hashPassword } from './passwords'

const hourMs = 3_600_000

/** How long a link works, in ms. */
const lifeMs: Record<LinkPurpose, number> = { verify: 7 * 24 * hourMs, reset: hourMs }

export interface LinksDependencies {
  db: Kysely<Tables>
  outbox: Outbox
  /** where people open the product, without a slash at its end */
  publicUrl: string
  /** ms since 1970 */
  now?: () => number
}

/** The links that are mailed: they confirm an address, or allow a new password. */
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

  /** Mails a link to an account's address; does the same work where there is no such account. Throws 429. */
  async request(purpose: LinkPurpose, email: string): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      const link = this.make(purpose)
      const wait = waitFor(await holdMailRequests(trx, email, link.now), link.now.getTime())
      if (wait > 0) throw tooMany(wait / 1000)
      await mailLink(trx, email, link)
    })
    this.send()
  }

  /** Writes the mail with the first link of an account that is being made; once that is committed, call {@link send}. */
  async welcome(trx: Kysely<Tables>, email: string): Promise<void> {
    await mailLink(trx, email, this.make('verify'))
  }

  /** Sends what was written. */
  send(): void {
    this.outbox.wake()
  }

  /** The name of the account whose address a link confirms. Throws 404. */
  async ownerOf(token: string): Promise<string> {
    return found(await findLinkOwner(this.db, 'verify', hashOf(token), this.moment()))
  }

  /** Confirms an address; an account that was switched off works again. Answers its name. Throws 404. */
  async confirm(token: string): Promise<string> {
    return found(await confirmAddress(this.db, hashOf(token), this.moment()))
  }

  /** Sets a new password and ends all logins. Answers the account's name. Throws 400. */
  async resetPassword({ token, password }: PasswordReset): Promise<string> {
    const hash = hashOf(token)
    // Before the password is hashed, which is work.
    if ((await findLinkOwner(this.db, 'reset', hash, this.moment())) === undefined) throw outdated()
    const username = await setPassword(this.db, hash, await hashPassword(password), this.moment())
    if (username === undefined) throw outdated()
    forgetActor('all')
    return username
  }

  private moment() {
    return new Date(this.now())
  }

  private make(purpose: LinkPurpose): NewLink {
    const token = randomBytes(32).toString('base64url')
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

const outdated = () => invalid({ token: ['This link does not work any more. Please ask for a new one.'] })

function found(username: string | undefined): string {
  if (username === undefined) throw notFound()
  return username
}
