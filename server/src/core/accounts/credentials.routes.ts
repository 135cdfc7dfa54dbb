import { AccountDeletion, EmailChange, MailAnswer, PasswordChange } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { forgetActor, requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'
import { perUser } from '../../ground/http/limits'
import { conflict, invalid, unauthorized } from '../../ground/http/refusals'
import type { SharedLimit } from '../../ground/http/limits'
import { findCredentials } from './accounts.store'
import type { MailedLinks } from './links.service'
import { replacePassword } from './links.store'
import { currentToken } from './logins.routes'
import { checkPassword, hashNewPassword } from './passwords'
import { removeAccount, stopMachines } from './removal.store'
import type { Removed, RemovalWork } from './removal.store'

interface CredentialsDependencies {
  db: Kysely<Tables>
  links: MailedLinks
  /** wrong passwords */
  failures: SharedLimit
  updatesPerMinute: number
  removal: Removal
}

/** What other areas do when an account is removed. */
export interface Removal extends RemovalWork {
  /** tells everybody who remembers something of it; never throws */
  onRemoved(removed: Removed): Promise<void>
}

const minuteMs = 60_000

/** What was done. Throws 400 where the password has changed meanwhile, and 409 for the last operator. */
function done<Result extends object>(result: Result | 'last operator' | undefined): Result {
  if (result === undefined) throw invalid({ password: ['Incorrect password!'] })
  if (result === 'last operator') throw conflict('You are the only operator of this server. Make another account one first, on the page Platform.')
  return result
}

/** A new password or e-mail address, and the end of an account, for users who are logged in and enter their password again. */
export function credentialsRoutes({ db, links, failures, updatesPerMinute, removal }: CredentialsDependencies): FastifyPluginAsync {
  // Each of them may send mails.
  const often = perUser(updatesPerMinute, minuteMs, updatesPerMinute, { db, name: 'credentials' })

  /** The logged-in user. Throws 400 when this is not the password, and 429 after too many wrong ones. */
  const confirmed = async (request: FastifyRequest, password: string) => {
    const userId = requireUser(request)
    const key = `user ${userId}`
    await failures.count(key)
    const user = await findCredentials(db, userId)
    if (!user) throw unauthorized()
    if (!(await checkPassword(user.password_hash, password))) throw invalid({ password: ['Incorrect password!'] })
    await failures.forget(key)
    return user
  }

  return async (app) => {
    const passwordChange = describes(
      { summary: 'Change your password and end all other logins', actor: 'user', body: PasswordChange, audit: 'password changed', answers: { 204: null }, refusals: [429] },
      often,
    )
    app.post('/api/account/change-password/', passwordChange, async (request, reply) => {
      requireUser(request)
      const { password, new_password } = parse(PasswordChange, { password: '', new_password: '', ...(request.body as object) })
      const user = await confirmed(request, password)
      const after = await hashNewPassword(new_password, 'new_password')
      const ended = await replacePassword(db, user.id, user.password_hash, after, currentToken(request))
      if (!ended) throw invalid({ password: ['Incorrect password!'] })
      ended.forEach((hash) => forgetActor(hash))
      await links.tellOfPassword(user)
      return reply.code(204).send()
    })

    const emailChange = describes(
      { summary: 'Send a link to a new e-mail address, which replaces yours once the link is opened', actor: 'user', body: EmailChange, audit: 'address change asked for', answers: { 200: MailAnswer }, refusals: [429] },
      often,
    )
    app.post('/api/account/change-email/', emailChange, async (request) => {
      requireUser(request)
      const { password, email } = parse(EmailChange, { password: '', email: '', ...(request.body as object) })
      await links.change(await confirmed(request, password), email)
      return { detail: `Open the link in the e-mail we sent to ${email} to make it your address.` }
    })

    const deletion = describes(
      { summary: 'Delete your account with its boards, venues, machines, their games, TVs and pictures; scores on other people’s machines lose your name', actor: 'user', body: AccountDeletion, audit: 'account deleted', answers: { 204: null }, refusals: [409, 429] },
      often,
    )
    app.post('/api/account/delete/', deletion, async (request, reply) => {
      requireUser(request)
      const { password } = parse(AccountDeletion, { password: '', ...(request.body as object) })
      const user = await confirmed(request, password)
      done(await stopMachines(db, user.id, user.password_hash, removal)).forEach((hash) => forgetActor(hash))
      const removed = done(await removeAccount(db, user.id, user.password_hash, removal))
      removed.hashes.forEach((hash) => forgetActor(hash))
      await removal.onRemoved(removed)
      return reply.code(204).send()
    })
  }
}
