import escapeHtml from 'escape-html'
import type { Selectable } from 'kysely'
import type { MailsTable } from '../database/tables'

/** The text, with addresses of our own pages as links. */
const withLinks = (text: string, publicUrl: string) =>
  text
    .split(/(\S+)/)
    .map((word) => (word.startsWith(`${publicUrl}/`) ? `<a href="${escapeHtml(word)}">${escapeHtml(word)}</a>` : escapeHtml(word)))
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
export const mailsPage = (mails: Selectable<MailsTable>[], publicUrl: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mails · Multiball</title>
<style>body{margin:2rem auto;padding:0 1rem;max-width:45rem;font:16px/1.5 system-ui,sans-serif}article{border-top:1px solid;padding:.5rem 0}h2{font-size:1.1rem;margin:.5rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}</style>
</head>
<body>
<h1>Mails</h1>
<p>${mails.length === 0 ? 'There are no mails yet.' : 'The newest comes first. Only a browser on this machine sees this page, by the address that was printed.'}</p>
${mails.map((mail) => mailEntry(mail, publicUrl)).join('\n')}
</body>
</html>
`
