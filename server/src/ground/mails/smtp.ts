import { KeptEmail } from '@multiball/shared/schema'
import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import type { Mail } from './mails.store'

/** What takes a mail on its way. */
export interface MailTransport {
  /** Resolves once the server has taken the mail. Rejects when it has not, or may not have. */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}

const patienceMs = 20_000

/** What speaks to a mail server. @param patienceMs for each of its steps */
export const smtpConnection = (url: string, patienceMs: number) =>
  createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    dnsTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** A mail server. `from`: the sender's address, such as `Multiball <no-reply@example.com>`. */
export function smtpTransport(url: string, from: string): MailTransport {
  const transport = smtpConnection(url, patienceMs)
  return {
    async send({ recipient, subject, body }, signal) {
      // Accounts of earlier versions: brackets and the like would make it another address.
      if (!v.is(KeptEmail, recipient))
        throw Object.assign(new Error('This is not an email address'), { code: 'EENVELOPE' })
      await transport.sendMail({
        from,
        to: { name: '', address: recipient },
        subject,
        text: body,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      })
    },
  }
}

/** Whether the server will never take a mail to this recipient. Everything else may be otherwise the next time. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number }
  if (code === 'EENVELOPE' && responseCode === 0) return true
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA'
  return isOfThisMail && responseCode >= 500 && responseCode !== 503
}
