import type { FastifyInstance } from 'fastify'
import { buildTestApp, useTestDatabase } from '../../testing'
import { isFromHere, mailLines, mailsRoutes, showsMails } from './mails.routes'
import { Outbox } from './outbox'

const database = useTestDatabase()
const publicUrl = 'http://localhost:3000'
let open: FastifyInstance
let closed: FastifyInstance

beforeAll(async () => {
  open = await buildTestApp(database.db, [mailsRoutes({ db: database.db, key: 'the-key', publicUrl })])
  closed = await buildTestApp(database.db, [mailsRoutes({ db: database.db, key: undefined, publicUrl })])
})
afterAll(async () => {
  await open.close()
  await closed.close()
})

const read = (
  app: FastifyInstance,
  {
    headers = {},
    remoteAddress = '127.0.0.1',
    url = '/dev/mail?key=the-key',
  }: { headers?: Record<string, string>; remoteAddress?: string; url?: string } = {},
) => app.inject({ url, headers: { host: 'localhost:3000', ...headers }, remoteAddress })

test('the newest mail comes first, as text, and its links can be clicked', async () => {
  const outbox = new Outbox()
  await outbox.put(database.db, { recipient: 'ann@example.com', subject: 'First', body: 'Hello' })
  await outbox.put(database.db, {
    recipient: '"><script>alert(1)</script>@example.com',
    subject: 'Second <b>&amp;',
    body: `Open this:\n\n${publicUrl}/verify/abc?x="y"\n\nor javascript:alert(1) or https://evil.example/ <img src=x onerror=alert(1)>`,
  })
  const answer = await read(open)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  const { body } = answer
  expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'))
  expect(body.match(/<a /g)).toEqual(['<a '])
  expect(body).toContain(
    `<a href="${publicUrl}/verify/abc?x=&quot;y&quot;">${publicUrl}/verify/abc?x=&quot;y&quot;</a>`,
  )
  expect(body).toContain('Second &lt;b&gt;&amp;amp;')
  expect(body).not.toMatch(/<script|<img/)
})

describe('only a browser on this machine sees them', () => {
  test.each([
    ['IPv4', '127.0.0.1', {}],
    ['IPv6', '::1', { host: '[::1]:3000' }],
    ['IPv4 inside of IPv6', '::ffff:127.0.0.1', { host: '127.0.0.1' }],
  ])('%s', async (_title, remoteAddress, headers) => {
    expect((await read(open, { remoteAddress, headers })).statusCode).toBe(200)
  })

  test.each<[string, string, Record<string, string>]>([
    ['another machine', '192.0.2.7', {}],
    ['one of the same network', '10.0.0.5', {}],
    ['an address that begins alike', '127.0.0.1.example', {}],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }],
    ['a proxy that says it is for this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy of the newer kind', '127.0.0.1', { forwarded: 'for=192.0.2.7' }],
    ['a proxy that says https', '127.0.0.1', { 'x-forwarded-proto': 'https' }],
    ['a proxy that keeps the name', '127.0.0.1', { host: 'boards.example.com' }],
    ['a foreign name that points here', '127.0.0.1', { host: 'localhost.evil.example:3000' }],
  ])('not %s', async (_title, remoteAddress, headers) => {
    const answer = await read(open, { remoteAddress, headers })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ detail: 'Item not found.' })
  })

  test.each([
    '/dev/mail',
    '/dev/mail?key=',
    '/dev/mail?key=the-ke',
    '/dev/mail?key=the-key1',
    '/dev/mail?key=the-key&key=x',
  ])('OPS-02 not %s: what forwards to this machine does not know the printed address', async (url) => {
    expect((await read(open, { url })).statusCode).toBeGreaterThanOrEqual(400)
  })

  test('and nobody where it is closed', async () => {
    expect((await read(closed)).statusCode).toBe(404)
  })

  test('a request without a host is not from here', () => {
    expect(
      isFromHere({ socket: { remoteAddress: '127.0.0.1' }, headers: {} } as Parameters<typeof isFromHere>[0]),
    ).toBe(false)
  })
})

const settings = { smtpUrl: undefined, demo: false, publicUrl, proxies: 0 }

test.each([
  ['development', {}, true, /^Read mails: +http:\/\/localhost:3000\/dev\/mail\?key=drawn /],
  ['the demo', { demo: true }, true, /\/dev\/mail/],
  ['the demo with a mail server', { demo: true, smtpUrl: 'smtp://localhost' }, true, /\/dev\/mail\?key=drawn$/],
  ['a mail server', { smtpUrl: 'smtp://localhost' }, false, undefined],
  [
    'https, so behind a proxy',
    { publicUrl: 'https://boards.example.com' },
    false,
    /^Mails are kept and not sent: set SMTP_URL\.$/,
  ],
  ['the demo behind a proxy', { demo: true, proxies: 1 }, false, /^Mails are kept/],
])('%s', (_title, changed, isShown, line) => {
  const config = { ...settings, ...changed }
  expect(showsMails(config)).toBe(isShown)
  const lines = mailLines(config, 'http://localhost:3000', isShown ? 'drawn' : undefined)
  if (line) expect(lines).toEqual([expect.stringMatching(line)])
  else expect(lines).toEqual([])
})
