import { randomBytes, timingSafeEqual } from 'node:crypto'
import escapeHtml from 'escape-html'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { Tables, MailsTable } from '../database/tables'
import { hashOf } from '../http/auth'
import { isLocalHost, isLoopback } from '../process/config'
import { parse } from '../http/parse'
import { notFound } from '../http/refusals'
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
export const isFromHere = ({
  socket,
  headers,
}: Pick<FastifyRequest, 'headers'> & { socket: { remoteAddress?: string } }): boolean =>
  isLoopback(socket.remoteAddress) &&
  isLocalHost(headers.host) &&
  ofProxies.every((name) => headers[name] === undefined)

/**
 * Whether /dev/mail is there at all: where mails are not sent, and in the demo. Never where people come by https, since then
 * a proxy is in front, and its requests may come from this machine.
 */
export const showsMails = ({
  smtpUrl,
  demo,
  publicUrl,
  proxies,
}: {
  smtpUrl: string | undefined
  demo: boolean
  publicUrl: string
  proxies: number
}): boolean => (smtpUrl === undefined || demo) && proxies === 0 && !publicUrl.startsWith('https:')

/** What a person who has just started the program should know of mails. `key` of their page, where there is one. */
export function mailLines(
  { smtpUrl }: { smtpUrl: string | undefined },
  baseUrl: string,
  key: string | undefined,
): string[] {
  const isSent = smtpUrl !== undefined
  if (key !== undefined)
    return [`Read mails:    ${baseUrl}/dev/mail?key=${key}${isSent ? '' : '  (nothing is sent without SMTP_URL)'}`]
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
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        )
        .header('cross-origin-opener-policy', 'same-origin')
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-resource-policy', 'same-origin')
        .send(mailsPage(await listMails(db, shownMails), publicUrl))
    })
  }
}

/** The text, with addresses of our own pages as links. */
const withLinks = (text: string, publicUrl: string) =>
  text
    .split(/(\S+)/)
    .map((word) =>
      word.startsWith(`${publicUrl}/`) ? `<a href="${escapeHtml(word)}">${escapeHtml(word)}</a>` : escapeHtml(word),
    )
    .join('')

const stateOf = ({ sent_at, failed_at, attempts, last_error }: Selectable<MailsTable>) => {
  if (sent_at) return `sent ${sent_at.toISOString()}`
  if (failed_at) return `given up after ${attempts} attempts: ${last_error ?? ''}`
  return attempts === 0 ? 'waiting' : `waiting after ${attempts} attempts: ${last_error ?? ''}`
}

const mailEntry = (mail: Selectable<MailsTable>, publicUrl: string) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.recipient)} · ${mail.created_at.toISOString()} · ${escapeHtml(stateOf(mail))}</p>
<pre>${withLinks(mail.body, publicUrl)}</pre>
</article>`

/** The HTML of /dev/mail; `mails` in the order in which they are shown. */
const mailsPage = (mails: Selectable<MailsTable>[], publicUrl: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mails · Multiball</title>
<style>html{background:Canvas;color:CanvasText}body{margin:2rem auto;padding:0 1rem;max-width:45rem;font:16px/1.5 system-ui,sans-serif}article{border-top:1px solid;padding:.5rem 0}h2{font-size:1.1rem;margin:.5rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}</style>
</head>
<body>
<h1>Mails</h1>
<p>${mails.length === 0 ? 'There are no mails yet.' : 'The newest comes first. Only a browser on this machine sees this page, by the address that was printed.'}</p>
${mails.map((mail) => mailEntry(mail, publicUrl)).join('\n')}
</body>
</html>
`
