import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { notFound } from '../http/refusals'
import { mailsPage } from './mailsPage'
import { listMails } from './mails.store'

export interface MailsDependencies {
  db: Kysely<Tables>
  /** false: mails are nobody's business but their recipients' */
  isOpen: boolean
  /** only its links can be clicked */
  publicUrl: string
}

const shownMails = 100

const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/
const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Whether a request comes from a browser on this machine: neither through a proxy, which is on this machine too, nor by a
 * foreign name that somebody has pointed at it.
 */
export const isFromHere = ({ socket, headers }: Pick<FastifyRequest, 'headers'> & { socket: { remoteAddress?: string } }): boolean =>
  loopback.test(socket.remoteAddress ?? '') && localHost.test(headers.host ?? '') && ofProxies.every((name) => headers[name] === undefined)

/**
 * Whether /dev/mail is there at all: where mails are not sent, and in the demo. Never where people come by https, since then
 * a proxy is in front, and its requests may come from this machine.
 */
export const showsMails = ({ smtpUrl, demo, publicUrl, proxies }: { smtpUrl: string | undefined; demo: boolean; publicUrl: string; proxies: number }): boolean =>
  (smtpUrl === undefined || demo) && proxies === 0 && !publicUrl.startsWith('https:')

/** What a person who has just started the program should know of mails. */
export function mailLines(config: Parameters<typeof showsMails>[0], baseUrl: string): string[] {
  if (config.smtpUrl !== undefined) return []
  return [showsMails(config) ? `Read mails:    ${baseUrl}/dev/mail  (nothing is sent without SMTP_URL)` : 'Mails are kept and not sent: set SMTP_URL.']
}

/** The mails that wait, for whoever sits at this machine: in development there is no mail server. */
export function mailsRoutes({ db, isOpen, publicUrl }: MailsDependencies): FastifyPluginAsync {
  return async (app) => {
    app.get('/dev/mail', async (request, reply) => {
      if (!isOpen || !isFromHere(request)) throw notFound()
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-resource-policy', 'same-origin')
        .send(mailsPage(await listMails(db, shownMails), publicUrl))
    })
  }
}
