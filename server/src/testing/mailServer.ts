import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  /** of the envelope */
  sender: string
  recipients: string[]
  /** the message as it came */
  source: string
  message: Email
}

export interface MailServer {
  /** for SMTP_URL */
  url: string
  received: ReceivedMail[]
  /** the next mail that comes in, or the oldest that nobody has asked for yet */
  next(): Promise<ReceivedMail>
  /** what is answered to the next recipients, one after the other: a status such as 451; recipients are welcome once these are used up */
  refuseRecipients(...statuses: number[]): void
  close(): Promise<void>
}

const refusal = (status: number) =>
  Object.assign(new Error(status >= 500 ? 'No such mailbox' : 'Please try again later'), { responseCode: status })

/** A real mail server on a free port, without TLS. */
export async function startMailServer({ requiresLogin = false } = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const waiting: ((mail: ReceivedMail) => void)[] = []
  const statuses: number[] = []
  let asked = 0
  const server = new SMTPServer({
    authOptional: !requiresLogin,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'ann' && password === 's€cret'
        ? done(null, { user: username })
        : done(new Error('Wrong name or password')),
    onRcptTo: (_address, _session, done) => {
      const status = statuses.shift()
      done(status === undefined ? null : refusal(status))
    },
    onData: (stream, { envelope }, done) => {
      void buffer(stream).then(async (bytes) => {
        const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
        const recipients = envelope.rcptTo.map(({ address }) => address)
        received.push({ sender, recipients, source: bytes.toString('utf8'), message: await PostalMime.parse(bytes) })
        done()
        waiting.shift()?.(received[asked++]!)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${requiresLogin ? `ann:${encodeURIComponent('s€cret')}@` : ''}127.0.0.1:${port}`,
    received,
    next: () =>
      asked < received.length ? Promise.resolve(received[asked++]!) : new Promise((resolve) => waiting.push(resolve)),
    refuseRecipients: (...next) => void statuses.push(...next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
