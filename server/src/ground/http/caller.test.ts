import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { callerOf, networkOf, trusting } from './caller'

const spoofed = '192.0.2.66'
const client = '203.0.113.9'
const proxy = '10.0.0.1'

describe.each([
  ['nobody in front: the header is anybody’s', 0, `${spoofed}, ${client}`, proxy],
  ['one proxy that appends: what it wrote counts', 1, `${spoofed}, ${client}`, client],
  ['one proxy that replaces', 1, client, client],
  ['one proxy that says nothing', 1, undefined, proxy],
  ['two proxies that append', 2, `${spoofed}, ${client}, 10.0.0.2`, client],
  ['more than were counted on', 1, `${client}, 10.0.0.2`, '10.0.0.2'],
])('ACC-14 %s', (_title, proxies, header, expected) => {
  const headers = header === undefined ? {} : { 'x-forwarded-for': header }

  test('is the caller of a plain request', () => {
    expect(callerOf({ headers, socket: { remoteAddress: proxy } } as unknown as IncomingMessage, proxies)).toBe(expected)
  })

  test('is the caller for the framework', async () => {
    const app = Fastify({ trustProxy: trusting(proxies) })
    app.get('/', async ({ ip }) => ip)
    expect((await app.inject({ url: '/', headers, remoteAddress: proxy })).body).toBe(expected)
    await app.close()
  })
})

test.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.7', '::ffff:192.0.2.7', true],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['unix:', 'unix:', true],
])('limits count %s and %s together: %s', (one, other, expected) => {
  expect(networkOf(one) === networkOf(other)).toBe(expected)
})
