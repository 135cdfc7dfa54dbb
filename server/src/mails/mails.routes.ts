import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database/tables'
import { hashOf } from '../http/auth'
import { isLocalHost, isLoopback } from '../http/localNames'
import { parse } from '../http/parse'
import { notFound } from '../http/refusals'
import { mailsPage } from './mailsPage'
import { listMails } from './mails.store'

interface MailsDependencies {
  db: Kysely<Tables>
  /** in the address of the page; undefined: mails are nobody's business but their recipients' */
  key: string | undefined
  /** only its links can be clicked */
  publicUrl: string
}

const shownMails = 100

/** What the printed address of the page has in it: what forwards TCP to this machine looks like a browser on it. */
export const newMailsKey = (): string => randomBytes(16).toString('base64url')

const Query = v.object({ key: v.optional(v.pipe(v.string(), v.maxLength(128)), '') })

const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Whether a request comes from a browser on this machine: neither through a proxy, which is on this machine too, nor by a
 * foreign name that somebody has pointed at it.
 */
export const isFromHere = ({ socket, headers }: Pick<FastifyRequest, 'headers'> & { socket: { remoteAddress?: string } }): boolean =>
  isLoopback(socket.remoteAddress) && isLocalHost(headers.host) && ofProxies.every((name) => headers[name] === undefined)

/**
 * Whether /dev/mail is there at all: where mails are not sent, and in the demo. Never where people come by https, since then
 * a proxy is in front, and its requests may come from this machine.
 */
export const showsMails = ({ smtpUrl, demo, publicUrl, proxies }: { smtpUrl: string | undefined; demo: boolean; publicUrl: string; proxies: number }): boolean =>
  (smtpUrl === undefined || demo) && proxies === 0 && !publicUrl.startsWith('https:')

/** What a person who has just started the program should know of mails. `key` of their page, where there is one. */
export function mailLines({ smtpUrl }: { smtpUrl: string | undefined }, baseUrl: string, key: string | undefined): string[] {
  const isSent = smtpUrl !== undefined
  if (key !== undefined) return [`Read mails:    ${baseUrl}/dev/mail?key=${key}${isSent ? '' : '  (nothing is sent without SMTP_URL)'}`]
  return isSent ? [] : ['Mails are kept and not sent: set SMTP_URL.']
}

/** In a time that does not tell how much of it fits. */
const isSame = (given: string, key: string) => timingSafeEqual(hashOf(given), hashOf(key))

/** Waiting mails, for the person at this machine: in development there is no mail server. */
export function mailsRoutes({ db, key, publicUrl }: MailsDependencies): FastifyPluginAsync {
  return async (app) => {
    app.get('/dev/mail', async (request, reply) => {
      if (key === undefined || !isFromHere(request) || !isSame(parse(Query, request.query).key, key)) throw notFound()
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
        .header('cross-origin-opener-policy', 'same-origin')
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-resource-policy', 'same-origin')
        .send(mailsPage(await listMails(db, shownMails), publicUrl))
    })
  }
}
