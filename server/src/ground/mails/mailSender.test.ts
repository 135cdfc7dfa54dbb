import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { useTestDatabase } from '../../testing'
import { startMailServer } from '../../testing/mailServer'
import type { MailServer } from '../../testing/mailServer'
import { MailSender } from './mailSender'
import type { Mail } from './mails.store'
import { removeMails } from './mails.store'
import { Outbox } from './outbox'
import { smtpTransport } from './smtp'

const database = useTestDatabase()
let server: MailServer
const minuteMs = 60_000
const from = 'Multiball <no-reply@boards.example.com>'

beforeEach(async () => {
  server = await startMailServer()
  await database.db.deleteFrom('mails').execute()
})
afterEach(() => server.close())

const clock = { now: Date.parse('2030-01-01T12:00:00Z') }
/** the database's */
const now = () => sql<Date>`${new Date(clock.now)}::timestamptz`
const errors: string[] = []
const outbox = new Outbox(now)

const senderOf = (url = server.url) =>
  new MailSender({
    db: database.db,
    transport: smtpTransport(url, from),
    now,
    onError: (error) => errors.push(String(error)),
  })
const put = (mail: Partial<Mail> = {}) =>
  outbox.put(database.db, { recipient: 'ann@example.com', subject: 'Hello', body: 'Good day.\n', ...mail })
const stored = () => database.db.selectFrom('mails').selectAll().orderBy('id').execute()
const only = async () => (await stored())[0]!

test('a mail is sent as plain text, once, and its text is not kept', async () => {
  await put({ subject: 'Grüße', body: 'Schön, dass du da bist:\n\nhttps://boards.example.com/verify/abc\n' })
  await senderOf().wake()
  const { sender, recipients, message, source } = await server.next()
  expect({ sender, recipients }).toEqual({ sender: 'no-reply@boards.example.com', recipients: ['ann@example.com'] })
  expect(message).toMatchObject({
    subject: 'Grüße',
    from: { name: 'Multiball', address: 'no-reply@boards.example.com' },
    to: [{ address: 'ann@example.com' }],
    text: 'Schön, dass du da bist:\n\nhttps://boards.example.com/verify/abc\n',
  })
  expect(message.html).toBeUndefined()
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(await only()).toMatchObject({
    sent_at: new Date(clock.now),
    body: '',
    attempts: 1,
    failed_at: null,
    last_error: null,
  })
  await senderOf().wake()
  expect(server.received).toHaveLength(1)
})

test('ACC-15 accounts of earlier versions get their mails where addresses are of other scripts', async () => {
  await put({ recipient: 'ann@bücher.example' })
  await senderOf().wake()
  expect((await server.next()).recipients[0]).toMatch(/^ann@(?:bücher|xn--bcher-kva)\.example$/)
})

test('what is put wakes the sender at once', async () => {
  const sender = senderOf()
  const end = outbox.onWake(() => void sender.wake())
  await put({ subject: 'First' })
  outbox.wake()
  expect((await server.next()).message.subject).toBe('First')
  await put({ subject: 'Second' })
  outbox.wake()
  expect((await server.next()).message.subject).toBe('Second')
  end()
  await sender.stop()
})

test('a server that asks for patience gets the mail again, after pauses that grow', async () => {
  server.refuseRecipients(451, 451)
  await put()
  const sender = senderOf()
  await sender.wake()
  expect(await only()).toMatchObject({
    attempts: 1,
    sent_at: null,
    failed_at: null,
    next_attempt_at: new Date(clock.now + minuteMs),
    last_error: expect.stringContaining('451'),
  })
  clock.now += minuteMs - 1
  await sender.wake()
  expect((await only()).attempts).toBe(1)
  clock.now += 1
  await sender.wake()
  expect(await only()).toMatchObject({ attempts: 2, next_attempt_at: new Date(clock.now + 5 * minuteMs) })
  clock.now += 5 * minuteMs
  await sender.wake()
  expect(await only()).toMatchObject({ attempts: 3, sent_at: new Date(clock.now), body: '', last_error: null })
  expect(server.received).toHaveLength(1)
})

test.each([
  ['a mailbox that does not exist', 'ann@example.com', [550], '550'],
  ...[
    '<ann@example.com>',
    'ann@example.com,',
    'eve,ann@example.com',
    '"eve"ann@example.com',
    'mailto:ann@example.com',
  ].map((recipient): [string, string, number[], string] => [
    `ACC-15 ${recipient}, which is another spelling,`,
    recipient,
    [],
    'This is not an email address',
  ]),
])('%s is given up at once', async (_title, recipient, statuses, reason) => {
  server.refuseRecipients(...statuses)
  await put({ recipient })
  await senderOf().wake()
  expect(await only()).toMatchObject({
    attempts: 1,
    failed_at: new Date(clock.now),
    body: '',
    last_error: expect.stringContaining(reason),
  })
  expect(errors.at(-1)).toMatch(/^Error: Mail \d+ was not sent at attempt 1, the last one: /)
  expect(server.received).toHaveLength(0)
})

test('a server that is away is asked again for about two days', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  await put()
  const startedAt = clock.now
  const sender = senderOf(`smtp://127.0.0.1:${port}`)
  while (!(await only()).failed_at) {
    clock.now = (await only()).next_attempt_at.getTime()
    await sender.wake()
  }
  expect(await only()).toMatchObject({ attempts: 9, body: '', last_error: expect.stringContaining('ECONNREFUSED') })
  expect((clock.now - startedAt) / 86_400_000).toBeCloseTo(2, 0)
})

