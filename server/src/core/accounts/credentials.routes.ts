import { AccountDeletion, EmailChange, MailAnswer, PasswordChange } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { requireUser } from '../../ground/http/auth'
import { perUser } from '../../ground/http/limits'
import type { SharedLimit } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'
import { invalid, unauthorized } from '../../ground/http/refusals'
import { findCredentials } from './accounts.store'
import type { MailedLinks } from './links.service'
import { currentToken } from './logins.routes'
import { checkPassword, hashNewPassword } from './passwords'
import { endAccount, removeEnded } from './removal/removal.service'
import type { Removal } from './removal/removal.service'
import { hasHappened } from './trail.store'

interface CredentialsDependencies {
  db: Kysely<Tables>
  links: MailedLinks
  /** wrong passwords */
  failures: SharedLimit
  updatesPerMinute: number
  removal: Removal
}

const minuteMs = 60_000
/** Within which a change is sent again whose answer was lost. */
const sentAgainMs = 15 * minuteMs
const passwordChanged = 'password changed'

const incorrect = () => invalid({ password: ['Incorrect password!'] })

/** A new password or email address, and the end of an account, for users who are logged in and enter their password again. */
export function credentialsRoutes({
  db,
  links,
  failures,
  updatesPerMinute,
  removal,
}: CredentialsDependencies): FastifyPluginAsync {
  // Each of them may send mails.
  const often = perUser(updatesPerMinute, minuteMs, updatesPerMinute, { db, name: 'credentials' })

  /** The logged-in user, if this is the password; each is counted as wrong until it is right. Throws 429 after too many wrong ones. */
  const withPassword = async (request: FastifyRequest, password: string) => {
    const userId = requireUser(request)
    const key = `user ${userId}`
    await failures.count(key)
    const user = await findCredentials(db, userId)
    if (!user) throw unauthorized()
    if (!(await checkPassword(user.password_hash, password))) return undefined
    await failures.forget(key)
    return user
  }

  /** The logged-in user. Throws 400 when this is not the password, and 429 after too many wrong ones. */
  const confirmed = async (request: FastifyRequest, password: string) => {
    const user = await withPassword(request, password)
    if (!user) throw incorrect()
    return user
  }

  const wasJustChanged = (userId: number) =>
    hasHappened(db, { userId, event: passwordChanged, status: 204, since: new Date(Date.now() - sentAgainMs) })

  return async (app) => {
    const passwordChange = describes(
      {
        summary: 'Change your password and end all other logins and API tokens',
        actor: 'user',
        body: PasswordChange,
        audit: passwordChanged,
        answers: { 204: null },
        refusals: [429],
      },
      often,
    )
    app.post('/api/account/change-password/', passwordChange, async (request, reply) => {
      requireUser(request)
      const { password, new_password } = parse(PasswordChange, {
        password: '',
        new_password: '',
        ...(request.body as object),
      })
      const user = await withPassword(request, password)
      if (user)
        await links.replacePassword(user, await hashNewPassword(new_password, 'new_password'), currentToken(request))
      // Sent again, since the answer was lost: it is the password already. At other times that would tell whether a guess is the password.
      else if (!(await wasJustChanged(requireUser(request))) || !(await withPassword(request, new_password)))
        throw incorrect()
      return reply.code(204).send()
    })

    const emailChange = describes(
      {
        summary: 'Send a link to a new email address, which replaces yours once the link is opened',
        actor: 'user',
        body: EmailChange,
        audit: 'address change asked for',
        answers: { 200: MailAnswer },
        refusals: [429],
      },
      often,
    )
    app.post('/api/account/change-email/', emailChange, async (request) => {
      requireUser(request)
      const { password, email } = parse(EmailChange, { password: '', email: '', ...(request.body as object) })
      await links.change(await confirmed(request, password), email)
      return { detail: `Open the link in the email we sent to ${email} to make it your address.` }
    })

    const deletion = describes(
      {
        summary:
          'Delete your account with its boards, venues, machines, their games, TVs and pictures; scores on other people’s machines lose your name',
        actor: 'user',
        body: AccountDeletion,
        audit: 'account deleted',
        answers: { 204: null },
        refusals: [409, 429],
      },
      often,
    )
    app.post('/api/account/delete/', deletion, async (request, reply) => {
      requireUser(request)
      const { password } = parse(AccountDeletion, { password: '', ...(request.body as object) })
      const user = await confirmed(request, password)
      await endAccount(db, user.id, user.password_hash, removal)
      // For its owner it is gone, whatever comes of the rest.
      await removeEnded(db, user.id, removal).catch((error: unknown) =>
        request.log.error({ err: error }, 'The removal of an account broke off, and will go on'),
      )
      return reply.code(204).send()
    })
  }
}
