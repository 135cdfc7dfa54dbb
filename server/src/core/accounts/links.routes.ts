import { MailAnswer, MailRequest, PasswordReset, VerifyLink } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'
import { perAddress } from '../../ground/http/limits'
import type { MailedLinks } from './links.service'
import type { LinkOwner } from './links.store'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

interface LinksLimits {
  mailsPerAddress: number
  linksPerAddress: number
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token

function named(request: FastifyRequest, { id, username }: LinkOwner) {
  request.auditedUser = id
  return { username }
}

/** Requests for links by email, and what the links do. */
export function linksRoutes(db: Kysely<Tables>, links: MailedLinks, limits: LinksLimits): FastifyPluginAsync {
  const askedOften = perAddress(limits.mailsPerAddress, hourMs, { db, name: 'mails' })
  const openedOften = perAddress(limits.linksPerAddress, minuteMs, { db, name: 'mailed links' })
  const emailOf = (request: FastifyRequest) => parse(MailRequest, { email: '', ...(request.body as object) }).email

  return async (app) => {
    const mails = { actor: 'anyone', body: MailRequest, answers: { 200: MailAnswer }, refusals: [429] } as const

    app.post(
      '/api/account/send-verification-email/',
      describes({ summary: 'Send a link that verifies an email address', ...mails }, askedOften),
      async (request) => {
        const email = emailOf(request)
        await links.request('verify', email)
        return { detail: `If your user at email (${email}) exists, you will receive a new verification email.` }
      },
    )

    app.post(
      '/api/account/send-reset-password-link/',
      describes({ summary: 'Send a link to set a new password', ...mails }, askedOften),
      async (request) => {
        const email = emailOf(request)
        await links.request('reset', email)
        return {
          detail: `If your user at email (${email}) exists, you will receive an email with a link to set a new password.`,
        }
      },
    )

    const link = { actor: 'anyone', answers: { 200: VerifyLink } } as const

    app.get(
      '/api/account/verify/:token/',
      describes({ summary: 'Which account an emailed link verifies', ...link, refusals: [404, 429] }, openedOften),
      async (request) => ({ username: await links.ownerOf(tokenOf(request), 'verify') }),
    )

    app.post(
      '/api/account/verify/:token/',
      describes(
        { summary: 'Verify an email address', ...link, audit: 'address confirmed', refusals: [400, 404, 429] },
        openedOften,
      ),
      async (request) => named(request, await links.confirm(tokenOf(request))),
    )

    app.get(
      '/api/account/reset-password/:token/',
      describes(
        { summary: 'For which account an emailed link sets a new password', ...link, refusals: [404, 429] },
        openedOften,
      ),
      async (request) => ({ username: await links.ownerOf(tokenOf(request), 'reset') }),
    )

    app.post(
      '/api/account/reset-password/',
      describes(
        { summary: 'Set a new password', ...link, body: PasswordReset, audit: 'password reset', refusals: [429] },
        openedOften,
      ),
      async (request) =>
        named(
          request,
          await links.resetPassword(parse(PasswordReset, { token: '', password: '', ...(request.body as object) })),
        ),
    )
  }
}