test('a login that the server refuses is no fault of the mail: it waits', async () => {
  const strict = await startMailServer({ requiresLogin: true })
  await put()
  await senderOf(strict.url.replace('ann', 'bob')).wake()
  expect(await only()).toMatchObject({ attempts: 1, failed_at: null, next_attempt_at: new Date(clock.now + minuteMs) })
  clock.now += minuteMs
  await senderOf(strict.url).wake()
  expect(strict.received).toHaveLength(1)
  await strict.close()
})

test('two senders at the same time send each mail once', async () => {
  const subjects = Array.from({ length: 30 }, (_, at) => `Mail ${at}`)
  for (const subject of subjects) await put({ subject })
  await Promise.all([senderOf().wake(), senderOf().wake(), senderOf().wake()])
  expect(server.received.map(({ message }) => message.subject).sort()).toEqual([...subjects].sort())
})

test('a mail that one server is sending is no other server’s, although their clocks are an hour apart', async () => {
  await new Outbox().put(database.db, { recipient: 'ann@example.com', subject: 'Hello', body: '' })
  const [begun, finishing] = [gate(), gate()]
  const startedAt = Date.now()
  let sent = 0
  const ofServer = (aheadMs: number) => {
    jest.spyOn(Date, 'now').mockReturnValue(startedAt + aheadMs)
    const send = async () => {
      sent += 1
      begun.open()
      if (sent === 1) await finishing.opened
    }
    return new MailSender({ db: database.db, transport: { send } })
  }
  const first = ofServer(0).wake()
  await begun.opened
  await ofServer(60 * minuteMs).wake()
  finishing.open()
  await first
  jest.restoreAllMocks()
  expect(sent).toBe(1)
})

test('what was left is sent after a restart, also what another process died with', async () => {
  server.refuseRecipients(451)
  await put({ subject: 'Left' })
  const before = senderOf()
  await before.wake()
  await before.stop()
  await put({ subject: 'Died with' })
  await sql`update mails set attempts = 1, next_attempt_at = ${new Date(clock.now + 4 * minuteMs)} where subject = 'Died with'`.execute(
    database.db,
  )
  await put({ subject: 'New' })

  clock.now += minuteMs
  const after = senderOf()
  await after.wake()
  const subjects = [await server.next(), await server.next()].map(({ message }) => message.subject)
  expect(subjects.sort()).toEqual(['Left', 'New'])
  clock.now += 3 * minuteMs
  await after.wake()
  expect((await server.next()).message.subject).toBe('Died with')
  await after.stop()
})

test('after it was stopped it takes nothing more', async () => {
  const sender = senderOf()
  await sender.stop()
  await put()
  await sender.wake()
  expect((await only()).attempts).toBe(0)
})

test('mails from before there was a mail server are not sent days later', async () => {
  await put({ subject: 'Old' })
  clock.now += 4 * 24 * 60 * minuteMs
  await put({ subject: 'New' })
  await senderOf().wake()
  expect(server.received.map(({ message }) => message.subject)).toEqual(['New'])
  expect(await only()).toMatchObject({ subject: 'Old', failed_at: new Date(clock.now), body: '' })
})

test('old mails are removed', async () => {
  await put({ subject: 'Old' })
  await senderOf().wake()
  clock.now += minuteMs
  await put({ subject: 'New' })
  await removeMails(database.db, new Date(clock.now))
  expect((await stored()).map(({ subject }) => subject)).toEqual(['New'])
})

test.each([
  ['a line break in the subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
  [
    'a line break and an empty line in the text',
    { body: 'Hello\r\n.\r\nRCPT TO:<eve@example.com>\r\n\r\nBcc: eve@example.com' },
  ],
])('%s adds no header and no recipient', async (_title, mail) => {
  await put(mail)
  await senderOf().wake()
  const { recipients, message, source } = await server.next()
  expect(recipients).toEqual(['ann@example.com'])
  expect(source.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
  expect(message.headers.map(({ key }) => key).sort()).toEqual([
    'auto-submitted',
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ])
})

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

test('a sender whose database fails leaves the others at work, and stopping waits for them', async () => {
  await put({ subject: 'First' })
  await put({ subject: 'Second' })
  const told: string[] = []
  const [begun, finishing, failing] = [gate(), gate(), gate()]
  let isAway = false
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      if (!isAway) return node
      isAway = false
      failing.open()
      throw new Error('The database is away')
    },
    transformResult: async ({ result }) => result,
  })
  const transport = {
    send: async ({ subject }: Mail) => {
      if (subject === 'First') {
        await begun.opened
        isAway = true
      } else {
        begun.open()
        await finishing.opened
      }
    },
  }
  const sender = new MailSender({ db, transport, now, onError: (error) => told.push(String(error)) })
  const pass = sender.wake()
  await failing.opened
  let isStopped = false
  const stopping = sender.stop().then(() => (isStopped = true))
  await wait(50)
  expect(isStopped).toBe(false)
  finishing.open()
  await Promise.all([stopping, pass])
  expect(told).toEqual(['Error: The database is away'])
  expect((await stored()).find(({ subject }) => subject === 'Second')!.sent_at).not.toBeNull()
})
